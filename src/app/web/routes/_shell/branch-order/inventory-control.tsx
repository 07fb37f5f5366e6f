import { createFileRoute } from '@tanstack/react-router';
import { InventoryControlPage } from '#modules/orders/web/lists/inventory-control/inventory-control-page.tsx';
import { searchReader } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control')({
  staticData: { page: '/branch-order/inventory-control', title: 'inventoryControl' },
  validateSearch: searchReader({ branch: 'text' }),
  component: InventoryControlPage,
});
