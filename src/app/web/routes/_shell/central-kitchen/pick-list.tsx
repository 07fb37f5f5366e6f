import { createFileRoute } from '@tanstack/react-router';
import { PickListPage } from '#modules/picking/web/pick-list/pick-list-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/central-kitchen/pick-list')({
  staticData: { page: '/central-kitchen/pick-list', title: 'pickList' },
  validateSearch: searchReader({
    date: 'text',
    section: 'text',
    kitchen: 'text',
    branch: 'text',
    category: 'text',
    status: 'text',
    orders: 'text',
  }),
  component: PickListPage,
});
