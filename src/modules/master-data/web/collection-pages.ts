import type { LinkProps } from '@tanstack/react-router';
import { type CollectionKey, definitions } from '../collections.ts';
import { type Actor, canOpenPage, type Collection } from '#core/permissions.ts';
import { useUser } from '#platform/web/session/session.ts';
import type { CollectionPage } from './collection-screen.ts';
import { getScreen } from './screens.ts';

/** Pages of rows that aren't master data. */
const otherPages: Readonly<Partial<Record<string, CollectionPage>>> = {
  users: { to: '/user' },
  orders: { to: '/branch-orders', filterParams: { branch: 'branch' }, rowParam: 'order' },
  wastage: { to: '/branch-order/wastage' },
  'stock-counts': { to: '/branch-order/stock-count' },
  transfers: { to: '/branch-order/inventory-control/transfers' },
  'production-batches': { to: '/production' },
  'purchase-orders': { to: '/procurements/creation/review/orders' },
  'goods-receipts': { to: '/procurements/creation/review/receipts' },
  'supplier-invoices': { to: '/procurements/creation/review/invoices' },
  'safety-checks': { to: '/inventory/food-safety' },
  stock: { to: '/inventory', rowParam: null },
} satisfies Partial<Record<Collection, CollectionPage>>;

const isMasterData = (collection: string): collection is CollectionKey =>
  Object.hasOwn(definitions, collection);

/** Returns the page that manages a collection; undefined if there is none. */
function getPage(collection: string): CollectionPage | undefined {
  return (isMasterData(collection) ? getScreen(collection).page : null) ?? otherPages[collection];
}

/** Collections whose rows have a page. */
export const pagedCollections: readonly string[] = [
  ...Object.keys(definitions),
  ...Object.keys(otherPages),
].filter((collection) => getPage(collection) !== undefined);

/**
 * Returns a link to a row; null if the user can't open a page that shows it.
 *
 * @param page page of the collection; by default the page from the list above
 */
export function getRowLink(
  actor: Actor,
  collection: string,
  id: string,
  page: CollectionPage | undefined = getPage(collection),
): LinkProps | null {
  if (collection === 'items')
    return canOpenPage(actor, '/items') ? { to: '/items/$id/edit', params: { id } } : null;
  const { to, tab, rowParam = 'row' } = page ?? {};
  if (to === undefined || rowParam === null || !canOpenPage(actor, to)) return null;
  return { to, search: { ...(tab && { tab }), [rowParam]: id } as LinkProps['search'] };
}

/** Returns functions that build links to rows of other collections, on pages that the user may open. */
export function useRowLinks() {
  const user = useUser();
  return {
    /** Link to one row; null if the user can't open a page that shows it. */
    linkToRow: (collection: string, id: string) => getRowLink(user, collection, id),
    /**
     * Link to all rows with `id` in the first of `fields` by which their list can be filtered; null if there
     * is no such field.
     */
    linkToAll(collection: string, fields: readonly string[], id: string): LinkProps | null {
      const page = getPage(collection);
      const name = fields
        .map((field) => page?.filterParams?.[field])
        .find((parameter) => parameter !== undefined);
      return page && name && canOpenPage(user, page.to)
        ? { to: page.to, search: { [name]: id } as LinkProps['search'] }
        : null;
    },
  };
}
