import { createFileRoute } from '@tanstack/react-router';
import { CreateItemPage } from '#modules/catalog/web/create-item-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-settings/create-item')({
  staticData: { page: '/branch-settings/create-item', title: 'createItem' },
  validateSearch: listSearch,
  component: CreateItemPage,
});
