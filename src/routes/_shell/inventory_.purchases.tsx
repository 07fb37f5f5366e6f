import { createFileRoute } from '@tanstack/react-router';
import { PurchasesPage } from '#src/features/purchasing/purchases-page.tsx';
import { documentSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/inventory_/purchases')({
  staticData: { page: '/inventory/purchases', title: 'purchases' },
  validateSearch: documentSearch,
  component: PurchasesPage,
});
