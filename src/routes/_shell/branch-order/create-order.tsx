import { createFileRoute } from '@tanstack/react-router';
import { CreateOrderPage } from '#src/features/orders/guide/create-order-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/create-order')({
  staticData: { page: '/branch-order/create-order', title: 'createOrder' },
  validateSearch: searchReader({
    branch: 'text',
    date: 'text',
    copy: 'text',
    edit: 'text',
    template: 'text',
    order: 'text',
  }),
  component: CreateOrderPage,
});
