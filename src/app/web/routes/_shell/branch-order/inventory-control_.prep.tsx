import { createFileRoute } from '@tanstack/react-router';
import { LazyPrepPage } from '#modules/production/web/lazy-prep-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/prep')({
  staticData: { page: '/branch-order/inventory-control/prep', title: 'prepList' },
  validateSearch: documentSearch,
  component: LazyPrepPage,
});
