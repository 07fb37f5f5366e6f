import { listOf, type Shape, sparse } from '#platform/shapes/shape.ts';
import {
  type Order,
  order,
  orderLine,
  type OrderLine,
  orderSummary,
  type OrderSummary,
  savedOrder,
} from '../../shapes.ts';
import {
  type JsonRecord,
  readBoolean,
  readNumberValue,
  readRecord,
  readText,
} from '#platform/shapes/tolerant.ts';
import { normalizeHistoryEntry } from '#platform/documents/web/queries/history.ts';
import { createReader } from '#platform/web/queries/read-shape.ts';

/** A row of a list; `items` is set for lists requested with `view=full`. */
export type OrderRecord = OrderSummary & { items?: OrderLine[] };

/**
 * A line from another server includes its original fields, so that they can be sent back completely
 * (order-edit.ts).
 */
const lines = listOf({ ...orderLine, original: 'sparse json?' } as const satisfies Shape);

const readSummary = createReader({ ...orderSummary, items: sparse(lines) });
const readWholeOrder = createReader({ ...order, items: lines });

/**
 * Reads an order as any server may send it. Only the id is required; missing values get neutral defaults.
 * Returns null if there is no id.
 */
export const readOrderRow = (row: JsonRecord): OrderRecord | null => readSummary(normalizeOrder(row));

/** Reads one order with its lines and history. Throws if the response contains no order. */
export function readOrder(row: JsonRecord): Order {
  const parsed = readWholeOrder(normalizeOrder(row));
  if (parsed === null) throw new TypeError('The response contains no order');
  return parsed;
}

/** Renames other servers' fields, and derives those that they don't send. */
function normalizeOrder(row: JsonRecord): JsonRecord {
  const { items, statusHistory } = row;
  const isOwnServer = 'version' in row;
  return {
    ...row,
    orderNo: readText(row['orderNo']) ?? row['orderNumber'],
    urgent: readBoolean(row['urgent'], row['orderType'] === 'Urgent'),
    locked: readBoolean(
      row['locked'],
      ['Received', 'Rejected', 'Cancelled'].includes(readText(row['status']) ?? ''),
    ),
    ...(Array.isArray(statusHistory) && { statusHistory: statusHistory.map(normalizeHistoryEntry) }),
    ...(Array.isArray(items) && {
      lineCount: readNumberValue(row['lineCount']) ?? items.length,
      items: items.map((line: unknown) => normalizeLine(readRecord(line), isOwnServer)),
    }),
  };
}

const normalizeLine = (row: JsonRecord, isOwnServer: boolean): JsonRecord => ({
  ...row,
  itemId: row['itemId'] ?? row['item'],
  itemName: readText(row['itemName']) ?? row['name'],
  unitSymbol: readText(row['unitSymbol']) ?? row['unit'],
  orderQty: row['orderQty'] ?? row['quantity'],
  ...(!isOwnServer && { original: row }),
});

/**
 * Reads a minimal response: the id of the saved order and its changes. Returns null if the server doesn't
 * send it.
 */
export const readSavedOrder = createReader(savedOrder);

/** Returns the line as its server sent it, or the parsed line. */
export function getOriginalLine(line: OrderLine & { original?: unknown }): JsonRecord {
  return line.original ? readRecord(line.original) : { ...line };
}
