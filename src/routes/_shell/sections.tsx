import { createFileRoute } from '@tanstack/react-router';
import { sectionExtras } from '#src/resources/extras/sections.tsx';
import { ResourceListPage } from '#src/resources/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/sections')({
  staticData: { page: '/sections', title: 'sections' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="sections" extras={sectionExtras} />;
}
