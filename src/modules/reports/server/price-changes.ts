import { type PriceChange } from '#modules/costing/shapes.ts';
import { changingBases } from '#modules/recipes/recipe-cost.ts';
import { reportShapes } from '../report-shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { computePriceChanges } from '#modules/costing/server/price-changes.ts';
import { loadCostingSetting } from '#modules/costing/server/settings.ts';
import { reportDays, defineRows, type ReportRequest } from './define.ts';
import { buildNotOneOfProblem } from './report-result.ts';

/** Changes per page. */
const pageSize = 500;

async function loadChanges(db: Queryable, request: ReportRequest, limit: number, page: number) {
  const { basis = 'list', item = null } = request.query;
  // Past standard costs have no start date.
  if (basis === 'standard') throw buildNotOneOfProblem('basis', changingBases);
  const { tolerancePercent } = await loadCostingSetting(db, 'costing');
  return computePriceChanges(db, {
    ...reportDays(request),
    basis,
    place: null,
    visibleTo: request.actor,
    item,
    alertsOnly: false,
    tolerancePercent,
    limit,
    page,
  });
}

const toMicroOrNull = (figure: number | null): number | null =>
  figure === null ? null : Math.round(figure * 1_000_000);

/** Items whose cost changed over the period, and the number of affected recipes. */
export const priceChangesReport = defineRows({
  shape: reportShapes['price-changes'],
  async read(db, request) {
    const changes: PriceChange[] = [];
    for (let page = 1; ; page += 1) {
      const { rows, total } = await loadChanges(db, request, pageSize, page);
      changes.push(...rows);
      if (changes.length >= total || rows.length === 0) break;
    }
    const units = await db.selectFrom('units').select(['_id', 'symbol']).execute();
    const symbols = new Map(units.map(({ _id, symbol }) => [_id, symbol]));
    const chooseName = (row: PriceChange) =>
      (request.prefersAltName ? row.itemNameAlt : null) || row.itemName;
    return {
      rows: changes.map((row) => ({
        key: row.itemId,
        itemId: row.itemId,
        item: chooseName(row),
        code: row.itemCode,
        before: toMicroOrNull(row.before),
        after: toMicroOrNull(row.after),
        change: toMicroOrNull(row.changePercent),
        unit: symbols.get(row.unit) ?? '',
        recipes: row.recipesTotal,
        alerts: row.alerts,
      })),
    };
  },
  reconcilesWith: {
    measure: 'rows',
    source: 'the total of the price changes page for these days',
    sum: async (db, request) => BigInt((await loadChanges(db, request, 1, 1)).total),
  },
});
