import { createFileRoute } from '@tanstack/react-router';
import { StockCountPage } from '#modules/stock-counts/web/stock-count-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/stock-count')({
  staticData: { page: '/branch-order/stock-count', title: 'stockCount' },
  validateSearch: documentSearch,
  component: StockCountPage,
});
