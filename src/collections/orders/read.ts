import { readQuantity, readFields } from '#contract/read-shape.ts';
import type { AllowedMove } from '#contract/shapes/documents.ts';
import {
  orderSummary,
  orderLineFields,
  type Order,
  type OrderLine,
  type OrderSummary,
  type SavedOrder,
} from '#contract/shapes/orders.ts';
import {
  readBoolean,
  readId,
  readInstant,
  type JsonRecord,
  readNumberValue,
  readRecord,
  readReference,
  readRows,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { laterQuantities } from '#domain/orders/line-quantities.ts';
import { readStep } from '../documents/history.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';

/** A row of a list; `items` is set for lists requested with `view=full`. */
export type OrderRecord = OrderSummary & { items?: OrderLine[] };

/**
 * Reads an order as any server may send it. Only the id is required; missing values get neutral defaults.
 * Null without an id.
 */
export function readOrderRow(row: JsonRecord): OrderRecord | null {
  const _id = readId(row);
  if (_id === null) return null;
  const branch = readReference(row['branch']);
  const kitchen = readReference(row['kitchen']);
  const lines = Array.isArray(row['items']) ? readRows(row['items']) : null;
  const status = readText(row['status']) ?? '';
  return {
    ...readFields(orderSummary, row, {
      _id,
      orderNo: readText(row['orderNo']) ?? readText(row['orderNumber']) ?? _id,
      branchName: readText(row['branchName']) ?? branch?.name ?? '',
      kitchenName: readText(row['kitchenName']) ?? kitchen?.name ?? '',
      lineCount: readNumberValue(row['lineCount']) ?? lines?.length ?? 0,
      urgent: readBoolean(row['urgent'], readText(row['orderType']) === 'Urgent'),
      locked: readBoolean(row['locked'], ['Received', 'Rejected', 'Cancelled'].includes(status)),
    }),
    ...(lines
      ? { items: lines.map((line, index) => readLine(readRecord(line), index, 'version' in row)) }
      : {}),
  };
}

/** Reads one order with its lines and history. Throws for a response without an order. */
export function readOrder(row: JsonRecord): Order {
  const summary = readOrderRow(row);
  if (summary === null) throw new TypeError('The answer holds no order');
  const fillRate = readRecord(row['fillRate']);
  const ssccs = readTexts(row['ssccs']);
  const [lines, units] = [readNumberValue(fillRate['lines']), readNumberValue(fillRate['units'])];
  return {
    ...summary,
    items: summary.items ?? [],
    statusHistory: readRecords(row['statusHistory']).map(readStep),
    allowedMoves: readRecords(row['allowedMoves']).map(readMove),
    fillRate: lines === null || units === null ? null : { lines, units },
    ...(ssccs.length > 0 && { ssccs }),
  };
}

/** A minimal response: which order was saved with which changes, as far as the server sends it. */
export type SavedOrderResponse = Pick<Partial<SavedOrder>, '_id' | 'basedOn' | 'version' | 'updatedAt'> & {
  head: Partial<Pick<Order, 'driver' | 'vehicle' | 'allowedMoves'>>;
  lines: ReadonlyMap<string, Partial<OrderLine>>;
};

/** Reads a minimal response, which may be empty. */
export function readSavedOrder(row: JsonRecord): SavedOrderResponse {
  const _id = readId(row);
  const [basedOn, version] = [readNumberValue(row['basedOn']), readNumberValue(row['version'])];
  const updatedAt = readInstant(row['updatedAt']);
  return {
    ...(_id !== null && { _id }),
    ...(basedOn !== null && { basedOn }),
    ...(version !== null && { version }),
    ...(updatedAt !== null && { updatedAt }),
    head: {
      ...('driver' in row && { driver: readText(row['driver']) }),
      ...('vehicle' in row && { vehicle: readText(row['vehicle']) }),
      ...(Array.isArray(row['allowedMoves']) && {
        allowedMoves: readRecords(row['allowedMoves']).map(readMove),
      }),
    },
    lines: new Map(
      readRecords(row['savedLines']).map((line) => [readText(line['lineId']) ?? '', readSavedLine(line)]),
    ),
  };
}

function readSavedLine(row: JsonRecord): Partial<OrderLine> {
  const named = laterQuantities.filter((field) => field in row);
  return {
    ...Object.fromEntries(named.map((field) => [field, readQuantity(row[field])])),
    ...('pieces' in row && { pieces: readNumberValue(row['pieces']) }),
    ...('reason' in row && {
      reason: readText(row['reason']),
      reasonCode: readText(row['reasonCode']),
      reasonNote: readText(row['reasonNote']),
    }),
  };
}

/** A line of another server keeps its original fields, to be sent back completely (order-edit.ts). */
function readLine(row: JsonRecord, index: number, isOurs: boolean): OrderLine & { asCame?: JsonRecord } {
  const otherLots = readRecords(row['otherLots']).map(readOtherLot);
  const item = readReference(row['itemId']) ?? readReference(row['item']);
  const itemName = readText(row['itemName']) ?? readText(row['name']) ?? item?.name ?? '';
  const names = shownNames(itemName, readText(row['itemNameAlt']));
  const line: OrderLine = readFields(orderLineFields, row, {
    lineId: readText(row['lineId']) ?? readId(row) ?? String(index),
    itemId: item?.id ?? '',
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    unitSymbol: readText(row['unitSymbol']) ?? readText(row['unit']) ?? '',
    unitNum: readNumberValue(row['unitNum']) ?? 1,
    unitDen: readNumberValue(row['unitDen']) ?? 1,
    orderQty: readQuantity(row['orderQty']) ?? readQuantity(row['quantity']) ?? 0,
    lots: readRecords(row['lots']).map(readLot),
  });
  return {
    ...line,
    ...(otherLots.length > 0 && { otherLots }),
    ...(!isOurs && { asCame: row }),
  };
}

/** Returns the line as its server sent it, or the parsed line. */
export function getOriginalLine(line: OrderLine & { asCame?: JsonRecord }): JsonRecord {
  return line.asCame ?? { ...line };
}

/** Reads a lot that was received instead of one that was shipped. */
export function readOtherLot(row: JsonRecord): NonNullable<OrderLine['otherLots']>[number] {
  const expiry = readText(row['expiry']);
  return {
    lot: readText(row['lot']),
    ...(expiry ? { expiry } : {}),
    receivedQty: readQuantity(row['receivedQty']) ?? 0,
    damagedQty: readQuantity(row['damagedQty']) ?? 0,
  };
}

/** Reads a lot of a line with its shipped and received quantities. */
export function readLot(row: JsonRecord): OrderLine['lots'][number] {
  const expiry = readText(row['expiry']);
  const [receivedQty, damagedQty] = [readQuantity(row['receivedQty']), readQuantity(row['damagedQty'])];
  return {
    lot: readText(row['lot']) ?? '',
    qty: readQuantity(row['qty']) ?? 0,
    ...(expiry ? { expiry } : {}),
    ...(receivedQty === null ? {} : { receivedQty }),
    ...(damagedQty === null ? {} : { damagedQty }),
  };
}

function readMove(row: JsonRecord): AllowedMove {
  return {
    to: readText(row['to']) ?? '',
    verb: readText(row['verb']) ?? '',
    reason: readBoolean(row['reason']),
  };
}

/** Returns the records of a list; empty for anything else. */
export function readRecords(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.map(readRecord) : [];
}
