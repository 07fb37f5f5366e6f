import '#app/web/testing/dom.ts';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { createAppRouter } from './router.tsx';

const router = createAppRouter(
  { queryClient: new QueryClient(), loadPage: () => undefined },
  createMemoryHistory({ initialEntries: ['/'] }),
);
const routes = Object.values(router.routesById).map(({ id, fullPath, options }) => {
  const { page, title, role } = options.staticData ?? {};
  return { id: String(id), path: String(fullPath), page, title, role };
});
const shellRoutes = routes.filter(({ id }) => id.startsWith('/_shell/'));

test('every route under the shell declares its page', () => {
  expect(shellRoutes.filter(({ page }) => page === undefined)).toEqual([]);
  const misnamed = shellRoutes.filter(({ page, path }) => page !== null && page !== path);
  expect(misnamed).toEqual([]);
});

test('no route requires a role, which would lock out admins', () => {
  expect(routes.filter(({ role }) => role !== undefined)).toEqual([]);
});

test('matches the reviewed route tree', () => {
  const tree = shellRoutes.map(({ path, page, title }) => `${path} ${page} ${title}`).toSorted();
  expect(tree).toMatchInlineSnapshot(`
    [
      "/$ null undefined",
      "/analytics /analytics analytics",
      "/branch-order/branch /branch-order/branch branchHome",
      "/branch-order/central-kitchen /branch-order/central-kitchen branchKitchen",
      "/branch-order/create-order /branch-order/create-order createOrder",
      "/branch-order/inventory-control /branch-order/inventory-control inventoryControl",
      "/branch-order/inventory-control/discrepancies /branch-order/inventory-control/discrepancies discrepancies",
      "/branch-order/inventory-control/food-safety /branch-order/inventory-control/food-safety foodSafety",
      "/branch-order/inventory-control/lots /branch-order/inventory-control/lots lots",
      "/branch-order/inventory-control/prep /branch-order/inventory-control/prep prepList",
      "/branch-order/inventory-control/purchases /branch-order/inventory-control/purchases purchaseOrders",
      "/branch-order/inventory-control/receipts /branch-order/inventory-control/receipts receipts",
      "/branch-order/inventory-control/transfers /branch-order/inventory-control/transfers transfers",
      "/branch-order/order-history /branch-order/order-history orderHistory",
      "/branch-order/order-submission /branch-order/order-submission orderSubmission",
      "/branch-order/receiving-order /branch-order/receiving-order receivingOrder",
      "/branch-order/reports /branch-order/reports branchReports",
      "/branch-order/reports/scheduled /branch-order/reports/scheduled scheduledEmails",
      "/branch-order/settings /branch-order/settings branchOrderSettings",
      "/branch-order/stock-count /branch-order/stock-count stockCount",
      "/branch-order/wastage /branch-order/wastage wastage",
      "/branch-orders /branch-orders branchOrders",
      "/branch-settings/create-category /branch-settings/create-category branchCategory",
      "/branch-settings/create-item /branch-settings/create-item createItem",
      "/branches /branches branches",
      "/brand /brand brand",
      "/central-kitchen/branch-orders-history /central-kitchen/branch-orders-history kitchenHistory",
      "/central-kitchen/dashboard /central-kitchen/dashboard kitchenDashboard",
      "/central-kitchen/fair-share /central-kitchen/fair-share fairShare",
      "/central-kitchen/order-processing-prep /central-kitchen/order-processing-prep orderProcessing",
      "/central-kitchen/pick-list /central-kitchen/pick-list pickList",
      "/costing /costing costing",
      "/costing/food-cost /costing/food-cost foodCost",
      "/currency /currency currency",
      "/dashboard /dashboard dashboards",
      "/dashboard-fallback null fallbackDashboard",
      "/dashboard-original /dashboard-original classicDashboard",
      "/dashboard-quick-fix /dashboard-quick-fix quickFix",
      "/dashboard-test /dashboard-test selfTest",
      "/gallery /gallery gallery",
      "/inventory /inventory inventory",
      "/inventory/food-safety /inventory/food-safety foodSafety",
      "/inventory/lots /inventory/lots lots",
      "/inventory/purchases /inventory/purchases purchaseOrders",
      "/inventory/receipts /inventory/receipts receipts",
      "/inventory/transfers /inventory/transfers transfers",
      "/items/$id/edit /items/$id/edit editItem",
      "/menu /menu recipes",
      "/menu/sales /menu/sales sales",
      "/operations /operations operations",
      "/procurements/creation/items-creation /procurements/creation/items-creation items",
      "/procurements/creation/packaging /procurements/creation/packaging packaging",
      "/procurements/creation/review /procurements/creation/review review",
      "/procurements/creation/review/invoices /procurements/creation/review/invoices invoices",
      "/procurements/creation/review/orders /procurements/creation/review/orders purchaseOrders",
      "/procurements/creation/review/receipts /procurements/creation/review/receipts receipts",
      "/procurements/settings/procurement-category /procurements/settings/procurement-category procurementCategory",
      "/procurements/settings/supplier /procurements/settings/supplier supplier",
      "/production /production production",
      "/production/prep /production/prep prepList",
      "/purchase-category /purchase-category procurementCategory",
      "/reports /reports reports",
      "/reports/missing-item-analysis /reports/missing-item-analysis missingItems",
      "/reports/order-patterns /reports/order-patterns orderPatterns",
      "/reports/scheduled /reports/scheduled scheduledEmails",
      "/reports/wastage-reports /reports/wastage-reports wastageReports",
      "/roles /roles roles",
      "/sections /sections sections",
      "/sub-categories /sub-categories subCategories",
      "/sub-category-items /sub-category-items subCategoryItems",
      "/tax /tax tax",
      "/units /units units",
      "/user /user users",
    ]
  `);
});
