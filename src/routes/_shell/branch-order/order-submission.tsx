import { createFileRoute } from '@tanstack/react-router';
import { OrderSubmissionPage } from '#src/features/orders/submission/order-submission-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/order-submission')({
  staticData: { page: '/branch-order/order-submission', title: 'orderSubmission' },
  validateSearch: searchReader({ q: 'text', status: 'text', date: 'text', branch: 'text', order: 'text' }),
  component: OrderSubmissionPage,
});
