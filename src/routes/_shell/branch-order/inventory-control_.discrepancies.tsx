import { createFileRoute } from '@tanstack/react-router';
import { discrepancySearch } from '#src/entities/discrepancy/search.ts';
import { DiscrepanciesPage } from '#src/features/discrepancies/discrepancies-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/discrepancies')({
  staticData: { page: '/branch-order/inventory-control/discrepancies', title: 'discrepancies' },
  validateSearch: searchReader(discrepancySearch),
  component: DiscrepanciesPage,
});
