import { createFileRoute } from '@tanstack/react-router';
import { BranchOrderSettingsPage } from '#src/features/branch-order-settings/settings-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/settings')({
  staticData: { page: '/branch-order/settings', title: 'branchOrderSettings' },
  validateSearch: listSearch,
  component: BranchOrderSettingsPage,
});
