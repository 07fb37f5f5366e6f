import { createFileRoute } from '@tanstack/react-router';
import { ReceiptsPage } from '#modules/goods-receipts/web/receipts-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/inventory_/receipts')({
  staticData: { page: '/inventory/receipts', title: 'receipts' },
  validateSearch: documentSearch,
  component: ReceiptsPage,
});
