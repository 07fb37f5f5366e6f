import { createFileRoute } from '@tanstack/react-router';
import { InventoryPage } from '#modules/stock/web/inventory/inventory-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/inventory')({
  staticData: { page: '/inventory', title: 'inventory' },
  validateSearch: searchReader({
    q: 'text',
    place: 'text',
    section: 'text',
    category: 'text',
    state: 'text',
    /** Stock subset, such as items below their minimum. */
    subset: 'text',
    day: 'text',
    /** Date basis of stock on a past day: `effective` (the default) or `posted`. */
    by: 'text',
    sort: 'text',
    item: 'text',
    /** Location of the open item. */
    at: 'text',
    /** Tab of the open item's card. */
    part: 'text',
    lot: 'text',
    import: 'flag',
    opening: 'flag',
  }),
  component: InventoryPage,
});
