import type { LinkProps } from '@tanstack/react-router';
import { type Actor, canOpenPage } from '#domain/permissions.ts';
import { useUser } from '#src/lib/session/session.ts';

export interface CollectionPage {
  to: NonNullable<LinkProps['to']>;
  /** Stands as a tab on that page. */
  tab?: string;
  /** Fields that its list can be narrowed by: name of the field -> name in the address. */
  by?: Readonly<Record<string, string>>;
  /** What names the open row in its address; `row` where nothing else is said, null where none does. */
  rowParam?: string | null;
}

/** Where the rows of a collection are looked after. */
export const collectionPages: Readonly<Record<string, CollectionPage>> = {
  branch: { to: '/branches' },
  departments: { to: '/branches', tab: 'departments' },
  reasons: { to: '/branches', tab: 'reasons' },
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
  orders: { to: '/branch-orders', by: { branch: 'branch' }, rowParam: 'order' },
  wastage: { to: '/branch-order/wastage' },
  'order-templates': { to: '/branch-order/settings', tab: 'templates' },
  'count-schedules': { to: '/branch-order/settings', tab: 'schedules' },
  stock: { to: '/inventory', rowParam: null },
  'item-levels': { to: '/branch-order/settings', by: { branchId: 'branch' }, rowParam: null },
};

/**
 * Where one row is looked at; null where it has no place that the person may open.
 *
 * @param page its collection's, for one that is not among `collectionPages`
 */
export function rowLink(
  actor: Actor,
  collection: string,
  id: string,
  page: CollectionPage | undefined = collectionPages[collection],
): LinkProps | null {
  if (collection === 'items')
    return canOpenPage(actor, '/items') ? { to: '/items/$id/edit', params: { id } } : null;
  const { to, tab, rowParam = 'row' } = page ?? {};
  if (to === undefined || rowParam === null || !canOpenPage(actor, to)) return null;
  return { to, search: { ...(tab && { tab }), [rowParam]: id } as LinkProps['search'] };
}

/** Links to the rows of other collections, for pages that the person may open. */
export function useCollectionLinks() {
  const user = useUser();
  return {
    /** One row; null where it has no place that the person may open. */
    row: (collection: string, id: string) => rowLink(user, collection, id),
    /** All rows that have `id` in the first of `fields` that their list is narrowed by; null where it is by none. */
    all(collection: string, fields: readonly string[], id: string): LinkProps | null {
      const page = collectionPages[collection];
      const name = fields.map((field) => page?.by?.[field]).find((each) => each !== undefined);
      return page && name && canOpenPage(user, page.to)
        ? { to: page.to, search: { [name]: id } as LinkProps['search'] }
        : null;
    },
  };
}
