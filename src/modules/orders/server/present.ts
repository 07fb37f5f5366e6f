import { toWire } from '#platform/documents/document-rows.ts';
import type { HistoryEntry } from '#platform/documents/document-shapes.ts';
import { orderLineFields, type Order, type OrderLine, type SavedOrder } from '../shapes.ts';
import type { EditOrderInput } from '../input.ts';
import { computeFillRate } from '../lines.ts';
import { fulfilmentQuantities } from '../line-quantities.ts';
import type { Actor } from '#core/permissions.ts';
import { convertMicro, toExactOrNull, fromMicro } from '#core/quantity.ts';
import { hasTrackedLots } from '#modules/lots/line-lots.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { allowedTransitions } from '#platform/documents/server/transitions.ts';
import { readHistory } from '#platform/documents/server/history.ts';
import { reasonColumns } from '#platform/documents/server/reasons.ts';
import { orderDocument } from './definition.ts';
import { toWireLots } from '#modules/shipments/server/line-lots.ts';
import { type HiddenStock, loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { loadSsccs } from './crates.ts';
import type { StoredOrderLine, LoadedOrder } from './rows.ts';
import { toOrderSummary } from './summary.ts';

/** Presents one order for this actor; reads its history and reservations. */
export async function presentOrder(db: Queryable, order: LoadedOrder, actor: Actor): Promise<Order> {
  const history = await readHistory(db, orderDocument, order.header._id);
  const reserved =
    order.header.status === 'Under Process' ? await loadReserved(db, order.header._id) : new Map();
  const ssccs = order.header.crates === null ? [] : await loadSsccs(db, order.header._id);
  const presented = { ...toOrder(order, actor, history, reserved), ...(ssccs.length > 0 && { ssccs }) };
  return redactHiddenStock(presented, await loadHiddenStock(db, actor));
}

/** Hides branch stock on lines from users who count the item blind. */
function redactHiddenStock(order: Order, hidden: HiddenStock): Order {
  const redacted = { stockAtOrder: null, suggestedQty: null };
  const items = order.items.map((line) =>
    hidden.has(order.branch, line.itemId) ? { ...line, ...redacted } : line,
  );
  return { ...order, items };
}

/** Presents an order that was just created. */
export function presentNewOrder(order: LoadedOrder, actor: Actor): Order {
  const { status: to, createdAt: at } = order.header;
  const creation = { from: null, to, by: actor._id, byName: actor.name, at, ...reasonColumns(null) };
  return toOrder(order, actor, [creation], new Map());
}

/** Fields that a minimal response may contain: no other order field depends on them. */
const savedFields = [...fulfilmentQuantities, 'reason', 'pieces'] as const;
const simpleLineFields: ReadonlySet<string> = new Set(['lineId', ...savedFields]);
const simpleHeaderFields: ReadonlySet<string> = new Set(['items', 'driver', 'vehicle']);

/**
 * Returns only the fields that an edit changed, for a client that has version `basedOn`. Returns null if the
 * edit affects other fields (other lines, the value, the cut-off); the whole order is then returned.
 */
export function presentSavedFields(
  order: LoadedOrder,
  actor: Actor,
  basedOn: number,
  edit: EditOrderInput,
): SavedOrder | null {
  const entries = edit.items ?? [];
  const isSimple =
    Object.keys(edit).every((field) => simpleHeaderFields.has(field)) &&
    entries.every((entry) => Object.keys(entry).every((field) => simpleLineFields.has(field)));
  const { header } = order;
  // A reason entered at receipt also sets the line's receipt marker.
  const hasReceiptReason = header.status === 'Shipped' && entries.some(({ reason }) => reason !== undefined);
  if (!isSimple || hasReceiptReason) return null;
  const lines = new Map(order.lines.map((line) => [line.lineId, line]));
  // Picks reserve lots that the edit doesn't contain.
  const hasReservedLots = (lineId = '') => {
    const line = lines.get(lineId);
    return line !== undefined && header.status === 'Under Process' && hasTrackedLots(line);
  };
  if (entries.some(({ lineId }) => hasReservedLots(lineId))) return null;
  return {
    _id: header._id,
    basedOn,
    version: header.version,
    updatedAt: header.updatedAt,
    ...(edit.driver !== undefined && { driver: header.driver }),
    ...(edit.vehicle !== undefined && { vehicle: header.vehicle }),
    savedLines: entries.flatMap((entry) => {
      const line = lines.get(entry.lineId ?? '');
      if (!line) return [];
      const presentedLine = toLine(line, null);
      const editedFields = savedFields.filter((field) => entry[field] !== undefined);
      const { reasonCode, reasonNote } = presentedLine;
      return [
        {
          lineId: line.lineId,
          ...Object.fromEntries(editedFields.map((field) => [field, presentedLine[field]])),
          ...(entry.reason !== undefined && { reasonCode, reasonNote }),
        },
      ];
    }),
    allowedMoves: allowedTransitions(orderDocument, order, actor),
  };
}

/** Builds the order; `reserved` is in base units by line. */
function toOrder(
  order: LoadedOrder,
  actor: Actor,
  statusHistory: HistoryEntry[],
  reserved: ReadonlyMap<string, number>,
): Order {
  const { header, lines } = order;
  const rate = header.shippedAt === null ? null : computeFillRate(lines);
  return {
    ...toOrderSummary(header),
    items: lines.map((line) => toLine(line, reserved.get(line.lineId) ?? null)),
    statusHistory,
    allowedMoves: allowedTransitions(orderDocument, order, actor),
    fillRate:
      rate === null || rate.lines === null || rate.units === null
        ? null
        : { lines: rate.lines, units: rate.units },
  };
}

function toLine(line: StoredOrderLine, reservedMicro: number | null): OrderLine {
  const perUnit = { num: line.unitDen, den: line.unitNum };
  const reserved = reservedMicro === null ? null : toExactOrNull(() => convertMicro(reservedMicro, perUnit));
  const { lots, otherLots } = toWireLots(line.lots);
  const computed = { reservedQty: () => (reserved === null ? null : fromMicro(reserved)), lots: () => lots };
  return {
    ...toWire(orderLineFields, line, computed),
    lots,
    ...(otherLots.length > 0 && { otherLots }),
  };
}

async function loadReserved(db: Queryable, orderId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('reservations')
    .select(['lineId', 'qtyMicro'])
    .where('orderId', '=', orderId)
    .execute();
  return new Map(rows.map((row) => [row.lineId, row.qtyMicro]));
}
