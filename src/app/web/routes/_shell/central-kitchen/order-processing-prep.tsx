import { createFileRoute } from '@tanstack/react-router';
import { OrderProcessingPage } from '#modules/picking/web/processing/order-processing-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/central-kitchen/order-processing-prep')({
  staticData: { page: '/central-kitchen/order-processing-prep', title: 'orderProcessing' },
  validateSearch: searchReader({ q: 'text', order: 'text', ship: 'flag', day: 'text', route: 'text' }),
  component: OrderProcessingPage,
});
