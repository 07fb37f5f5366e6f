import { isForBranch } from '#modules/items/is-for-branch.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { foldText } from '#core/text.ts';
import { branchLevelsQuery, levelUseQuery, type LevelValues } from '../queries/branch-levels.ts';
import { type BranchLevel } from '../../shapes.ts';
import { type CompactItem, compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { type Unit, unitsQuery } from '#modules/units/web/queries/units.ts';
import { activeSectionsQuery, type Section } from '#modules/sections/web/queries.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import type { branchOrderSettingsMessages } from './messages.ts';

/** An item with the levels of a branch, derived once rather than per keystroke. Quantities in base units. */
export interface LevelRow {
  itemId: string;
  name: string;
  nameAlt: string | null;
  code: string;
  unit: string;
  /** Smallest countable quantity of the unit, in micro-units. */
  stepMicro: number;
  sectionId: string | null;
  section: string;
  /** Values saved on the server. */
  saved: LevelValues;
  /** Version of the saved level; 0 if there is none. */
  version: number;
  /** Mean daily usage of the last four weeks; null if there was none. */
  perDay: number | null;
  searchText: string;
}

interface LevelSources {
  branchId: string;
  items: readonly CompactItem[];
  levels: readonly BranchLevel[];
  units: readonly Unit[];
  sections: readonly Section[];
  usage: ReadonlyMap<string, number>;
}

export const noLevels: LevelValues = { min: null, par: null, max: null, safetyStock: null, weekdayPar: {} };

/** Returns the items that the branch may order, in walking order: section, shelf position, name. */
function buildLevelRows({ branchId, items, levels, units, sections, usage }: LevelSources): LevelRow[] {
  const levelByItem = new Map(levels.map((level) => [level.itemId, level]));
  const unitById = new Map(units.map((unit) => [unit._id, unit]));
  const sectionById = new Map(sections.map((section) => [section._id, section]));
  const getWalkingPosition = ({ _id, section }: CompactItem): [number, number] => [
    sectionById.get(section ?? '')?.sortOrder ?? Number.MAX_SAFE_INTEGER,
    levelByItem.get(_id)?.binSortOrder ?? Number.MAX_SAFE_INTEGER,
  ];
  return items
    .filter((item) => item.isActive && isForBranch(item.branches, branchId))
    .map((item) => ({ item, position: getWalkingPosition(item) }))
    .toSorted(
      (a, b) =>
        a.position[0] - b.position[0] || a.position[1] - b.position[1] || compareNames(a.item, b.item),
    )
    .map(({ item }) => {
      const level = levelByItem.get(item._id);
      const unit = unitById.get(item.baseUnit);
      return {
        itemId: item._id,
        name: item.name,
        nameAlt: item.nameAlt,
        code: item.itemCode,
        unit: unit?.symbol ?? '',
        stepMicro: unit?.wholeOnly ? 1_000_000 : 10 ** Math.max(0, 6 - (unit?.decimals ?? 3)),
        sectionId: item.section,
        section: sectionById.get(item.section ?? '')?.name ?? '',
        saved: level ?? noLevels,
        version: level?.version ?? 0,
        perDay: usage.get(item._id) ?? null,
        searchText: foldText([item.itemCode, item.name, item.nameAlt ?? '', ...item.barcodes].join(' ')),
      };
    });
}

/** Returns the rows with reloaded levels. */
export function withLevels(
  rows: ReadonlyMap<string, LevelRow>,
  levels: readonly BranchLevel[],
): ReadonlyMap<string, LevelRow> {
  const levelByItem = new Map(levels.map((level) => [level.itemId, level]));
  return new Map(
    [...rows.values()].map((row) => {
      const level = levelByItem.get(row.itemId);
      return [row.itemId, { ...row, saved: level ?? noLevels, version: level?.version ?? 0 }];
    }),
  );
}

const collator = new Intl.Collator();
const compareNames = (a: CompactItem, b: CompactItem) => collator.compare(a.name, b.name);

/** Row filter; undefined matches all. */
interface LevelFilter {
  q: string;
  section: string | undefined;
  state: string | undefined;
}

/** Returns the rows that match the search words, section and state. `isInState` tests the state. */
export function filterLevels(
  rows: readonly LevelRow[],
  { q, section, state }: LevelFilter,
  isInState: (row: LevelRow, state: string) => boolean,
): readonly LevelRow[] {
  const words = foldText(q).split(' ').filter(Boolean);
  if (words.length === 0 && !section && !state) return rows;
  return rows.filter(
    (row) =>
      words.every((word) => row.searchText.includes(word)) &&
      (!section || row.sectionId === section) &&
      (!state || isInState(row, state)),
  );
}

/** Columns of the exported list; they contain saved values, not unsaved edits. */
export function getExportColumns(
  t: TranslationOf<typeof branchOrderSettingsMessages>['levels'],
): Column<LevelRow>[] {
  const createTextColumn = (key: 'code' | 'item' | 'unit' | 'section', value: (row: LevelRow) => string) => ({
    key,
    label: t.columns[key],
    cell: () => null,
    value,
  });
  const createLevelColumn = (key: 'min' | 'par' | 'max' | 'safetyStock') => ({
    key,
    label: t.columns[key],
    cell: () => null,
    value: ({ saved }: LevelRow) => saved[key],
  });
  return [
    createTextColumn('code', ({ code }) => code),
    createTextColumn('item', ({ name }) => name),
    createTextColumn('section', ({ section }) => section),
    createTextColumn('unit', ({ unit }) => unit),
    createLevelColumn('min'),
    createLevelColumn('par'),
    createLevelColumn('max'),
    createLevelColumn('safetyStock'),
    { key: 'perDay', label: t.columns.perDay, cell: () => null, value: ({ perDay }) => perDay },
    ...[1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      key: `weekday ${weekday}`,
      label: t.parOn(formatWeekday(weekday)),
      cell: () => null,
      value: ({ saved }: LevelRow) => saved.weekdayPar[String(weekday)] ?? null,
    })),
  ];
}

/**
 * Days of usage to average: four weeks, so that every day of the week counts equally and the figure reflects
 * the season.
 */
const usageDays = 28;
const noUsage: ReadonlyMap<string, number> = new Map();

/** Loads the items of a branch with their levels; usage is added when it arrives. */
export function useLevelSources(branchId: string) {
  const levels = useQuery(branchLevelsQuery(branchId));
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const sections = useQuery(activeSectionsQuery());
  const { data: usage = noUsage } = useQuery(levelUseQuery(branchId, usageDays));
  const queries = [levels, items, units, sections];
  const rows = useMemo(
    () =>
      levels.data && items.data && units.data && sections.data
        ? buildLevelRows({
            branchId,
            levels: levels.data,
            items: items.data,
            units: units.data,
            sections: sections.data,
            usage,
          })
        : null,
    [branchId, levels.data, items.data, units.data, sections.data, usage],
  );
  const byItem = useMemo(() => new Map((rows ?? []).map((row) => [row.itemId, row])), [rows]);
  return {
    rows,
    byItem,
    sections: sections.data ?? [],
    error: rows === null ? (queries.find(({ error }) => error)?.error ?? null) : null,
    retry: () => void Promise.all(queries.filter(({ error }) => error).map(({ refetch }) => refetch())),
  };
}
