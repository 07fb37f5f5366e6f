import { createFileRoute } from '@tanstack/react-router';
import { ParLevelsPage } from '#src/features/catalogue/par-levels-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/settings')({
  staticData: { page: '/branch-order/settings', title: 'branchOrderSettings' },
  validateSearch: listSearch,
  component: ParLevelsPage,
});
