import { createFileRoute } from '@tanstack/react-router';
import { PurchaseOrdersPage } from '#modules/purchase-orders/web/purchase-orders-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/inventory_/purchases')({
  staticData: { page: '/inventory/purchases', title: 'purchaseOrders' },
  validateSearch: documentSearch,
  component: PurchaseOrdersPage,
});
