import { analyticsRoutes } from './analytics/routes.ts';
import type { Route } from '../http/route.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { countRoutes } from './counts/routes.ts';
import { descriptionRoutes } from './description/routes.ts';
import { documentsRoutes } from './documents/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { fairShareRoutes } from './fair-share/routes.ts';
import { foodCostRoutes } from './food-cost/routes.ts';
import { galleryRoutes } from './gallery/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { itemLevelRoutes } from './item-levels/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { itemRoutes } from './items/routes.ts';
import { mergeAndOrderRoutes } from './master-data/merge-and-order-routes.ts';
import { masterDataRoutes } from './master-data/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { demandRoutes } from './demand/routes.ts';
import { discrepancyRoutes } from './discrepancies/routes.ts';
import { orderDiscrepancySource } from './orders/discrepancies.ts';
import { mailRoutes } from './mail/routes.ts';
import { priceRoutes } from './prices/routes.ts';
import { pickRoutes } from './orders/pick-routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { costingRoutes } from './costing/routes.ts';
import { recallRoutes } from './recalls/routes.ts';
import { recipeRoutes } from './recipes/routes.ts';
import { productionRoutes } from './production/routes.ts';
import { purchaseRoutes } from './purchasing/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { receivingRoutes } from './receiving/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { reportViewRoutes } from './reports/view-routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { roleRoutes } from './roles/routes.ts';
import { salesRoutes } from './sales/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { transferDiscrepancySource } from './transfers/discrepancies.ts';
import { transferRoutes } from './transfers/routes.ts';
import { userRoutes } from './users/routes.ts';
import { wastageRoutes } from './wastage/routes.ts';

const described: readonly Route[] = [
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
export const routes: readonly Route[] = [...described, ...descriptionRoutes(described)];
