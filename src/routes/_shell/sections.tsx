import { createFileRoute } from '@tanstack/react-router';
import { sectionExtras } from '#src/master-data/collections/sections/sections.tsx';
import { ResourceListPage } from '#src/master-data/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/sections')({
  staticData: { page: '/sections', title: 'sections' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="sections" extras={sectionExtras} />;
}
