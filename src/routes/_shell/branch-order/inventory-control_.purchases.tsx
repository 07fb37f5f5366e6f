import { createFileRoute } from '@tanstack/react-router';
import { PurchasesPage } from '#src/features/purchasing/purchases-page.tsx';
import { documentSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/purchases')({
  staticData: { page: '/branch-order/inventory-control/purchases', title: 'purchases' },
  validateSearch: documentSearch,
  component: PurchasesPage,
});
