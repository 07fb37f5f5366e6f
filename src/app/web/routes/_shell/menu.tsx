import { createFileRoute } from '@tanstack/react-router';
import { recipeExtras } from '#modules/recipes/web/form/recipe-list.tsx';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/menu')({
  staticData: { page: '/menu', title: 'recipes' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="recipes" extras={recipeExtras} />;
}
