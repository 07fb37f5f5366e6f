import { createFileRoute } from '@tanstack/react-router';
import { ReceiptsPage } from '#src/features/goods-receipts/receipts-page.tsx';
import { documentSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/review_/receipts')({
  staticData: { page: '/procurements/creation/review/receipts', title: 'receipts' },
  validateSearch: documentSearch,
  component: ReceiptsPage,
});
