import { createFileRoute } from '@tanstack/react-router';
import { PurchasesPage } from '#modules/purchase-orders/web/purchases-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/inventory_/purchases')({
  staticData: { page: '/inventory/purchases', title: 'purchases' },
  validateSearch: documentSearch,
  component: PurchasesPage,
});
