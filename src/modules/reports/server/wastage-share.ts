import { reportShapes } from '../report-shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadDimensionNames } from '#modules/analytics/server/names.ts';
import { loadStockMovements, computeUsageAtCost } from '#modules/analytics/server/stock.ts';
import { loadWasteTotals } from '#modules/analytics/server/wastage.ts';
import { toPercentWithin } from './cells.ts';
import { reportDays, defineRows, type ReportRequest } from './define.ts';
import { wastageReport } from './wastage.ts';

/** Loads waste and usage by location. */
async function loadWasteAndUsage(db: Queryable, request: ReportRequest) {
  const { actor, now } = request;
  const query = { ...reportDays(request), actor, now, branch: request.query.branch, by: 'branch' } as const;
  const wasted = await loadWasteTotals(db, query);
  return { wasted, used: computeUsageAtCost(await loadStockMovements(db, query, false), 'branch') };
}

/** Share of waste in waste plus usage by location, as in analytics. */
export const wastageShareReport = defineRows({
  shape: reportShapes['wastage-share'],
  async read(db, request) {
    const { wasted, used } = await loadWasteAndUsage(db, request);
    const keys = [...new Set([...wasted.keys(), ...used.keys()])];
    const dimensionNames = await loadDimensionNames(db, 'branch', keys, request);
    return {
      rows: keys.map((key) => {
        const { records, costE4 } = wasted.get(key) ?? { records: 0, costE4: 0n };
        const usedE4 = used.get(key) ?? 0n;
        return {
          key,
          branchId: key,
          place: dimensionNames(key).label,
          records,
          cost: costE4,
          used: usedE4,
          usedAndWasted: usedE4 + costE4,
          wastage: toPercentWithin(costE4, usedE4 + costE4),
        };
      }),
    };
  },
  shares: {
    async wastage(db, request) {
      const { wasted, used } = await loadWasteAndUsage(db, request);
      const part = wasted.values().reduce((sum, { costE4 }) => sum + costE4, 0n);
      return { part, whole: used.values().reduce((sum, usedE4) => sum + usedE4, part) };
    },
  },
  reconcilesWith: {
    measure: 'cost',
    source: 'waste in the daily ledger totals, less reversals',
    sum: (db, request) => wastageReport.reconcilesWith.sum(db, request),
  },
});
