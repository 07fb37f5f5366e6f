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
    only: 'text',
    day: 'text',
    by: 'text',
    sort: 'text',
    item: 'text',
    at: 'text',
    part: 'text',
    lot: 'text',
    import: 'flag',
    opening: 'flag',
  }),
  component: InventoryPage,
});
