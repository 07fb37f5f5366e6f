import { createFileRoute } from '@tanstack/react-router';
import { sectionExtras } from '#modules/sections/web/sections.tsx';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/sections')({
  staticData: { page: '/sections', title: 'sections' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="sections" extras={sectionExtras} />;
}
