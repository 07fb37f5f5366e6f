import { createFileRoute } from '@tanstack/react-router';
import { PurchaseOrdersPage } from '#modules/purchase-orders/web/purchase-orders-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/purchases')({
  staticData: { page: '/branch-order/inventory-control/purchases', title: 'purchaseOrders' },
  validateSearch: documentSearch,
  component: PurchaseOrdersPage,
});
