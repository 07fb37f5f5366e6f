import { createFileRoute } from '@tanstack/react-router';
import { BranchKitchenPage } from '#modules/orders/web/lists/branch-kitchen/branch-kitchen-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/central-kitchen')({
  staticData: { page: '/branch-order/central-kitchen', title: 'branchKitchen' },
  validateSearch: searchReader({ branch: 'text', q: 'text' }),
  component: BranchKitchenPage,
});
