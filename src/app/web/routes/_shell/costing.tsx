import { createFileRoute } from '@tanstack/react-router';
import { CostingPage } from '#modules/costing/web/costing-page.tsx';
import { costingSearch } from '#modules/costing/web/search.ts';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/costing')({
  staticData: { page: '/costing', title: 'costing' },
  validateSearch: searchReader(costingSearch),
  component: CostingPage,
});
