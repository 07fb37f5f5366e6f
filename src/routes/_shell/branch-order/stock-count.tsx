import { createFileRoute } from '@tanstack/react-router';
import { StockCountPage } from '#src/features/stock-count/stock-count-page.tsx';
import { documentSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/stock-count')({
  staticData: { page: '/branch-order/stock-count', title: 'stockCount' },
  validateSearch: documentSearch,
  component: StockCountPage,
});
