import { createFileRoute } from '@tanstack/react-router';
import { BranchOrdersPage } from '#modules/orders/web/lists/orders-list/branch-orders-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-orders')({
  staticData: { page: '/branch-orders', title: 'branchOrders' },
  validateSearch: searchReader({
    q: 'text',
    status: 'text',
    branch: 'text',
    kitchen: 'text',
    from: 'text',
    to: 'text',
    shippedBefore: 'text',
    sort: 'text',
    page: 'number',
    order: 'text',
    compare: 'text',
    ids: 'text',
  }),
  component: BranchOrdersPage,
});
