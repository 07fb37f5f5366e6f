import { sql } from 'kysely';
import { reportShapes } from '#domain/reports/shapes.ts';
import { listDocuments } from '../../documents/list.ts';
import { discrepancyDocument } from '../../documents/registry.ts';
import { daysOf, defineReport } from './define.ts';

const of = (column: string) => sql.ref(`discrepancies.${column}`);
const count = (condition: ReturnType<typeof sql>) => ({
  count: sql`count(case when ${condition} then 1 end)`,
});

/** What did not arrive as it was shipped, of orders and of transfers, and what of it nobody has answered yet. */
export const discrepancyReport = defineReport({
  shape: reportShapes.discrepancies,
  scope: discrepancyDocument.scope,
  from: sql`(select d.*, substr(d.${sql.ref('createdAt')}, 1, 10) as day from discrepancies as d) as discrepancies`,
  counts: [sql<boolean>`1 = 1`],
  columns: {
    day: 'discrepancies.day',
    branch: 'discrepancies.branch',
    item: 'discrepancies.itemId',
    document: 'discrepancies._id',
    number: 'discrepancies.orderNo',
  },
  figures: {
    discrepancies: { count: sql`count(*)` },
    shortLines: count(sql`${of('type')} = 'short'`),
    damagedLines: count(sql`${of('type')} = 'damaged'`),
    overLines: count(sql`${of('type')} = 'over'`),
    stillOpen: count(sql`${of('status')} = 'Open'`),
    value: { sum: of('valueE4') },
    openValue: { sum: sql`(case when ${of('status')} = 'Open' then ${of('valueE4')} else 0 end)` },
  },
  reconcilesWith: {
    measure: 'discrepancies',
    source: 'how many the list of discrepancies has for these days',
    async sum(db, question) {
      const { branch } = question.query;
      const asked = { ...daysOf(question), branch, limit: 1, page: 1, sort: 'createdAt' };
      const { headers } = await listDocuments(db, question.actor, discrepancyDocument, asked, (row) => row);
      return BigInt(headers?.['x-total-count'] ?? 0);
    },
  },
});
