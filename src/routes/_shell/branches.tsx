import { createFileRoute } from '@tanstack/react-router';
import { branchExtras } from '#src/resources/extras/branch.tsx';
import { ResourceListPage } from '#src/resources/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branches')({
  staticData: { page: '/branches', title: 'branches' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="branch" extras={branchExtras} />;
}
