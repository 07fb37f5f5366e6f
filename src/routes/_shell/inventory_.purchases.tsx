import { createFileRoute } from '@tanstack/react-router';
import { PurchasesPage } from '#src/features/purchasing/purchases-page.tsx';
import { purchaseSearch } from '#src/features/purchasing/search.ts';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/inventory_/purchases')({
  staticData: { page: '/inventory/purchases', title: 'purchases' },
  validateSearch: searchReader(purchaseSearch),
  component: PurchasesPage,
});
