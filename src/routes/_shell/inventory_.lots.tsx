import { createFileRoute } from '@tanstack/react-router';
import { LotsPage } from '#src/features/stock/lots/lots-page.tsx';
import { lotsSearch } from '#src/features/stock/lots/search.ts';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/inventory_/lots')({
  staticData: { page: '/inventory/lots', title: 'lots' },
  validateSearch: searchReader(lotsSearch),
  component: LotsPage,
});
