import { createFileRoute } from '@tanstack/react-router';
import { BranchHomePage } from '#src/features/order-lists/branch-home/branch-home-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/branch')({
  staticData: { page: '/branch-order/branch', title: 'branchHome' },
  validateSearch: searchReader({ branch: 'text' }),
  component: BranchHomePage,
});
