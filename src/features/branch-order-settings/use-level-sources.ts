import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { branchLevelsQuery, levelUseQuery } from '#src/collections/items/branch-levels.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { unitsQuery } from '#src/collections/items/units.ts';
import { levelRows } from './level-rows.ts';

/** Four weeks: long enough for every weekday to count alike, short enough for the season. */
const useDays = 28;
const nothingUsed: ReadonlyMap<string, number> = new Map();

/** The items of a branch with their levels, joined; what it used lately comes when it comes. */
export function useLevelSources(branchId: string) {
  const levels = useQuery(branchLevelsQuery(branchId));
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const sections = useQuery(activeSectionsQuery());
  const { data: use = nothingUsed } = useQuery(levelUseQuery(branchId, useDays));
  const parts = [levels, items, units, sections];
  const rows = useMemo(
    () =>
      levels.data && items.data && units.data && sections.data
        ? levelRows({
            branchId,
            levels: levels.data,
            items: items.data,
            units: units.data,
            sections: sections.data,
            use,
          })
        : null,
    [branchId, levels.data, items.data, units.data, sections.data, use],
  );
  const byItem = useMemo(() => new Map((rows ?? []).map((row) => [row.itemId, row])), [rows]);
  return {
    rows,
    byItem,
    sections: sections.data ?? [],
    error: rows === null ? (parts.find(({ error }) => error)?.error ?? null) : null,
    retry: () => void Promise.all(parts.filter(({ error }) => error).map(({ refetch }) => refetch())),
  };
}
