import { sql } from 'kysely';
import { getEndOfBusinessDay } from '#core/business-day.ts';
import { reportShapes } from '../report-shapes.ts';
import { addDays } from '#core/day.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import { discrepancyDocument } from '#modules/discrepancies/server/definition.ts';
import { reportDays, defineReport } from './define.ts';

const column = (name: string) => sql.ref(`discrepancies.${name}`);
const count = (condition: ReturnType<typeof sql>) => ({
  count: sql`count(case when ${condition} then 1 end)`,
});

/** SQL for discrepancies, with the day of receipt in the receiving location's time zone. */
const discrepanciesByDay = sql`(select d.*, coalesce(o.${sql.ref('receivedDay')}, t.${sql.ref('receivedDay')}, substr(d.${sql.ref('createdAt')}, 1, 10)) as day
  from discrepancies as d
  left join orders as o on d.${sql.ref('docType')} = 'order' and o.${sql.ref('_id')} = d.${sql.ref('orderId')}
  left join transfers as t on d.${sql.ref('docType')} = 'transfer' and t.${sql.ref('_id')} = d.${sql.ref('orderId')})`;

/** Differences between shipped and received goods of orders and transfers, and those still open. */
export const discrepancyReport = defineReport({
  shape: reportShapes.discrepancies,
  scope: discrepancyDocument.scope,
  from: sql`${discrepanciesByDay} as discrepancies`,
  conditions: [sql<boolean>`1 = 1`],
  columns: {
    day: 'discrepancies.day',
    branch: 'discrepancies.branch',
    item: 'discrepancies.itemId',
    document: 'discrepancies._id',
    number: 'discrepancies.orderNo',
  },
  figures: {
    discrepancies: { count: sql`count(*)` },
    shortLines: count(sql`${column('type')} = 'short'`),
    damagedLines: count(sql`${column('type')} = 'damaged'`),
    overLines: count(sql`${column('type')} = 'over'`),
    stillOpen: count(sql`${column('status')} = 'Open'`),
    value: { sum: column('valueE4') },
    openValue: { sum: sql`(case when ${column('status')} = 'Open' then ${column('valueE4')} else 0 end)` },
  },
  reconcilesWith: {
    measure: 'discrepancies',
    source: 'discrepancies entered at each location on these business days',
    async sum(db, request) {
      const { from, to } = reportDays(request);
      let enteredCount = 0n;
      const places = await db.selectFrom('branches').select(['_id', 'timezone', 'dayEnds']).execute();
      for (const { _id, ...local } of places) {
        if (request.query.branch !== undefined && request.query.branch !== _id) continue;
        const { count: localCount } = await db
          .selectFrom('discrepancies')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('branch', '=', _id)
          .where('createdAt', '>=', getEndOfBusinessDay(addDays(from, -1), local))
          .where('createdAt', '<', getEndOfBusinessDay(to, local))
          .where(scopeCondition(request.actor, discrepancyDocument.scope))
          .executeTakeFirstOrThrow();
        enteredCount += BigInt(localCount);
      }
      return enteredCount;
    },
  },
});
