import { createFileRoute } from '@tanstack/react-router';
import { packagingExtras } from '#src/master-data/collections/packagings/packagings.tsx';
import { ResourceListPage } from '#src/master-data/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/packaging')({
  staticData: { page: '/procurements/creation/packaging', title: 'packaging' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="packagings" extras={packagingExtras} />;
}
