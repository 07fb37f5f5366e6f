import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StockShelf } from '#contract/stock.ts';
import { isOwnPlace } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { itemCategoriesQuery } from '#src/collections/items/item-categories.ts';
import { compactLevelsQuery } from '#src/collections/items/item-levels.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { shelvesQuery, stockAsAtQuery } from '#src/collections/stock/shelves.ts';
import { type CompactStock, compactStockQuery } from '#src/collections/stock/stock.ts';
import { unitsQuery } from '#src/collections/items/units.ts';
import { useUser } from '#src/lib/session/session.ts';
import { buildStock, type Past } from './stock-rows.ts';

/**
 * All stock the person may see, joined once; null while a part of it is not there yet.
 *
 * @param asked how it stood on a day of the past; left out: now
 */
export function useStock(asked: Past | undefined) {
  const day = asked?.day;
  const user = useUser();
  const stock = useQuery({
    ...compactStockQuery(),
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  });
  const pastQuery = stockAsAtQuery(day ?? '', asked?.by ?? 'happened');
  const past = useQuery({ ...pastQuery, enabled: day !== undefined });
  // Beside the rows, which do not wait for it.
  const shelves = useQuery({
    ...shelvesQuery(),
    enabled: stock.data !== undefined,
    refetchOnMount: 'always',
  });
  const items = useQuery(compactItemsQuery());
  const levels = useQuery(compactLevelsQuery());
  const branches = useQuery(branchesQuery());
  const units = useQuery(unitsQuery());
  const sections = useQuery(activeSectionsQuery());
  const categories = useQuery(itemCategoriesQuery());
  const isLoadingCategories = categories.isLoading;
  const shown = day === undefined ? stock : past;
  const queries = [shown, stock, items, levels, branches, units, sections, categories];

  // Twenty thousand rows: joined when an answer comes, and at no key.
  const join = useMemo(() => {
    const seesPlace = (id: string) => isOwnPlace(user, id);
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
      now: (rows: readonly CompactStock[], shelfRows: readonly StockShelf[] | null) =>
        buildStock({ ...known, stock: rows, levels: levelRows, shelves: shelfRows }),
      // Nobody kept what the levels and the lots were.
      past: (rows: readonly CompactStock[]) =>
        buildStock({ ...known, stock: rows, levels: [], shelves: null }),
    };
  }, [user, items.data, levels.data, branches.data, units.data, sections.data, isLoadingCategories]);
  const now = useMemo(
    () => (join && stock.data ? join.now(stock.data.rows, shelves.data ?? null) : null),
    [join, stock.data, shelves.data],
  );
  const then = useMemo(
    () => (join && day !== undefined && past.data ? join.past(past.data.rows) : null),
    [join, day, past.data],
  );

  return {
    lines: day === undefined ? now : then,
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
    /** Whether lots, use and movement are known. */
    hasShelves: shelves.data !== undefined,
    /** They are not there and not on their way: nobody waits for them. */
    isWithoutShelves:
      shelves.data === undefined && stock.data !== undefined && shelves.fetchStatus !== 'fetching',
    /** How many rows there are beyond those that the server sends at once. */
    left: Math.max(0, (shown.data?.total ?? 0) - (shown.data?.rows.length ?? 0) - (shown.data?.skipped ?? 0)),
    skipped: shown.data?.skipped ?? 0,
    sections: sections.data ?? [],
    categories: categories.data ?? [],
    error: queries.find((query) => query.isError && query.data === undefined)?.error ?? null,
    loadedAt: shown.dataUpdatedAt,
    refresh(): void {
      for (const query of queries) if (query.isError || query === shown) void query.refetch();
      void shelves.refetch();
    },
  };
}

export type Stock = ReturnType<typeof useStock>;
