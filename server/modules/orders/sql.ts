import { type RawBuilder, sql } from 'kysely';
import { type JsonField, jsonArray, jsonObject, jsonText } from '../../db/json-sql.ts';
import type { Dialect } from '../../db/types.ts';

const simpleFields: Readonly<Record<string, JsonField>> = {
  _id: ['orders._id', 'text'],
  orderNo: ['orders.orderNo', 'text'],
  status: ['orders.status', 'text'],
  branch: ['orders.branch', 'text'],
  branchName: ['orders.branchName', 'text'],
  deliveryDate: ['orders.deliveryDate', 'text'],
  createdAt: ['orders.createdAt', 'text'],
  version: ['orders.version', 'integer'],
};

const lineFields: Readonly<Record<string, JsonField>> = {
  lineId: ['l.lineId', 'text'],
  itemId: ['l.itemId', 'text'],
  itemCode: ['l.itemCode', 'text'],
  itemName: ['l.itemName', 'text'],
  itemNameAlt: ['l.itemNameAlt', 'text'],
  category: ['l.category', 'text'],
  section: ['l.section', 'text'],
  unit: ['l.unit', 'text'],
  unitSymbol: ['l.unitSymbol', 'text'],
  unitNum: ['l.unitNum', 'integer'],
  unitDen: ['l.unitDen', 'integer'],
  orderQty: ['l.orderQtyMicro', 'micro'],
  approvedQty: ['l.approvedQtyMicro', 'micro'],
  pickedQty: ['l.pickedQtyMicro', 'micro'],
  shippedQty: ['l.shippedQtyMicro', 'micro'],
  receivedQty: ['l.receivedQtyMicro', 'micro'],
  damagedQty: ['l.damagedQtyMicro', 'micro'],
  shortQty: ['l.shortQtyMicro', 'micro'],
  overQty: ['l.overQtyMicro', 'micro'],
  unitCost: ['l.unitCostE4', 'e4'],
  substituteFor: ['l.substituteFor', 'text'],
  reason: ['l.reason', 'text'],
  note: ['l.note', 'text'],
};

/** One order as JSON text: its kept summary, with its lines put in where they are wanted. */
export function summaryJson(dialect: Dialect, withLines: boolean): RawBuilder<string> {
  const summary = sql<string>`${sql.ref('orders.summary')}`;
  if (!withLines) return summary;
  const open = sql`substr(${summary}, 1, length(${summary}) - 1)`;
  return sql<string>`${open} || ',"items":' || ${linesJson(dialect)} || '}'`;
}

export function simpleJson(dialect: Dialect): RawBuilder<string> {
  return jsonText(dialect, jsonObject(dialect, simpleFields));
}

/** All rows' `json` in one text, in the order of the subquery they come from; null without rows. */
export function joinedJson(dialect: Dialect): RawBuilder<string | null> {
  const json = sql.ref('page.json');
  return dialect === 'sqlite' ? sql`group_concat(${json}, ',')` : sql`string_agg(${json}, ',')`;
}

/** The lines of the order in the row at hand, in their order, without what only one order's page shows. */
function linesJson(dialect: Dialect): RawBuilder<string> {
  const lines = sql`(select * from ${sql.table('orderLines')} where ${sql.ref('orderLines.orderId')} = ${sql.ref('orders._id')}
    order by ${sql.ref('orderLines.position')}) as l`;
  return sql`(select cast(${jsonArray(dialect, jsonObject(dialect, lineFields))} as text) from ${lines})`;
}
