import { quantityOf, readFields } from '#contract/document-fields.ts';
import type { AllowedMove } from '#contract/document-schemas.ts';
import { orderFields, orderLineFields } from '#contract/order-fields.ts';
import type { Order, OrderLine, OrderSummary, SavedOrder } from '#contract/orders.ts';
import {
  boolean,
  idOf,
  instant,
  type JsonRecord,
  number,
  record,
  reference,
  rowsOf,
  text,
  texts,
} from '#contract/tolerant.ts';
import { laterQuantities } from '#domain/orders/line-quantities.ts';
import { readStep } from '../documents/history.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';

/** A row of a list; `items` are there when the list was asked for with `view=full`. */
export type OrderRow = OrderSummary & { items?: OrderLine[] };

/**
 * Reads an order as any server may send it. Only the id is needed: what is missing is read as nothing known, so
 * that an order of a server that tells less is still an order. Null for a row without an id.
 */
export function readOrderRow(row: JsonRecord): OrderRow | null {
  const _id = idOf(row);
  if (_id === null) return null;
  const branch = reference(row['branch']);
  const kitchen = reference(row['kitchen']);
  const lines = Array.isArray(row['items']) ? rowsOf(row['items']) : null;
  const status = text(row['status']) ?? '';
  return {
    ...readFields(orderFields, row, {
      _id,
      orderNo: text(row['orderNo']) ?? text(row['orderNumber']) ?? _id,
      branchName: text(row['branchName']) ?? branch?.name ?? '',
      kitchenName: text(row['kitchenName']) ?? kitchen?.name ?? '',
      lineCount: number(row['lineCount']) ?? lines?.length ?? 0,
      urgent: boolean(row['urgent'], text(row['orderType']) === 'Urgent'),
      locked: boolean(row['locked'], ['Received', 'Rejected', 'Cancelled'].includes(status)),
    }),
    ...(lines ? { items: lines.map((line, index) => readLine(record(line), index, 'version' in row)) } : {}),
  };
}

/** Reads one order with its lines and history. Throws for an answer that holds no order. */
export function readOrder(row: JsonRecord): Order {
  const summary = readOrderRow(row);
  if (summary === null) throw new TypeError('The answer holds no order');
  const fillRate = record(row['fillRate']);
  const ssccs = texts(row['ssccs']);
  const [lines, units] = [number(fillRate['lines']), number(fillRate['units'])];
  return {
    ...summary,
    items: summary.items ?? [],
    statusHistory: readRecords(row['statusHistory']).map(readStep),
    allowedMoves: readRecords(row['allowedMoves']).map(readMove),
    fillRate: lines === null || units === null ? null : { lines, units },
    ...(ssccs.length > 0 && { ssccs }),
  };
}

/** A minimal answer: what was saved of which order, as far as the server tells. */
export type SavedOrderResponse = Pick<Partial<SavedOrder>, '_id' | 'basedOn' | 'version' | 'updatedAt'> & {
  head: Partial<Pick<Order, 'driver' | 'vehicle' | 'allowedMoves'>>;
  lines: ReadonlyMap<string, Partial<OrderLine>>;
};

/** Reads a minimal answer, or one that says nothing at all. */
export function readSavedOrder(row: JsonRecord): SavedOrderResponse {
  const _id = idOf(row);
  const [basedOn, version] = [number(row['basedOn']), number(row['version'])];
  const updatedAt = instant(row['updatedAt']);
  return {
    ...(_id !== null && { _id }),
    ...(basedOn !== null && { basedOn }),
    ...(version !== null && { version }),
    ...(updatedAt !== null && { updatedAt }),
    head: {
      ...('driver' in row && { driver: text(row['driver']) }),
      ...('vehicle' in row && { vehicle: text(row['vehicle']) }),
      ...(Array.isArray(row['allowedMoves']) && {
        allowedMoves: readRecords(row['allowedMoves']).map(readMove),
      }),
    },
    lines: new Map(
      readRecords(row['savedLines']).map((line) => [text(line['lineId']) ?? '', readSavedLine(line)]),
    ),
  };
}

function readSavedLine(row: JsonRecord): Partial<OrderLine> {
  const named = laterQuantities.filter((field) => field in row);
  return {
    ...Object.fromEntries(named.map((field) => [field, quantityOf(row[field])])),
    ...('pieces' in row && { pieces: number(row['pieces']) }),
    ...('reason' in row && {
      reason: text(row['reason']),
      reasonCode: text(row['reasonCode']),
      reasonNote: text(row['reasonNote']),
    }),
  };
}

/** A line of another server keeps what came, to be sent back whole (whole-lines.ts). */
function readLine(row: JsonRecord, index: number, isOurs: boolean): OrderLine & { asCame?: JsonRecord } {
  const otherLots = readRecords(row['otherLots']).map(readOtherLot);
  const item = reference(row['itemId']) ?? reference(row['item']);
  const itemName = text(row['itemName']) ?? text(row['name']) ?? item?.name ?? '';
  const names = shownNames(itemName, text(row['itemNameAlt']));
  const line: OrderLine = readFields(orderLineFields, row, {
    lineId: text(row['lineId']) ?? idOf(row) ?? String(index),
    itemId: item?.id ?? '',
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    unitSymbol: text(row['unitSymbol']) ?? text(row['unit']) ?? '',
    unitNum: number(row['unitNum']) ?? 1,
    unitDen: number(row['unitDen']) ?? 1,
    orderQty: quantityOf(row['orderQty']) ?? quantityOf(row['quantity']) ?? 0,
    lots: readRecords(row['lots']).map(readLot),
  });
  return {
    ...line,
    ...(otherLots.length > 0 && { otherLots }),
    ...(!isOurs && { asCame: row }),
  };
}

/** A line as its server sent it; what was read of it where that was not kept. */
export function getOriginalLine(line: OrderLine & { asCame?: JsonRecord }): JsonRecord {
  return line.asCame ?? { ...line };
}

/** A lot that came instead of one that was sent. */
export function readOtherLot(row: JsonRecord): NonNullable<OrderLine['otherLots']>[number] {
  const expiry = text(row['expiry']);
  return {
    lot: text(row['lot']),
    ...(expiry ? { expiry } : {}),
    receivedQty: quantityOf(row['receivedQty']) ?? 0,
    damagedQty: quantityOf(row['damagedQty']) ?? 0,
  };
}

/** A lot of a line: what was sent of it, and what was said of it where it came. */
export function readLot(row: JsonRecord): OrderLine['lots'][number] {
  const expiry = text(row['expiry']);
  const [receivedQty, damagedQty] = [quantityOf(row['receivedQty']), quantityOf(row['damagedQty'])];
  return {
    lot: text(row['lot']) ?? '',
    qty: quantityOf(row['qty']) ?? 0,
    ...(expiry ? { expiry } : {}),
    ...(receivedQty === null ? {} : { receivedQty }),
    ...(damagedQty === null ? {} : { damagedQty }),
  };
}

function readMove(row: JsonRecord): AllowedMove {
  return { to: text(row['to']) ?? '', verb: text(row['verb']) ?? '', reason: boolean(row['reason']) };
}

/** The records of a list; none of what is no list. */
export function readRecords(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.map(record) : [];
}
