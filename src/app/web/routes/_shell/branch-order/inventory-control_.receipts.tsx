import { createFileRoute } from '@tanstack/react-router';
import { ReceiptsPage } from '#modules/goods-receipts/web/receipts-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/receipts')({
  staticData: { page: '/branch-order/inventory-control/receipts', title: 'receipts' },
  validateSearch: documentSearch,
  component: ReceiptsPage,
});
