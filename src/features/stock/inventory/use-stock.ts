import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isOwnLocation } from '#domain/permissions.ts';
import { owningLocation } from '#domain/stock/ledger-locations.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { itemCategoriesQuery } from '#src/collections/items/item-categories.ts';
import { compactLevelsQuery } from '#src/collections/items/item-levels.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { stockAsAtQuery } from '#src/collections/stock/stock-positions.ts';
import { type CompactStock, compactStockQuery } from '#src/collections/stock/stock.ts';
import { unitsQuery } from '#src/collections/items/units.ts';
import { useUser } from '#src/lib/session/session.ts';
import { locationOptions } from './stock-filters.tsx';
import { buildStock, compareNames, type PastStockDay } from './stock-rows.ts';

/**
 * All stock the person may see, joined once; null while a part of it is not there yet. Where there is more than is sent at once, all of
 * the place that is looked at is there nevertheless.
 *
 * @param asked how it stood on a day of the past; left out: now
 */
export function useStock(asked: PastStockDay | undefined, place: string | undefined) {
  const day = asked?.day;
  const user = useUser();
  const stock = useQuery({
    ...compactStockQuery(),
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  });
  const isCut = omittedRows(stock.data) > 0;
  const ofPlace = useQuery({
    ...compactStockQuery({ branchId: place ?? '' }),
    enabled: isCut && place !== undefined,
    refetchOnMount: 'always',
  });
  const isByPlace = isCut && place !== undefined;
  const placeRows = isByPlace ? ofPlace.data?.rows : undefined;
  const pastQuery = stockAsAtQuery(day ?? '', asked?.by ?? 'happened');
  const past = useQuery({ ...pastQuery, enabled: day !== undefined });
  const items = useQuery(compactItemsQuery());
  const levels = useQuery(compactLevelsQuery());
  const branches = useQuery(branchesQuery());
  const units = useQuery(unitsQuery());
  const sections = useQuery(activeSectionsQuery());
  const categories = useQuery(itemCategoriesQuery());
  const isLoadingCategories = categories.isLoading;
  const shown = day !== undefined ? past : isByPlace ? ofPlace : stock;
  const queries = [shown, stock, items, levels, branches, units, sections, categories];

  // Twenty thousand rows: joined when an answer comes, and at no key.
  const join = useMemo(() => {
    const seesPlace = (id: string) => isOwnLocation(user, id);
    if (!items.data || !levels.data || !branches.data || !units.data || !sections.data) return null;
    // Their filter stands above the rows: it would move what is beside it.
    if (isLoadingCategories) return null;
    const known = {
      items: items.data,
      branches: branches.data,
      units: units.data,
      sections: sections.data,
      seesPlace,
    };
    const levelRows = levels.data;
    return {
      now: (rows: readonly CompactStock[], isWhole: (placeId: string) => boolean) =>
        buildStock({
          ...known,
          stock: rows,
          levels: levelRows.filter(({ branchId }) => isWhole(branchId)),
        }),
      // Nobody kept what the levels were.
      past: (rows: readonly CompactStock[]) => buildStock({ ...known, stock: rows, levels: [] }),
    };
  }, [user, items.data, levels.data, branches.data, units.data, sections.data, isLoadingCategories]);
  const now = useMemo(
    () =>
      join && stock.data
        ? join.now(
            withPlace(stock.data.rows, place, placeRows),
            isCut ? completePlaces(stock.data.rows, placeRows && place) : () => true,
          )
        : null,
    [join, stock.data, isCut, place, placeRows],
  );
  const then = useMemo(
    () => (join && day !== undefined && past.data ? join.past(past.data.rows) : null),
    [join, day, past.data],
  );

  const places = useMemo(
    () =>
      isCut
        ? (branches.data ?? [])
            .filter(({ _id }) => isOwnLocation(user, _id))
            .map(({ _id, name }) => ({ id: _id, name }))
            .toSorted((a, b) => compareNames(a.name, b.name))
        : locationOptions(now ?? []),
    [isCut, branches.data, user, now],
  );

  return {
    lines: day !== undefined ? then : isByPlace && placeRows === undefined ? null : now,
    /** Of the past as it was answered: by what, how many postings it leaves out, and when it came. */
    past:
      asked && past.data
        ? {
            day: asked.day,
            by: past.data.by,
            late: past.data.late,
            query: past,
            queryKey: pastQuery.queryKey,
          }
        : undefined,
    /** As it stands now, whatever day is shown: what a stock card is of. */
    now,
    /** How many rows there are beyond those that the server sends at once. */
    left: omittedRows(shown.data),
    /** The places that there are rows of; where not all rows are here, all that the person may see. */
    places,
    skipped: shown.data?.skipped ?? 0,
    sections: sections.data ?? [],
    categories: categories.data ?? [],
    error: queries.find((query) => query.isError && query.data === undefined)?.error ?? null,
    loadedAt: shown.dataUpdatedAt,
    refresh(): void {
      for (const query of queries) if (query.isError || query === shown) void query.refetch();
    },
  };
}

/** All rows of a place instead of those that are known of it. */
function withPlace(
  rows: readonly CompactStock[],
  place: string | undefined,
  ofPlace: readonly CompactStock[] | undefined,
): readonly CompactStock[] {
  return ofPlace === undefined
    ? rows
    : [...rows.filter(({ placeId }) => owningLocation(placeId) !== place), ...ofPlace];
}

/**
 * The places of which all rows are here, where an answer was cut: they come place by place, and the last may have more. An item with levels
 * elsewhere is not out of stock because its balance did not come.
 */
function completePlaces(rows: readonly CompactStock[], chosen: string | undefined) {
  const whole = new Set(rows.map(({ placeId }) => placeId));
  // What is counted blind comes after all others.
  whole.delete(owningLocation(rows.findLast(({ isUntold }) => !isUntold)?.placeId ?? ''));
  if (chosen !== undefined) whole.add(chosen);
  return (placeId: string) => whole.has(placeId);
}

/** How many rows an answer leaves out. */
function omittedRows(answer: { rows: unknown[]; skipped: number; total: number | null } | undefined): number {
  return answer ? Math.max(0, (answer.total ?? 0) - answer.rows.length - answer.skipped) : 0;
}

export type Stock = ReturnType<typeof useStock>;
