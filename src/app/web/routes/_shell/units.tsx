import { createFileRoute } from '@tanstack/react-router';
import { unitExtras } from '#modules/units/web/units.tsx';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/units')({
  staticData: { page: '/units', title: 'units' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="units" extras={unitExtras} />;
}
