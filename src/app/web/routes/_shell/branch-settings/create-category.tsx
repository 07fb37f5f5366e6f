import { createFileRoute } from '@tanstack/react-router';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-settings/create-category')({
  staticData: { page: '/branch-settings/create-category', title: 'branchCategory' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="branch-categories" />;
}
