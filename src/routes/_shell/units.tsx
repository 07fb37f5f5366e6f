import { createFileRoute } from '@tanstack/react-router';
import { unitExtras } from '#src/resources/extras/units.tsx';
import { ResourceListPage } from '#src/resources/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/units')({
  staticData: { page: '/units', title: 'units' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="units" extras={unitExtras} />;
}
