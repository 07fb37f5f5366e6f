import { createFileRoute } from '@tanstack/react-router';
import { PurchasesPage } from '#modules/purchase-orders/web/purchases-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/purchases')({
  staticData: { page: '/branch-order/inventory-control/purchases', title: 'purchases' },
  validateSearch: documentSearch,
  component: PurchasesPage,
});
