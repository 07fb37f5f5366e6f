import { createFileRoute } from '@tanstack/react-router';
import { OrderHistoryPage } from '#modules/orders/web/lists/orders-list/order-history-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/order-history')({
  staticData: { page: '/branch-order/order-history', title: 'orderHistory' },
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
  component: OrderHistoryPage,
});
