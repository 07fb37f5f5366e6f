import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scorecard } from '../shapes.ts';
import { getBusinessDay, type LocalDays } from '#core/business-day.ts';
import type { Actor } from '#core/permissions.ts';
import { type ScoredOrder, type TradeTotals, computeSupplierScore } from '#modules/suppliers/scorecard.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { selectFirstReceiptColumn, buildDueConditions } from '#modules/purchase-orders/server/due.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

interface ScorecardFilter {
  supplier?: string | undefined;
  place?: string | undefined;
  from: string;
  to: string;
}

/** An order with the time zone and day end of its location, which also apply to its receipts. */
interface OrderRow extends LocalDays {
  supplier: string;
  expectedOn: string | null;
  sentAt: string;
  firstDay: string | null;
  missingLines: number | string;
}

const noTradeTotals: TradeTotals = { billed: 0, agreed: 0, delivered: 0, rejected: 0 };

/** Scores suppliers with activity in a period, sorted by name. */
export async function scoreSuppliers(
  db: Queryable,
  actor: Actor,
  query: ScorecardFilter,
  now: Date,
): Promise<Scorecard[]> {
  const orders = Map.groupBy(await loadDueOrders(db, actor, query, now), ({ supplier }) => supplier);
  const trades = await loadTradeTotals(db, actor, query);
  const ids = [...new Set([...orders.keys(), ...trades.keys()])];
  if (ids.length === 0) return [];
  const suppliers = await db
    .selectFrom('suppliers')
    .select(['_id', 'name', 'nameAlt'])
    .where('_id', 'in', ids)
    .orderBy('search')
    .execute();
  return suppliers.map(({ _id, name, nameAlt }) => ({
    supplier: _id,
    supplierName: name,
    supplierNameAlt: nameAlt,
    ...computeSupplierScore((orders.get(_id) ?? []).map(toScoredOrder), trades.get(_id) ?? noTradeTotals),
  }));
}

const toScoredOrder = ({ expectedOn, sentAt, firstDay, missingLines, ...local }: OrderRow): ScoredOrder => ({
  expectedOn,
  sentOn: getBusinessDay(sentAt, local),
  firstReceivedOn: firstDay,
  isCompleteAtFirst: firstDay !== null && Number(missingLines) === 0,
});

const buildConditions = (
  actor: Actor,
  { supplier, place }: ScorecardFilter,
  alias: string,
): RawBuilder<SqlBool>[] => [
  scopeCondition(actor, { branch: `${alias}.place` }),
  ...(supplier === undefined ? [] : [sql<SqlBool>`${ref(`${alias}.supplier`)} = ${supplier}`]),
  ...(place === undefined ? [] : [sql<SqlBool>`${ref(`${alias}.place`)} = ${place}`]),
];

/** Loads the orders due in the period, with their first receipt that isn't reversed. */
async function loadDueOrders(
  db: Queryable,
  actor: Actor,
  query: ScorecardFilter,
  now: Date,
): Promise<OrderRow[]> {
  const where = [
    ...buildConditions(actor, query, 'o'),
    ...buildDueConditions('o', { ...query, delivery: 'due' }, now),
  ];
  const { rows } = await sql<OrderRow>`select due.*, (select count(*) from ${table('purchaseLines')} as p
      where p.${ref('orderId')} = due.${ref('_id')} and p.${ref('qtyMicro')} > coalesce((
        select sum(l.${ref('coversQtyMicro')}) from ${table('goodsReceiptLines')} as l
        where l.${ref('receiptId')} = due.${ref('firstId')} and l.${ref('poLineId')} = p.${ref('lineId')}
          and l.${ref('isReversed')} = 0), 0)) as ${ref('missingLines')}
    from (select o.${ref('_id')}, o.supplier, o.${ref('expectedOn')}, o.${ref('sentAt')},
        b.timezone, b.${ref('dayEnds')},
        ${selectFirstReceiptColumn('o', 'businessDay')} as ${ref('firstDay')}, ${selectFirstReceiptColumn('o', '_id')} as ${ref('firstId')}
      from ${table('purchaseOrders')} as o left join ${table('branches')} as b on b.${ref('_id')} = o.place
      where ${sql.join(where, sql` and `)}) as due`.execute(db);
  return rows;
}

type Amounts<Name extends string> = { supplier: string } & Record<Name, number | string | null>;

