import { createFileRoute } from '@tanstack/react-router';
import { PurchasesPage } from '#modules/purchase-orders/web/purchases-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/review_/orders')({
  staticData: { page: '/procurements/creation/review/orders', title: 'purchases' },
  validateSearch: documentSearch,
  component: PurchasesPage,
});
