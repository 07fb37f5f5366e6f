import { createFileRoute } from '@tanstack/react-router';
import { SalesPage } from '#src/features/sales/sales-page.tsx';
import { salesSearch } from '#src/features/sales/search.ts';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/menu_/sales')({
  staticData: { page: '/menu/sales', title: 'sales' },
  validateSearch: searchReader(salesSearch),
  component: SalesPage,
});