/**
 * Builds SQL conditions for matches `m` of goods that aren't reversed and are in the date range (both ends
 * are optional). Price scores are based on these matches.
 */
const buildMatchConditions = ({
  from,
  to,
}: Partial<Pick<ScorecardFilter, 'from' | 'to'>>): RawBuilder<SqlBool>[] => [
  sql<SqlBool>`m.${ref('reversedDay')} is null and m.${ref('qtyMicro')} > 0`,
  ...(from === undefined ? [] : [sql<SqlBool>`m.${ref('businessDay')} >= ${from}`]),
  ...(to === undefined ? [] : [sql<SqlBool>`m.${ref('businessDay')} <= ${to}`]),
];

/** Builds the SQL condition for posted invoices with a match in the date range; empty without a range. */
export function buildMatchedInvoiceConditions(days: {
  from?: string | undefined;
  to?: string | undefined;
}): RawBuilder<SqlBool>[] {
  if (days.from === undefined && days.to === undefined) return [];
  const match = sql`select 1 from ${table('invoiceMatches')} as m
    where m.${ref('invoiceId')} = ${ref('supplierInvoices._id')} and ${sql.join(buildMatchConditions(days), sql` and `)}`;
  return [sql<SqlBool>`${ref('supplierInvoices.status')} = 'Posted' and exists (${match})`];
}

/**
 * Loads billed, agreed, delivered and rejected values by supplier, as floating-point numbers, because only
 * their ratios are used.
 */
async function loadTradeTotals(
  db: Queryable,
  actor: Actor,
  query: ScorecardFilter,
): Promise<Map<string, TradeTotals>> {
  // A price in millionths times a quantity in millionths, in ten-thousandths.
  const valueAt = (quantity: RawBuilder<unknown>, price: RawBuilder<unknown>) =>
    sql`sum(cast(${quantity} as double precision) * ${price} / 100000000)`;
  const col = (name: string) => sql`${ref(name)}`;
  const agreedPrice = sql`case when p.${ref('unitNum')} = l.${ref('unitNum')} and p.${ref('unitDen')} = l.${ref('unitDen')}
    and p.${ref('itemId')} = l.${ref('itemId')} then p.${ref('priceMicro')} else l.${ref('priceMicro')} end`;
  const { rows: bills } = await sql<
    Amounts<'billed' | 'agreed'>
  >`select i.supplier, sum(m.${ref('valueE4')}) as billed,
      ${valueAt(col('m.qtyMicro'), agreedPrice)} as agreed
    from ${table('invoiceMatches')} as m
      join ${table('supplierInvoices')} as i on i.${ref('_id')} = m.${ref('invoiceId')}
      join ${table('goodsReceiptLines')} as l on l.${ref('lineId')} = m.${ref('receiptLineId')}
      left join ${table('purchaseLines')} as p on p.${ref('lineId')} = l.${ref('poLineId')}
    where ${sql.join([...buildConditions(actor, query, 'i'), ...buildMatchConditions(query)], sql` and `)} and i.status = 'Posted' and m.${ref('transferId')} is null
    group by i.supplier`.execute(db);
  const { rows: goods } = await sql<Amounts<'delivered' | 'rejected'>>`select r.supplier,
      ${valueAt(sql`(l.${ref('qtyMicro')} + l.${ref('rejectedQtyMicro')})`, col('l.priceMicro'))} as delivered,
      ${valueAt(col('l.rejectedQtyMicro'), col('l.priceMicro'))} as rejected
    from ${table('goodsReceiptLines')} as l join ${table('goodsReceipts')} as r on r.${ref('_id')} = l.${ref('receiptId')}
    where ${sql.join(buildConditions(actor, query, 'r'), sql` and `)} and l.${ref('isReversed')} = 0
      and r.${ref('businessDay')} between ${query.from} and ${query.to} group by r.supplier`.execute(db);
  const trades = new Map<string, TradeTotals>();
  for (const { supplier, billed, agreed } of bills)
    trades.set(supplier, { ...noTradeTotals, billed: Number(billed), agreed: Number(agreed) });
  for (const { supplier, delivered, rejected } of goods)
    trades.set(supplier, {
      ...(trades.get(supplier) ?? noTradeTotals),
      delivered: Number(delivered),
      rejected: Number(rejected),
    });
  return trades;
}
