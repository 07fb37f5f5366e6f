import { createFileRoute } from '@tanstack/react-router';
import { LotsPage } from '#modules/recalls/web/lots-page.tsx';
import { lotsSearch } from '#modules/lots/web/search.ts';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/lots')({
  staticData: { page: '/branch-order/inventory-control/lots', title: 'lots' },
  validateSearch: searchReader(lotsSearch),
  component: LotsPage,
});
