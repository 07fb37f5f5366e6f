import { createFileRoute } from '@tanstack/react-router';
import { subCategoryExtras } from '#modules/sub-categories/web/categories.tsx';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/sub-categories')({
  staticData: { page: '/sub-categories', title: 'subCategories' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="sub-categories" extras={subCategoryExtras} />;
}
