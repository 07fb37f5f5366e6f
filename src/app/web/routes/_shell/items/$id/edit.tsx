import { createFileRoute } from '@tanstack/react-router';
import { ItemPage } from '#modules/catalog/web/item/item-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/items/$id/edit')({
  staticData: { page: '/items/$id/edit', title: 'editItem' },
  validateSearch: searchReader({ tab: 'text', place: 'text' }),
  component: Screen,
});

function Screen() {
  return <ItemPage id={Route.useParams().id} />;
}
