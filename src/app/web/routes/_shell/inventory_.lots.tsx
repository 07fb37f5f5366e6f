import { createFileRoute } from '@tanstack/react-router';
import { LotsPage } from '#modules/recalls/web/lots-page.tsx';
import { lotsSearch } from '#modules/lots/web/search.ts';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/inventory_/lots')({
  staticData: { page: '/inventory/lots', title: 'lots' },
  validateSearch: searchReader(lotsSearch),
  component: LotsPage,
});
