import { type RawBuilder, sql } from 'kysely';
import { orderFields, orderLineFields } from '#contract/order-fields.ts';
import { orderSimple } from '#contract/orders.ts';
import { jsonArray, jsonFields, jsonObject, jsonText } from '../../db/json-sql.ts';
import type { Dialect } from '../../db/types.ts';

const simpleFields = jsonFields('orders', orderFields, (name) => Object.hasOwn(orderSimple.shape, name));

/** Only one order's page shows these. */
const detailFields: ReadonlySet<string> = new Set(['stockAtOrder', 'suggestedQty', 'photo']);
const lineFields = jsonFields('l', orderLineFields, (name) => !detailFields.has(name));

/** One order as JSON text: its kept summary, with its lines put in where they are wanted. */
export function summaryJson(dialect: Dialect, withLines: boolean): RawBuilder<string> {
  const summary = sql<string>`${sql.ref('orders.summary')}`;
  if (!withLines) return summary;
  const open = sql`substr(${summary}, 1, length(${summary}) - 1)`;
  return sql<string>`${open} || ',"items":' || ${linesJson(dialect)} || '}'`;
}

/**
 * One order as the event stream carries it: its list row, with its lines while the kitchen picks them, because the lists of
 * orders in process show lines.
 */
export function eventRowJson(dialect: Dialect): RawBuilder<string> {
  return sql<string>`case when ${sql.ref('orders.status')} = 'Under Process'
    then ${summaryJson(dialect, true)} else ${summaryJson(dialect, false)} end`;
}

export function simpleJson(dialect: Dialect): RawBuilder<string> {
  return jsonText(dialect, jsonObject(dialect, simpleFields));
}

/** All rows' `json` in one text, in the order of the subquery they come from; null without rows. */
export function concatenatedJson(dialect: Dialect): RawBuilder<string | null> {
  const json = sql.ref('page.json');
  return dialect === 'sqlite' ? sql`group_concat(${json}, ',')` : sql`string_agg(${json}, ',')`;
}

/** The lines of the order in the row at hand, in their order, without what only one order's page shows. */
function linesJson(dialect: Dialect): RawBuilder<string> {
  const lines = sql`(select * from ${sql.table('orderLines')} where ${sql.ref('orderLines.orderId')} = ${sql.ref('orders._id')}
    order by ${sql.ref('orderLines.position')}) as l`;
  return sql`(select cast(${jsonArray(dialect, jsonObject(dialect, lineFields))} as text) from ${lines})`;
}
