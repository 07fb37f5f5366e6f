import { createFileRoute } from '@tanstack/react-router';
import { currencyExtras } from '#src/master-data/collections/currencies/currencies.tsx';
import { ResourceListPage } from '#src/master-data/resource-list-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/currency')({
  staticData: { page: '/currency', title: 'currency' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="currencies" extras={currencyExtras} />;
}
