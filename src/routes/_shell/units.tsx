import { createFileRoute } from '@tanstack/react-router';
import { unitExtras } from '#src/master-data/collections/units/units.tsx';
import { ResourceListPage } from '#src/master-data/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/units')({
  staticData: { page: '/units', title: 'units' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="units" extras={unitExtras} />;
}
