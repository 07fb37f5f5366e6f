import { createFileRoute } from '@tanstack/react-router';
import { SalesPage } from '#modules/sales/web/sales-page.tsx';
import { salesSearch } from '#modules/sales/web/search.ts';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/menu_/sales')({
  staticData: { page: '/menu/sales', title: 'sales' },
  validateSearch: searchReader(salesSearch),
  component: SalesPage,
});
