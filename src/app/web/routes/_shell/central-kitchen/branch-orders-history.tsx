import { createFileRoute } from '@tanstack/react-router';
import { KitchenHistoryPage } from '#modules/orders/web/lists/orders-list/kitchen-history-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/central-kitchen/branch-orders-history')({
  staticData: { page: '/central-kitchen/branch-orders-history', title: 'kitchenHistory' },
  validateSearch: searchReader({
    q: 'text',
    status: 'text',
    branch: 'text',
    from: 'text',
    to: 'text',
    sort: 'text',
    page: 'number',
    order: 'text',
  }),
  component: KitchenHistoryPage,
});
