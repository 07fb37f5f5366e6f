import { type RawBuilder, sql } from 'kysely';
import { type JsonField, jsonArray, jsonObject, jsonText } from '../../db/json-sql.ts';
import type { Dialect } from '../../db/types.ts';

/** Statuses after which nothing but the notes can change. */
export const lockedStatuses: readonly string[] = ['Received', 'Rejected', 'Cancelled'];

const headFields: Readonly<Record<string, JsonField>> = {
  _id: ['orders._id', 'text'],
  orderNo: ['orders.orderNo', 'text'],
  status: ['orders.status', 'text'],
  branch: ['orders.branch', 'text'],
  branchName: ['orders.branchName', 'text'],
  kitchen: ['orders.kitchen', 'text'],
  kitchenName: ['orders.kitchenName', 'text'],
  userName: ['orders.userName', 'text'],
  createdAt: ['orders.createdAt', 'text'],
  updatedAt: ['orders.updatedAt', 'text'],
  version: ['orders.version', 'integer'],
  dateTime: ['orders.dateTime', 'text'],
  sentAt: ['orders.sentAt', 'text'],
  acceptedAt: ['orders.acceptedAt', 'text'],
  shippedAt: ['orders.shippedAt', 'text'],
  receivedAt: ['orders.receivedAt', 'text'],
  deliveryDate: ['orders.deliveryDate', 'text'],
  orderType: ['orders.orderType', 'text'],
  cutoffAt: ['orders.cutoffAt', 'text'],
  notes: ['orders.notes', 'text'],
  transitionReason: ['orders.transitionReason', 'text'],
  deliveryNoteNo: ['orders.deliveryNoteNo', 'text'],
  driver: ['orders.driver', 'text'],
  vehicle: ['orders.vehicle', 'text'],
  lineCount: ['orders.lineCount', 'integer'],
  value: ['orders.valueE4', 'e4'],
  late: ['orders.late', 'boolean'],
  hasDiscrepancy: ['orders.hasDiscrepancy', 'boolean'],
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

/** One order as JSON text, built by the database: what `orderSummary` of the contract describes. */
export function summaryJson(dialect: Dialect, withLines = false): RawBuilder<string> {
  const locked = sql.join(lockedStatuses.map((status) => sql.lit(status)));
  const fields: Record<string, JsonField> = {
    ...headFields,
    urgent: truth(dialect, sql`${sql.ref('orders.orderType')} = 'Urgent'`),
    locked: truth(dialect, sql`${sql.ref('orders.status')} in (${locked})`),
  };
  if (withLines) fields['items'] = linesJson(dialect);
  return jsonText(dialect, jsonObject(dialect, fields));
}

export function simpleJson(dialect: Dialect): RawBuilder<string> {
  const names = ['_id', 'orderNo', 'status', 'branch', 'branchName', 'deliveryDate', 'createdAt', 'version'];
  return jsonText(
    dialect,
    jsonObject(dialect, Object.fromEntries(names.map((name) => [name, headFields[name] as JsonField]))),
  );
}

/** The lines of the order in the row at hand, in their order, without what only one order's page shows. */
function linesJson(dialect: Dialect): RawBuilder<string> {
  const lines = sql`(select * from ${sql.table('orderLines')} where ${sql.ref('orderLines.orderId')} = ${sql.ref('orders._id')}
    order by ${sql.ref('orderLines.position')}) as l`;
  const array = sql`(select ${jsonArray(dialect, jsonObject(dialect, lineFields))} from ${lines})`;
  return dialect === 'sqlite' ? sql`json(${array})` : sql`${array}`;
}

function truth(dialect: Dialect, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`json(case when ${condition} then 'true' else 'false' end)`
    : sql`(${condition})`;
}
