import { createFileRoute } from '@tanstack/react-router';
import { purchaseCategoryExtras } from '#modules/sub-categories/web/categories.tsx';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/purchase-category')({
  staticData: { page: '/purchase-category', title: 'procurementCategory' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="purchase-categories" extras={purchaseCategoryExtras} />;
}
