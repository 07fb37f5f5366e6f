import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TolerantList } from '#platform/shapes/tolerant.ts';
import { findScannedGoods, type ScanRules } from '#core/labels/find-goods.ts';
import { foldText } from '#core/text.ts';
import { type CompactItem, compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { type Unit, unitsQuery, getWholeUnitIds } from '#modules/units/web/queries/units.ts';
import { type GuideItem, orderGuideKey, suggestionsQuery } from '../queries.ts';
import { activeSectionsQuery, type Section } from '#modules/sections/web/queries.ts';
import { formatAmount, formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { createSearch } from '#platform/web/rank.ts';
import { orderingMessages } from '../messages.ts';

/** An item in the order guide, with values that are computed once rather than on each keystroke. */
export interface GuideRow {
  item: GuideItem;
  sectionId: string;
  /** Order unit with its content, such as `case (6 L)`; the unit alone when it is the base unit. */
  pack: string;
  barcodes: readonly string[];
  /** Whether quantities in the order unit must be whole numbers. */
  isWhole: boolean;
  /** Code, names and barcodes, case-folded for searching. */
  searchText: string;
}

export interface GuideSection {
  id: string;
  name: string;
  rows: GuideRow[];
}

/** Entry of the virtualized list: a section header or a row. */
export type GuideEntry =
  | { kind: 'section'; key: string; section: GuideSection }
  | { kind: 'row'; key: string; row: GuideRow };

interface GuideSources {
  suggestions: readonly GuideItem[];
  sections: readonly Section[];
  items: readonly CompactItem[];
  units: readonly Unit[];
}

/** Joins the guide with items, units and sections: sections in walking order, items without one last. */
export function buildGuide(
  { suggestions, sections, items, units }: GuideSources,
  otherName: string,
): GuideSection[] {
  const itemById = new Map(items.map((item) => [item._id, item]));
  const symbolById = new Map(units.map((unit) => [unit._id, unit.symbol]));
  const wholeUnits = getWholeUnitIds(units);
  const sortedSections = sections.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const guide = new Map(
    sortedSections.map(({ _id, name }): [string, GuideSection] => [_id, { id: _id, name, rows: [] }]),
  );
  const other: GuideSection = { id: 'other', name: otherName, rows: [] };
  for (const suggestion of suggestions) {
    const section = guide.get(suggestion.section ?? '') ?? other;
    const item = itemById.get(suggestion.itemId);
    const withUnit = suggestion.unitSymbol
      ? suggestion
      : { ...suggestion, unitSymbol: symbolById.get(suggestion.unit) ?? '' };
    section.rows.push({
      item: withUnit,
      sectionId: section.id,
      pack: formatPack(withUnit, symbolById.get(item?.baseUnit ?? '')),
      barcodes: item?.barcodes ?? [],
      isWhole: wholeUnits.has(suggestion.unit),
      searchText: buildSearchText(suggestion, item),
    });
  }
  return [...guide.values(), other].filter((section) => section.rows.length > 0);
}

/** Returns the rows that contain every word of the query; all rows for an empty query. */
export function filterGuide(
  guide: readonly GuideSection[],
  query: string,
  onlyIds: ReadonlySet<string> | null = null,
): GuideSection[] {
  const words = foldText(query).split(' ').filter(Boolean);
  if (words.length === 0 && onlyIds === null) return [...guide];
  return guide.flatMap((section) => {
    const rows = section.rows.filter(
      ({ item, searchText }) =>
        (onlyIds?.has(item.itemId) ?? true) && words.every((word) => searchText.includes(word)),
    );
    return rows.length > 0 ? [{ ...section, rows }] : [];
  });
}

const search = createSearch<GuideRow>(({ item, barcodes }) => ({
  names: [item.itemName, item.itemNameAlt],
  codes: [item.itemCode, ...barcodes],
}));

/** Returns the row of the whole guide that best matches the query; null if none does. */
export function findBestRow(guide: readonly GuideSection[], query: string): GuideRow | null {
  const rows = guide.flatMap((section) => section.rows);
  return search(query, rows, 1)[0] ?? null;
}

/** Returns sections and rows as one list, for virtualization. */
export function flattenGuide(guide: readonly GuideSection[]): GuideEntry[] {
  return guide.flatMap((section) => [
    { kind: 'section' as const, key: `section ${section.id}`, section },
    ...section.rows.map((row) => ({ kind: 'row' as const, key: row.item.itemId, row })),
  ]);
}

/** Finds the row of a scanned item. */
export function findScanned(guide: readonly GuideSection[], code: string, rules: ScanRules): GuideRow | null {
  const rows = guide.flatMap((section) => section.rows);
  const goods = rows.map((row) => ({ row, itemCode: row.item.itemCode, barcodes: row.barcodes }));
  return findScannedGoods(code, goods, rules)?.goods.row ?? null;
}

function formatPack({ unitSymbol, unitNum, unitDen }: GuideItem, baseSymbol: string | undefined): string {
  if (baseSymbol === undefined || unitNum === unitDen) return formatUnitName(null, unitSymbol);
  return `${formatUnitName(null, unitSymbol)} (${formatAmount(unitNum / unitDen, baseSymbol)})`;
}

function buildSearchText(suggestion: GuideItem, item: CompactItem | undefined): string {
  const { itemCode, itemName, itemNameAlt } = suggestion;
  return foldText([itemCode, itemName, itemNameAlt ?? '', ...(item?.barcodes ?? [])].join(' '));
}

/**
 * Loads the guide of a branch. Sections, items and units add sort order, barcodes and packs, but aren't
 * required.
 */
export function useGuide(branch: string, deliveryDate: string) {
  const t = useMessages(orderingMessages).guide;
  const suggestions = useQuery({
    ...suggestionsQuery(branch, deliveryDate || undefined),
    placeholderData: keepPreviousData,
  });
  const latest = useLatestGuide(branch, suggestions.isError && suggestions.data === undefined);
  const guideData = suggestions.data ?? latest?.data;
  const sections = useQuery(activeSectionsQuery());
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());

  const guide = useMemo(
    () =>
      buildGuide(
        {
          suggestions: guideData?.rows ?? [],
          sections: sections.data ?? [],
          items: items.data ?? [],
          units: units.data ?? [],
        },
        t.otherSection,
      ),
    [guideData, sections.data, items.data, units.data, t.otherSection],
  );
  return {
    guide,
    isPending: suggestions.isPending || sections.isPending || items.isPending || units.isPending,
    /** Set when there is nothing to show. */
    error: guideData ? null : suggestions.error,
    /** Time when the displayed data was loaded (epoch ms) if refreshing failed; null if it is current. */
    cachedAt: latest?.savedAt ?? (suggestions.data && suggestions.isError ? suggestions.dataUpdatedAt : null),
    /** Whether the rows were loaded for a different delivery date and therefore have no suggestions. */
    isForOtherDate: latest !== null,
    skipped: guideData?.skipped ?? 0,
    retry: () => void suggestions.refetch(),
  };
}

/**
 * Returns the guide that this device last loaded for a different date, as a fallback if the requested date
 * fails to load. Its suggestions are removed, because they apply only to their date.
 */
function useLatestGuide(
  branch: string,
  isEnabled: boolean,
): { data: TolerantList<GuideItem>; savedAt: number } | null {
  const queryClient = useQueryClient();
  const cachedQueries = isEnabled
    ? queryClient.getQueryCache().findAll({ queryKey: orderGuideKey(branch) })
    : [];
  const latest = cachedQueries
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
