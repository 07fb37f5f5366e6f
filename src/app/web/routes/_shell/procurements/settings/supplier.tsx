import { createFileRoute } from '@tanstack/react-router';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/procurements/settings/supplier')({
  staticData: { page: '/procurements/settings/supplier', title: 'supplier' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="suppliers" />;
}
