import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TolerantList } from '#contract/tolerant.ts';
import { foldText } from '#domain/text.ts';
import { type CompactItem, compactItemsQuery } from '#src/collections/items/items.ts';
import { type Unit, unitsQuery, wholeUnitsOf } from '#src/collections/items/units.ts';
import { type GuideItem, guideKeyOf, suggestionsQuery } from '#src/collections/orders/guide.ts';
import { activeSectionsQuery, type Section } from '#src/collections/places/sections.ts';
import { formatAmount, unitFor } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { searchBy } from '#src/lib/rank.ts';
import { orderTexts } from '../messages.ts';

/** One item of the order guide, with everything that is worked out once and not at every key. */
export interface GuideRow {
  item: GuideItem;
  sectionId: string;
  /** The order unit with what it holds: `case (6 L)`; the bare unit where it is the base unit itself. */
  pack: string;
  barcodes: readonly string[];
  /** Its order unit is counted in whole numbers. */
  isWhole: boolean;
  /** Code, names and barcodes, folded: what the search looks in. */
  searchText: string;
}

export interface GuideSection {
  id: string;
  name: string;
  rows: GuideRow[];
}

/** What stands in the windowed list: heads of sections between their rows. */
export type GuideEntry =
  | { kind: 'section'; key: string; section: GuideSection }
  | { kind: 'row'; key: string; row: GuideRow };

interface GuideSources {
  suggestions: readonly GuideItem[];
  sections: readonly Section[];
  items: readonly CompactItem[];
  units: readonly Unit[];
}

/** Joins the guide with items, units and sections: sections in walk order, items without one at the end. */
export function buildGuide(
  { suggestions, sections, items, units }: GuideSources,
  otherName: string,
): GuideSection[] {
  const itemById = new Map(items.map((item) => [item._id, item]));
  const symbolById = new Map(units.map((unit) => [unit._id, unit.symbol]));
  const wholeUnits = wholeUnitsOf(units);
  const walk = sections.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const guide = new Map(
    walk.map(({ _id, name }): [string, GuideSection] => [_id, { id: _id, name, rows: [] }]),
  );
  const other: GuideSection = { id: 'other', name: otherName, rows: [] };
  for (const suggestion of suggestions) {
    const section = guide.get(suggestion.section ?? '') ?? other;
    const item = itemById.get(suggestion.itemId);
    const named = suggestion.unitSymbol
      ? suggestion
      : { ...suggestion, unitSymbol: symbolById.get(suggestion.unit) ?? '' };
    section.rows.push({
      item: named,
      sectionId: section.id,
      pack: packOf(named, symbolById.get(item?.baseUnit ?? '')),
      barcodes: item?.barcodes ?? [],
      isWhole: wholeUnits.has(suggestion.unit),
      searchText: searchTextOf(suggestion, item),
    });
  }
  return [...guide.values(), other].filter((section) => section.rows.length > 0);
}

/** The rows in which every word of the search stands somewhere; all of them for an empty one. */
export function filterGuide(guide: readonly GuideSection[], query: string): GuideSection[] {
  const words = foldText(query).split(' ').filter(Boolean);
  if (words.length === 0) return [...guide];
  return guide.flatMap((section) => {
    const rows = section.rows.filter((row) => words.every((word) => row.searchText.includes(word)));
    return rows.length > 0 ? [{ ...section, rows }] : [];
  });
}

const search = searchBy<GuideRow>(({ item, barcodes }) => ({
  names: [item.itemName, item.itemNameAlt],
  codes: [item.itemCode, ...barcodes],
}));

/** The item that fits what was typed best, wherever it stands in the walk; null where none does. */
export function bestRow(guide: readonly GuideSection[], query: string): GuideRow | null {
  const rows = guide.flatMap((section) => section.rows);
  return search(query, rows, 1)[0] ?? null;
}

/** Sections and rows as one list, for windowing. */
export function flattenGuide(guide: readonly GuideSection[]): GuideEntry[] {
  return guide.flatMap((section) => [
    { kind: 'section' as const, key: `section ${section.id}`, section },
    ...section.rows.map((row) => ({ kind: 'row' as const, key: row.item.itemId, row })),
  ]);
}

/** The item that a scanned code means: by barcode, else by item code. */
export function findScanned(guide: readonly GuideSection[], code: string): GuideRow | null {
  const rows = guide.flatMap((section) => section.rows);
  const wanted = code.trim().toLowerCase();
  return (
    rows.find((row) => row.barcodes.includes(code.trim())) ??
    rows.find((row) => row.item.itemCode.toLowerCase() === wanted) ??
    null
  );
}

function packOf({ unitSymbol, unitNum, unitDen }: GuideItem, baseSymbol: string | undefined): string {
  if (baseSymbol === undefined || unitNum === unitDen) return unitFor(null, unitSymbol);
  return `${unitFor(null, unitSymbol)} (${formatAmount(unitNum / unitDen, baseSymbol)})`;
}

function searchTextOf(suggestion: GuideItem, item: CompactItem | undefined): string {
  const { itemCode, itemName, itemNameAlt } = suggestion;
  return foldText([itemCode, itemName, itemNameAlt ?? '', ...(item?.barcodes ?? [])].join(' '));
}

/**
 * The guide of a branch, joined. Sections, items and units make it better (order, barcodes, packs) and are waited
 * for, but it does without any of them.
 */
export function useGuide(branch: string, deliveryDate: string) {
  const t = useMessages(orderTexts).guide;
  const suggestions = useQuery({
    ...suggestionsQuery(branch, deliveryDate || undefined),
    placeholderData: keepPreviousData,
  });
  const latest = useLatestGuide(branch, suggestions.isError && suggestions.data === undefined);
  const shown = suggestions.data ?? latest?.data;
  const sections = useQuery(activeSectionsQuery());
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());

  const guide = useMemo(
    () =>
      buildGuide(
        {
          suggestions: shown?.rows ?? [],
          sections: sections.data ?? [],
          items: items.data ?? [],
          units: units.data ?? [],
        },
        t.otherSection,
      ),
    [shown, sections.data, items.data, units.data, t.otherSection],
  );
  return {
    guide,
    isPending: suggestions.isPending || sections.isPending || items.isPending || units.isPending,
    /** Set when there is nothing to show. */
    error: shown ? null : suggestions.error,
    /** Epoch ms of what is shown, when it could not be renewed; null while it is fresh. */
    savedFrom:
      latest?.savedAt ?? (suggestions.data && suggestions.isError ? suggestions.dataUpdatedAt : null),
    /** The rows were loaded for another delivery date: there are no suggestions. */
    isForOtherDate: latest !== null,
    skipped: shown?.skipped ?? 0,
    retry: () => void suggestions.refetch(),
  };
}

/**
 * The guide of the branch for another day, as this device saw it last: what stands in when that of the chosen day can't be
 * loaded. Its suggestions are left out, because they were computed for the other day.
 */
function useLatestGuide(
  branch: string,
  isWanted: boolean,
): { data: TolerantList<GuideItem>; savedAt: number } | null {
  const queryClient = useQueryClient();
  const known = isWanted ? queryClient.getQueryCache().findAll({ queryKey: guideKeyOf(branch) }) : [];
  const latest = known
    .filter(({ state }) => state.data !== undefined)
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0];
  const data = latest?.state.data as TolerantList<GuideItem> | undefined;
  return useMemo(
    () =>
      data && latest
        ? {
            data: { ...data, rows: data.rows.map((row) => ({ ...row, suggestedQty: 0, reason: null })) },
            savedAt: latest.state.dataUpdatedAt,
          }
        : null,
    [data, latest],
  );
}
