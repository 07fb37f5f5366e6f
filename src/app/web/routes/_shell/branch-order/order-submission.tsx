import { createFileRoute } from '@tanstack/react-router';
import { OrderSubmissionPage } from '#modules/ordering/web/submission/order-submission-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/order-submission')({
  staticData: { page: '/branch-order/order-submission', title: 'orderSubmission' },
  validateSearch: searchReader({ q: 'text', status: 'text', date: 'text', branch: 'text', order: 'text' }),
  component: OrderSubmissionPage,
});
