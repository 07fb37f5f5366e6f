import { createFileRoute } from '@tanstack/react-router';
import { BranchHomePage } from '#modules/orders/web/lists/branch-home/branch-home-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/branch')({
  staticData: { page: '/branch-order/branch', title: 'branchHome' },
  validateSearch: searchReader({ branch: 'text' }),
  component: BranchHomePage,
});
