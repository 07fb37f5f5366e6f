import { createFileRoute } from '@tanstack/react-router';
import { ItemPage } from '#src/features/catalogue/item/item-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/items/$id/edit')({
  staticData: { page: '/items/$id/edit', title: 'editItem' },
  validateSearch: searchReader({ tab: 'text', place: 'text' }),
  component: Screen,
});

function Screen() {
  return <ItemPage id={Route.useParams().id} />;
}
