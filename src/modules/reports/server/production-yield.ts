import { sql } from 'kysely';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { batchDocument } from '#modules/production/server/definition.ts';
import { sumFromHalves } from './aggregate.ts';
import { defineReport } from './define.ts';
import { buildReportRows } from './report-rows.ts';

const batch = (column: string) => sql.ref(`productionBatches.${column}`);
const part = (column: string) => sql.ref(`productionParts.${column}`);

const parts = {
  scope: batchDocument.scope,
  from: sql`${sql.table('productionBatches')} join ${sql.table('productionParts')} on ${part('batchId')} = ${batch('_id')}`,
  conditions: [sql<boolean>`${part('reversedAt')} is null`],
  columns: {
    day: 'productionBatches.plannedFor',
    branch: 'productionBatches.kitchen',
    item: 'productionBatches.itemId',
    reason: 'productionParts.reasonCode',
    document: 'productionBatches._id',
    number: 'productionBatches.number',
  },
} as const;

/** Good and lost quantities by produced item; yield is the good quantity divided by both. */
export const productionYield = defineReport({
  shape: reportShapes['production-yield'],
  ...parts,
  figures: {
    batches: { count: sql`count(distinct ${batch('_id')})` },
    good: { sum: part('goodMicro') },
    lost: { sum: part('lostMicro') },
    made: { sum: sql`(${part('goodMicro')} + ${part('lostMicro')})` },
    yield: { of: 'good', per: 'made' },
    usedValue: { sum: part('valueE4') },
    lostValue: { sum: part('lostE4') },
  },
  reconcilesWith: {
    measure: 'good',
    source: 'production of these batches in the ledger, less reversals',
    async sum(db, request) {
      const { item } = request.query;
      const rows = buildReportRows(db.dialect, parts, request);
      const { high, low } = sumHighLow(
        sql`(case kind when 'production' then ${sql.ref('qtyMicro')} else -${sql.ref('qtyMicro')} end)`,
      );
      const { rows: sums } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('stockMoves')} where ${sql.ref('itemId')} = ${item} and ${sql.ref('docType')} = 'production_batch'
          and kind in ('production', 'production_reversal')
          and ${sql.ref('docId')} in (select ${batch('_id')} from ${rows})`.execute(db);
      return sumFromHalves(sums[0]);
    },
  },
});
