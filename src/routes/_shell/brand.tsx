import { createFileRoute } from '@tanstack/react-router';
import { brandExtras } from '#src/resources/extras/brands.ts';
import { ResourceListPage } from '#src/resources/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/brand')({
  staticData: { page: '/brand', title: 'brand' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="brands" extras={brandExtras} />;
}
