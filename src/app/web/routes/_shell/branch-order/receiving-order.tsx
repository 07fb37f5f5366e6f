import { createFileRoute } from '@tanstack/react-router';
import { ReceivingOrderPage } from '#modules/deliveries/web/receiving/receiving-order-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/receiving-order')({
  staticData: { page: '/branch-order/receiving-order', title: 'receivingOrder' },
  validateSearch: searchReader({ q: 'text', order: 'text' }),
  component: ReceivingOrderPage,
});
