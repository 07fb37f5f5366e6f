import { analyticsRoutes } from '#modules/analytics/server/routes.ts';
import type { Route } from '#platform/server/http/route.ts';
import { attachmentRoutes } from '#modules/attachments/server/routes.ts';
import { auditRoutes } from '#modules/audit/server/routes.ts';
import { countRoutes } from '#modules/stock-counts/server/routes.ts';
import { descriptionRoutes } from '#app/server/description/routes.ts';
import { documentsRoutes } from '#modules/documents/server/routes.ts';
import { eventRoutes } from '#app/server/events/routes.ts';
import { fairShareRoutes } from '#modules/fair-share/server/routes.ts';
import { foodCostRoutes } from '#modules/food-cost/server/routes.ts';
import { galleryRoutes } from '#modules/gallery/server/routes.ts';
import { healthRoutes } from '#app/server/health/routes.ts';
import { itemLevelRoutes } from '#modules/item-levels/server/routes.ts';
import { importRoutes } from '#modules/imports/server/routes.ts';
import { itemRoutes } from '#modules/items/server/routes.ts';
import { mergeAndOrderRoutes } from '#modules/master-data/server/merge-and-order-routes.ts';
import { masterDataRoutes } from '#modules/master-data/server/routes.ts';
import { jobRoutes } from '#app/server/jobs/routes.ts';
import { demandRoutes } from '#modules/demand/server/routes.ts';
import { discrepancyRoutes } from '#modules/discrepancies/server/routes.ts';
import { orderDiscrepancySource } from '#modules/orders/server/discrepancies.ts';
import { mailRoutes } from '#modules/mail/server/routes.ts';
import { priceRoutes } from '#modules/prices/server/routes.ts';
import { pickRoutes } from '#modules/orders/server/pick-routes.ts';
import { orderRoutes } from '#modules/orders/server/routes.ts';
import { costingRoutes } from '#modules/costing/server/routes.ts';
import { recallRoutes } from '#modules/recalls/server/routes.ts';
import { recipeRoutes } from '#modules/recipes/server/routes.ts';
import { productionRoutes } from '#modules/production/server/routes.ts';
import { purchaseRoutes } from '#modules/purchase-orders/server/routes.ts';
import { invoiceRoutes } from '#modules/supplier-invoices/server/routes.ts';
import { receivingRoutes } from '#modules/goods-receipts/server/routes.ts';
import { reportRoutes } from '#modules/reports/server/routes.ts';
import { reportViewRoutes } from '#modules/reports/server/view-routes.ts';
import { reviewRoutes } from '#modules/reviews/server/routes.ts';
import { roleRoutes } from '#modules/people/server/roles/routes.ts';
import { safetyCheckRoutes } from '#modules/safety-checks/server/routes.ts';
import { salesRoutes } from '#modules/sales/server/routes.ts';
import { sessionRoutes } from '#modules/people/server/sessions/routes.ts';
import { settingsRoutes } from '#modules/settings/server/routes.ts';
import { stockRoutes } from '#modules/stock/server/routes.ts';
import { transferDiscrepancySource } from '#modules/transfers/server/discrepancies.ts';
import { transferRoutes } from '#modules/transfers/server/routes.ts';
import { userRoutes } from '#modules/people/server/users/routes.ts';
import { wastageRoutes } from '#modules/wastage/server/routes.ts';

const describedRoutes: readonly Route[] = [
  ...healthRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...roleRoutes,
  ...masterDataRoutes,
  ...mergeAndOrderRoutes,
  ...itemRoutes,
  ...itemLevelRoutes,
  ...priceRoutes,
  ...recipeRoutes,
  ...costingRoutes,
  ...salesRoutes,
  ...foodCostRoutes,
  ...galleryRoutes,
  ...reviewRoutes,
  ...orderRoutes,
  ...pickRoutes,
  ...demandRoutes,
  ...fairShareRoutes,
  ...stockRoutes,
  ...recallRoutes,
  ...discrepancyRoutes({ order: orderDiscrepancySource, transfer: transferDiscrepancySource }),
  ...wastageRoutes,
  ...countRoutes,
  ...reportRoutes,
  ...reportViewRoutes,
  ...mailRoutes,
  ...analyticsRoutes,
  ...transferRoutes,
  ...purchaseRoutes,
  ...receivingRoutes,
  ...safetyCheckRoutes,
  ...invoiceRoutes,
  ...productionRoutes,
  ...attachmentRoutes,
  ...documentsRoutes,
  ...importRoutes,
  ...settingsRoutes,
  ...auditRoutes,
  ...jobRoutes,
  ...eventRoutes,
];

/** All routes of the API, from which the authorization table and the API description are derived. */
export const routes: readonly Route[] = [...describedRoutes, ...descriptionRoutes(describedRoutes)];
