import { createFileRoute } from '@tanstack/react-router';
import { recipeExtras } from '#src/master-data/collections/recipes/recipe-list.tsx';
import { ResourceListPage } from '#src/master-data/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/menu')({
  staticData: { page: '/menu', title: 'recipes' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="recipes" extras={recipeExtras} />;
}
