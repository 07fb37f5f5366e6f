import { createFileRoute } from '@tanstack/react-router';
import { ReceiptsPage } from '#src/features/goods-receipts/receipts-page.tsx';
import { documentSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/inventory_/receipts')({
  staticData: { page: '/inventory/receipts', title: 'receipts' },
  validateSearch: documentSearch,
  component: ReceiptsPage,
});
