import { createFileRoute } from '@tanstack/react-router';
import { BranchOrderSettingsPage } from '#modules/item-levels/web/grid/settings-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/settings')({
  staticData: { page: '/branch-order/settings', title: 'branchOrderSettings' },
  validateSearch: listSearch,
  component: BranchOrderSettingsPage,
});
