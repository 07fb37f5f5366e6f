import { sql } from 'kysely';
import { endOfBusinessDay } from '#core/business-day.ts';
import { reportShapes } from '../report-shapes.ts';
import { addDays } from '#core/day.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import { discrepancyDocument } from '#modules/discrepancies/server/definition.ts';
import { reportDays, defineReport } from './define.ts';

const of = (column: string) => sql.ref(`discrepancies.${column}`);
const count = (condition: ReturnType<typeof sql>) => ({
  count: sql`count(case when ${condition} then 1 end)`,
});

/** SQL discrepancies with the day of receipt on the receiving location's clock. */
const byDay = sql`(select d.*, coalesce(o.${sql.ref('receivedDay')}, t.${sql.ref('receivedDay')}, substr(d.${sql.ref('createdAt')}, 1, 10)) as day
  from discrepancies as d
  left join orders as o on d.${sql.ref('docType')} = 'order' and o.${sql.ref('_id')} = d.${sql.ref('orderId')}
  left join transfers as t on d.${sql.ref('docType')} = 'transfer' and t.${sql.ref('_id')} = d.${sql.ref('orderId')})`;

/** Differences between shipped and received goods of orders and transfers, and those still open. */
export const discrepancyReport = defineReport({
  shape: reportShapes.discrepancies,
  scope: discrepancyDocument.scope,
  from: sql`${byDay} as discrepancies`,
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
    source: 'how many were said between the evenings of these days at each place',
    async sum(db, question) {
      const { from, to } = reportDays(question);
      let entered = 0n;
      for (const { _id, timezone } of await db.selectFrom('branches').select(['_id', 'timezone']).execute()) {
        if (question.query.branch !== undefined && question.query.branch !== _id) continue;
        const { count: openCount } = await db
          .selectFrom('discrepancies')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('branch', '=', _id)
          .where('createdAt', '>=', endOfBusinessDay(addDays(from, -1), timezone))
          .where('createdAt', '<', endOfBusinessDay(to, timezone))
          .where(scopeCondition(question.actor, discrepancyDocument.scope))
          .executeTakeFirstOrThrow();
        entered += BigInt(openCount);
      }
      return entered;
    },
  },
});
