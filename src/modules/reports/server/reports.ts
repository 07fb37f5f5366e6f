import type { ReportName } from '../report-shapes.ts';
import { belowPar } from './below-par.ts';
import { countVariance } from './count-variance.ts';
import type { ReportDefinition } from './define.ts';
import { discrepancyReport } from './discrepancies.ts';
import { foodSafetyReport } from '#modules/safety-checks/server/report.ts';
import { expiry } from './expiry.ts';
import { foodCostReport } from './food-cost.ts';
import { ledger } from './ledger.ts';
import { missingItems } from './missing-items.ts';
import { movement } from './movement.ts';
import { notBilled } from './not-billed.ts';
import { orderFill } from './order-fill.ts';
import { orderPatterns } from './order-patterns.ts';
import { priceChangesReport } from './price-changes.ts';
import { productionYield } from './production-yield.ts';
import { purchases } from './purchases.ts';
import { recallReport } from '#modules/recalls/server/report.ts';
import { salesReport } from './sales.ts';
import { stockCard } from './stock-card.ts';
import { suggestedOrdered } from './suggested-ordered.ts';
import { supplierPrices } from './supplier-prices.ts';
import { transferReport } from './transfers.ts';
import { valuation } from './valuation.ts';
import { wastageReport } from './wastage.ts';
import { wastageShareReport } from './wastage-share.ts';

/** Reports by name. */
export const reports: Readonly<Record<ReportName, ReportDefinition>> = {
  'order-patterns': orderPatterns,
  'missing-items': missingItems,
  wastage: wastageReport,
  'order-fill': orderFill,
  'suggested-ordered': suggestedOrdered,
  'count-variance': countVariance,
  discrepancies: discrepancyReport,
  purchases,
  transfers: transferReport,
  'production-yield': productionYield,
  sales: salesReport,
  ledger,
  'stock-card': stockCard,
  valuation,
  movement,
  expiry,
  'below-par': belowPar,
  'supplier-prices': supplierPrices,
  'price-changes': priceChangesReport,
  'not-billed': notBilled,
  recalls: recallReport,
  'food-safety': foodSafetyReport,
  'wastage-share': wastageShareReport,
  'food-cost': foodCostReport,
};
