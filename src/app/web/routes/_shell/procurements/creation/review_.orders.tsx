import { createFileRoute } from '@tanstack/react-router';
import { PurchaseOrdersPage } from '#modules/purchase-orders/web/purchase-orders-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/review_/orders')({
  staticData: { page: '/procurements/creation/review/orders', title: 'purchaseOrders' },
  validateSearch: documentSearch,
  component: PurchaseOrdersPage,
});
