import { createFileRoute } from '@tanstack/react-router';
import { OperationsPage } from '#src/features/order-lists/operations/operations-page.tsx';

export const Route = createFileRoute('/_shell/operations')({
  staticData: { page: '/operations', title: 'operations' },
  component: OperationsPage,
});
