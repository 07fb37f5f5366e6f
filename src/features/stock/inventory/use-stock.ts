import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isOwnPlace } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { itemCategoriesQuery } from '#src/collections/items/item-categories.ts';
import { compactLevelsQuery } from '#src/collections/items/item-levels.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { compactStockQuery } from '#src/collections/stock/stock.ts';
import { unitsQuery } from '#src/collections/items/units.ts';
import { useUser } from '#src/lib/session/session.ts';
import { buildStock } from './stock-rows.ts';

/** All stock the person may see, joined once; null while a part of it is not there yet. */
export function useStock() {
  const user = useUser();
  const stock = useQuery({
    ...compactStockQuery(),
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  });
  const items = useQuery(compactItemsQuery());
  const levels = useQuery(compactLevelsQuery());
  const branches = useQuery(branchesQuery());
  const units = useQuery(unitsQuery());
  const sections = useQuery(activeSectionsQuery());
  const categories = useQuery(itemCategoriesQuery());
  const isLoadingCategories = categories.isLoading;
  const queries = [stock, items, levels, branches, units, sections, categories];

  // Twenty thousand rows: joined when an answer comes, and at no key.
  const lines = useMemo(() => {
    const seesPlace = (id: string) => isOwnPlace(user, id);
    if (!stock.data || !items.data || !levels.data || !branches.data || !units.data || !sections.data)
      return null;
    // Their filter stands above the rows: it would move what is beside it.
    if (isLoadingCategories) return null;
    return buildStock({
      stock: stock.data.rows,
      items: items.data,
      levels: levels.data,
      branches: branches.data,
      units: units.data,
      sections: sections.data,
      seesPlace,
    });
  }, [
    user,
    stock.data,
    items.data,
    levels.data,
    branches.data,
    units.data,
    sections.data,
    isLoadingCategories,
  ]);

  return {
    lines,
    skipped: stock.data?.skipped ?? 0,
    sections: sections.data ?? [],
    categories: categories.data ?? [],
    error: queries.find((query) => query.isError && query.data === undefined)?.error ?? null,
    loadedAt: stock.dataUpdatedAt,
    refresh(): void {
      for (const query of queries) if (query.isError || query === stock) void query.refetch();
    },
  };
}

export type Stock = ReturnType<typeof useStock>;
