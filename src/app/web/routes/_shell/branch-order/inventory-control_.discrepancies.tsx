import { createFileRoute } from '@tanstack/react-router';
import { DiscrepanciesPage } from '#modules/discrepancies/web/discrepancies-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/discrepancies')({
  staticData: { page: '/branch-order/inventory-control/discrepancies', title: 'discrepancies' },
  validateSearch: documentSearch,
  component: DiscrepanciesPage,
});
