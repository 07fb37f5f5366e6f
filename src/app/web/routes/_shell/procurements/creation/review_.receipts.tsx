import { createFileRoute } from '@tanstack/react-router';
import { ReceiptsPage } from '#modules/goods-receipts/web/receipts-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/review_/receipts')({
  staticData: { page: '/procurements/creation/review/receipts', title: 'receipts' },
  validateSearch: documentSearch,
  component: ReceiptsPage,
});
