import { createFileRoute } from '@tanstack/react-router';
import { PurchasesPage } from '#src/features/purchasing/purchases-page.tsx';
import { purchaseSearch } from '#src/features/purchasing/search.ts';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/purchases')({
  staticData: { page: '/branch-order/inventory-control/purchases', title: 'purchases' },
  validateSearch: searchReader(purchaseSearch),
  component: PurchasesPage,
});
