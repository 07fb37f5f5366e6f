import { createFileRoute } from '@tanstack/react-router';
import { purchaseCategoryExtras } from '#src/master-data/collections/sub-categories/categories.tsx';
import { ResourceListPage } from '#src/master-data/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/purchase-category')({
  staticData: { page: '/purchase-category', title: 'procurementCategory' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="purchase-categories" extras={purchaseCategoryExtras} />;
}
