import { createFileRoute } from '@tanstack/react-router';
import { brandExtras } from '#modules/brands/web/brands.ts';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/brand')({
  staticData: { page: '/brand', title: 'brand' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="brands" extras={brandExtras} />;
}
