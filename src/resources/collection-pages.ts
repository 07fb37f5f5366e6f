import type { LinkProps } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import { useUser } from '#src/lib/session/session.ts';

interface CollectionPage {
  to: NonNullable<LinkProps['to']>;
  /** Stands as a tab on that page. */
  tab?: string;
  /** Fields that its list can be narrowed by: name of the field -> name in the address. */
  by?: Readonly<Record<string, string>>;
  /** An open row has no place in its address. */
  hasNoRows?: true;
}

/** Where the rows of a collection are looked after. */
export const collectionPages: Readonly<Record<string, CollectionPage>> = {
  branch: { to: '/branches' },
  departments: { to: '/branches', tab: 'departments' },
  sections: { to: '/sections' },
  units: { to: '/units' },
  taxes: { to: '/tax' },
  brands: { to: '/brand' },
  currencies: { to: '/currency' },
  suppliers: { to: '/procurements/settings/supplier' },
  packagings: { to: '/procurements/creation/packaging', by: { itemId: 'itemId', supplierId: 'supplierId' } },
  'item-categories': { to: '/sub-categories', tab: 'item-categories' },
  'sub-categories': { to: '/sub-categories', by: { parent: 'parent' } },
  'purchase-categories': { to: '/procurements/settings/procurement-category' },
  'branch-categories': { to: '/branch-settings/create-category' },
  items: { to: '/sub-category-items', by: { category: 'category', subCategory: 'subCategory' } },
  users: { to: '/user' },
  orders: { to: '/branch-orders', by: { branch: 'branch' } },
  wastage: { to: '/branch-order/wastage' },
  stock: { to: '/inventory', hasNoRows: true },
  'item-levels': { to: '/branch-order/settings', by: { branchId: 'branch' }, hasNoRows: true },
};

/** Links to the rows of other collections, for pages that the person may open. */
export function useCollectionLinks() {
  const user = useUser();
  const pageOf = (collection: string) => {
    const page = collectionPages[collection];
    return page && canOpenPage(user, page.to) ? page : null;
  };
  return {
    /** One row; null where it has no place that the person may open. */
    row(collection: string, id: string): LinkProps | null {
      if (collection === 'items')
        return canOpenPage(user, '/items') ? { to: '/items/$id/edit', params: { id } } : null;
      const page = pageOf(collection);
      return page && !page.hasNoRows
        ? { to: page.to, search: { ...(page.tab && { tab: page.tab }), row: id } as LinkProps['search'] }
        : null;
    },
    /** All rows that have `id` in one of `fields`; null where the list cannot be narrowed so far. */
    all(collection: string, fields: readonly string[], id: string): LinkProps | null {
      const page = pageOf(collection);
      const name = fields.length === 1 ? page?.by?.[fields[0] ?? ''] : undefined;
      return page && name ? { to: page.to, search: { [name]: id } as LinkProps['search'] } : null;
    },
  };
}
