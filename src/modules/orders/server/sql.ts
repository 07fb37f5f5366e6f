import { type RawBuilder, sql } from 'kysely';
import { orderSummary, orderLineFields, orderSimple } from '../shapes.ts';
import { jsonArray, jsonFields, jsonObject, jsonText } from '#platform/server/db/json-sql.ts';
import type { Dialect } from '#platform/server/db/types.ts';

const simpleFields = jsonFields('orders', orderSummary, (name) => Object.hasOwn(orderSimple, name));

/** Line fields that only the order page shows. */
const detailFields: ReadonlySet<string> = new Set(['stockAtOrder', 'suggestedQty', 'photo']);
const lineFields = jsonFields('l', orderLineFields, (name) => !detailFields.has(name));

/** One order as JSON text: its stored summary, optionally with lines. */
export function buildSummaryJson(dialect: Dialect, withLines: boolean): RawBuilder<string> {
  const summary = sql<string>`${sql.ref('orders.summary')}`;
  if (!withLines) return summary;
  const open = sql`substr(${summary}, 1, length(${summary}) - 1)`;
  return sql<string>`${open} || ',"items":' || ${buildLinesJson(dialect)} || '}'`;
}

/**
 * One order as sent in events: its list row, with lines while it is being picked, because the lists of orders
 * in process show lines.
 */
export function buildEventRowJson(dialect: Dialect): RawBuilder<string> {
  return sql<string>`case when ${sql.ref('orders.status')} = 'Under Process'
    then ${buildSummaryJson(dialect, true)} else ${buildSummaryJson(dialect, false)} end`;
}

export function buildSimpleJson(dialect: Dialect): RawBuilder<string> {
  return jsonText(dialect, jsonObject(dialect, simpleFields));
}

/** Concatenates the `json` of all rows in the subquery's order; null if there are no rows. */
export function concatenateJson(dialect: Dialect): RawBuilder<string | null> {
  const json = sql.ref('page.json');
  return dialect === 'sqlite' ? sql`group_concat(${json}, ',')` : sql`string_agg(${json}, ',')`;
}

/** The lines of the current order row, in order, without the fields of the order page. */
function buildLinesJson(dialect: Dialect): RawBuilder<string> {
  const lines = sql`(select * from ${sql.table('orderLines')} where ${sql.ref('orderLines.orderId')} = ${sql.ref('orders._id')}
    order by ${sql.ref('orderLines.position')}) as l`;
  return sql`(select cast(${jsonArray(dialect, jsonObject(dialect, lineFields))} as text) from ${lines})`;
}
