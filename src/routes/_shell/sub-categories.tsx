import { createFileRoute } from '@tanstack/react-router';
import { subCategoryExtras } from '#src/master-data/collections/sub-categories/categories.tsx';
import { ResourceListPage } from '#src/master-data/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/sub-categories')({
  staticData: { page: '/sub-categories', title: 'subCategories' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="sub-categories" extras={subCategoryExtras} />;
}
