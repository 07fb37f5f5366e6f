import { createFileRoute } from '@tanstack/react-router';
import { packagingExtras } from '#modules/packagings/web/packagings.tsx';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/packaging')({
  staticData: { page: '/procurements/creation/packaging', title: 'packaging' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="packagings" extras={packagingExtras} />;
}
