import type { ReportName } from '#domain/reports/shapes.ts';
import type { ReportDefinition } from './define.ts';
import { ledger } from './ledger.ts';
import { missingItems } from './missing-items.ts';
import { orderPatterns } from './order-patterns.ts';
import { valuation } from './valuation.ts';
import { wastageReport } from './wastage.ts';

/** Every report by its name. */
export const reports: Readonly<Record<ReportName, ReportDefinition>> = {
  'order-patterns': orderPatterns,
  'missing-items': missingItems,
  wastage: wastageReport,
  ledger,
  valuation,
};
