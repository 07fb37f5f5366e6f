import { createFileRoute } from '@tanstack/react-router';
import { ItemsCreationPage } from '#modules/catalog/web/items-creation-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/items-creation')({
  staticData: { page: '/procurements/creation/items-creation', title: 'items' },
  validateSearch: listSearch,
  component: ItemsCreationPage,
});
