import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isOwnLocation } from '#core/permissions.ts';
import { owningLocation } from '../../ledger-locations.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { itemCategoriesQuery } from '#modules/item-categories/web/queries.ts';
import { compactLevelsQuery } from '#modules/item-levels/web/queries/item-levels.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { activeSectionsQuery } from '#modules/sections/web/queries.ts';
import { stockAsAtQuery } from '../queries/stock-positions.ts';
import { type CompactStock, compactStockQuery } from '../queries/stock.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { useUser } from '#platform/web/session/session.ts';
import { locationOptions } from './stock-filters.tsx';
import { buildStock, compareNames, type PastStockDay } from './stock-rows.ts';

/**
 * Loads and joins all stock that the user may see; null until every part is loaded. If the response is
 * limited, all rows of the selected location are loaded separately.
 *
 * @param pastDay the past day; absent for current stock
 */
export function useStock(pastDay: PastStockDay | undefined, place: string | undefined) {
  const day = pastDay?.day;
  const user = useUser();
  const stock = useQuery({
    ...compactStockQuery(),
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  });
  const isTruncated = countOmittedRows(stock.data) > 0;
  const placeQuery = useQuery({
    ...compactStockQuery({ branchId: place ?? '' }),
    enabled: isTruncated && place !== undefined,
    refetchOnMount: 'always',
  });
  const isByPlace = isTruncated && place !== undefined;
  const placeRows = isByPlace ? placeQuery.data?.rows : undefined;
  const pastQuery = stockAsAtQuery(day ?? '', pastDay?.by ?? 'effective');
  const past = useQuery({ ...pastQuery, enabled: day !== undefined });
  const items = useQuery(compactItemsQuery());
  const levels = useQuery(compactLevelsQuery());
  const branches = useQuery(branchesQuery());
  const units = useQuery(unitsQuery());
  const sections = useQuery(activeSectionsQuery());
  const categories = useQuery(itemCategoriesQuery());
  const isLoadingCategories = categories.isLoading;
  const activeQuery = day !== undefined ? past : isByPlace ? placeQuery : stock;
  const queries = [activeQuery, stock, items, levels, branches, units, sections, categories];

  // Twenty thousand rows, joined when a response arrives and not at every keystroke.
  const join = useMemo(() => {
    const canSeePlace = (id: string) => isOwnLocation(user, id);
    if (!items.data || !levels.data || !branches.data || !units.data || !sections.data) return null;
    // If the category filter above the rows appeared later, it would shift the content.
    if (isLoadingCategories) return null;
    const sources = {
      items: items.data,
      branches: branches.data,
      units: units.data,
      sections: sections.data,
      canSeePlace,
    };
    const levelRows = levels.data;
    return {
      current: (rows: readonly CompactStock[], isComplete: (placeId: string) => boolean) =>
        buildStock({
          ...sources,
          stock: rows,
          levels: levelRows.filter(({ branchId }) => isComplete(branchId)),
        }),
      // Levels have no history.
      past: (rows: readonly CompactStock[]) => buildStock({ ...sources, stock: rows, levels: [] }),
    };
  }, [user, items.data, levels.data, branches.data, units.data, sections.data, isLoadingCategories]);
  const current = useMemo(
    () =>
      join && stock.data
        ? join.current(
            withPlace(stock.data.rows, place, placeRows),
            isTruncated ? findCompletePlaces(stock.data.rows, placeRows && place) : () => true,
          )
        : null,
    [join, stock.data, isTruncated, place, placeRows],
  );
  const pastLines = useMemo(
    () => (join && day !== undefined && past.data ? join.past(past.data.rows) : null),
    [join, day, past.data],
  );

  const places = useMemo(
    () =>
      isTruncated
        ? (branches.data ?? [])
            .filter(({ _id }) => isOwnLocation(user, _id))
            .map(({ _id, name }) => ({ id: _id, name }))
            .toSorted((a, b) => compareNames(a.name, b.name))
        : locationOptions(current ?? []),
    [isTruncated, branches.data, user, current],
  );

  return {
    lines: day !== undefined ? pastLines : isByPlace && placeRows === undefined ? null : current,
    /** Loaded past stock: basis, number of excluded postings, and loading time. */
    past:
      pastDay && past.data
        ? {
            day: pastDay.day,
            by: past.data.by,
            late: past.data.late,
            query: past,
            queryKey: pastQuery.queryKey,
          }
        : undefined,
    /** Current stock regardless of the displayed day, for stock cards. */
    currentLines: current,
    /** Number of rows beyond the first response. */
    omittedCount: countOmittedRows(activeQuery.data),
    /** Locations of the rows; if rows are missing, every location that the user may see. */
    places,
    skipped: activeQuery.data?.skipped ?? 0,
    sections: sections.data ?? [],
    categories: categories.data ?? [],
    error: queries.find((query) => query.isError && query.data === undefined)?.error ?? null,
    loadedAt: activeQuery.dataUpdatedAt,
    refresh(): void {
      for (const query of queries) if (query.isError || query === activeQuery) void query.refetch();
    },
  };
}

/** Replaces the rows of a location with its complete ones. */
function withPlace(
  rows: readonly CompactStock[],
  place: string | undefined,
  completeRows: readonly CompactStock[] | undefined,
): readonly CompactStock[] {
  return completeRows === undefined
    ? rows
    : [...rows.filter(({ placeId }) => owningLocation(placeId) !== place), ...completeRows];
}

/**
 * Returns a function that checks whether a location's rows are complete in a limited response. Rows arrive
 * location by location, and the last one may be incomplete. Otherwise an item with levels would count as out
 * of stock because its balance is missing.
 */
function findCompletePlaces(rows: readonly CompactStock[], selectedPlaceId: string | undefined) {
  const complete = new Set(rows.map(({ placeId }) => placeId));
  // Items in a blind count come after all others.
  complete.delete(owningLocation(rows.findLast(({ isHidden }) => !isHidden)?.placeId ?? ''));
  if (selectedPlaceId !== undefined) complete.add(selectedPlaceId);
  return (placeId: string) => complete.has(placeId);
}

/** Returns the number of rows that a response omits. */
function countOmittedRows(
  page: { rows: unknown[]; skipped: number; total: number | null } | undefined,
): number {
  return page ? Math.max(0, (page.total ?? 0) - page.rows.length - page.skipped) : 0;
}

export type Stock = ReturnType<typeof useStock>;
