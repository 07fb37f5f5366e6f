import { createFileRoute } from '@tanstack/react-router';
import { CostingPage } from '#src/features/costing/costing-page.tsx';
import { costingSearch } from '#src/features/costing/search.ts';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/costing')({
  staticData: { page: '/costing', title: 'costing' },
  validateSearch: searchReader(costingSearch),
  component: CostingPage,
});
