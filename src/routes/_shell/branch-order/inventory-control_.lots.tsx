import { createFileRoute } from '@tanstack/react-router';
import { LotsPage } from '#src/features/stock/lots/lots-page.tsx';
import { lotsSearch } from '#src/features/stock/lots/search.ts';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/lots')({
  staticData: { page: '/branch-order/inventory-control/lots', title: 'lots' },
  validateSearch: searchReader(lotsSearch),
  component: LotsPage,
});
