import { createFileRoute } from '@tanstack/react-router';
import { StockCountPage } from '#src/features/stock-count/stock-count-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/stock-count')({
  staticData: { page: '/branch-order/stock-count', title: 'stockCount' },
  validateSearch: searchReader({
    tab: 'text',
    q: 'text',
    type: 'text',
    status: 'text',
    branch: 'text',
    from: 'text',
    to: 'text',
    sort: 'text',
    page: 'number',
    row: 'text',
    section: 'text',
    sections: 'text',
    items: 'text',
    schedule: 'text',
  }),
  component: StockCountPage,
});
