import { createFileRoute } from '@tanstack/react-router';
import { currencyExtras } from '#modules/currencies/web/currencies.tsx';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/currency')({
  staticData: { page: '/currency', title: 'currency' },
  validateSearch: listSearch,
  component: Screen,
});

function Screen() {
  return <ResourceListPage collection="currencies" extras={currencyExtras} />;
}
