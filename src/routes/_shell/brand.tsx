import { createFileRoute } from '@tanstack/react-router';
import { brandExtras } from '#src/master-data/collections/brands/brands.ts';
import { ResourceListPage } from '#src/master-data/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/brand')({
  staticData: { page: '/brand', title: 'brand' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="brands" extras={brandExtras} />;
}
