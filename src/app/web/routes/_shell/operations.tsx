import { createFileRoute } from '@tanstack/react-router';
import { OperationsPage } from '#modules/orders/web/lists/operations/operations-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/operations')({
  staticData: { page: '/operations', title: 'operations' },
  validateSearch: searchReader({ kitchen: 'text', day: 'text' }),
  component: OperationsPage,
});
