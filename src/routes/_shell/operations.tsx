import { createFileRoute } from '@tanstack/react-router';
import { OperationsPage } from '#src/features/order-lists/operations/operations-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/operations')({
  staticData: { page: '/operations', title: 'operations' },
  validateSearch: searchReader({ kitchen: 'text', day: 'text' }),
  component: OperationsPage,
});
