import { createFileRoute } from '@tanstack/react-router';
import { CreateOrderPage } from '#modules/ordering/web/guide/create-order-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/create-order')({
  staticData: { page: '/branch-order/create-order', title: 'createOrder' },
  validateSearch: searchReader({
    branch: 'text',
    date: 'text',
    copy: 'text',
    edit: 'text',
    template: 'text',
    order: 'text',
    event: 'flag',
  }),
  component: CreateOrderPage,
});
