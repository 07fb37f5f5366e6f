import { createFileRoute } from '@tanstack/react-router';
import { taxExtras } from '#src/master-data/collections/taxes/taxes.tsx';
import { ResourceListPage } from '#src/master-data/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/tax')({
  staticData: { page: '/tax', title: 'tax' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="taxes" extras={taxExtras} />;
}
