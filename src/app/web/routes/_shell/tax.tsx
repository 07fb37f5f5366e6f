import { createFileRoute } from '@tanstack/react-router';
import { taxExtras } from '#modules/taxes/web/taxes.tsx';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/tax')({
  staticData: { page: '/tax', title: 'tax' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="taxes" extras={taxExtras} />;
}
