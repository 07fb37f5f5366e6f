import { isByLot } from '#modules/lots/line-lots.ts';
import { convertMicro } from '#core/quantity.ts';
import {
  computeEffectiveQuantities,
  getLineRatio,
  countLinesReceivedComplete,
  emptyShippedFigures,
  computeShippedFigures,
} from '../lines.ts';
import type { OrderVerb } from '../status.ts';
import { formatDocumentNumber, takeNumber } from '#platform/server/db/sequences.ts';
import { businessDayAt } from '#modules/stock/server/business-day.ts';
import {
  postShipmentStock,
  receiveShipment,
  sendShipment,
  type Shipment,
  reverseShipment,
} from '#modules/shipments/server/shipment.ts';
import { loadShipmentCharging } from '#modules/shipments/server/charging.ts';
import type { StockChange, StockChangeResult } from '#modules/stock/server/ledger.ts';
import type { ReservationRequest } from '#modules/stock/server/reservations.ts';
import { assignCrateNumbers } from './crates.ts';
import { loadCutoff, isLate } from './calendar.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { loadShipmentDays, restorePicks } from './lots.ts';
import { copyReceivingRequirements, assertReceiptPhotos } from './receiving-checks.ts';
import type { StoredOrderLine, LoadedOrder } from './rows.ts';

/** Effects of a transition besides the status: changes the order in memory and returns the changed lines. */
type Effect = (ctx: CommandContext, order: LoadedOrder) => Promise<readonly StoredOrderLine[]>;

/** One entry per verb with effects. */
export const orderEffects: Partial<Record<OrderVerb, Effect>> = {
  submit: async (ctx, { head }) => {
    head.dateTime = head.updatedAt;
    // Closed days may have been entered since the draft was created.
    head.cutoffAt = await loadCutoff(ctx.tx, head);
    head.isLate = isLate(head.updatedAt, head.cutoffAt);
    return [];
  },
  send: async (_, { head, lines }) => {
    head.sentAt ??= head.updatedAt;
    const unset = lines.filter((line) => line.approvedQtyMicro === null);
    for (const line of unset) line.approvedQtyMicro = line.orderQtyMicro;
    return unset;
  },
  accept: async (ctx, order) => {
    order.head.acceptedAt = order.head.updatedAt;
    await changeStock(ctx, order, { requests: buildReservationRequests(order) });
    return [];
  },
  release: async (ctx, order) => {
    order.head.acceptedAt = null;
    await changeStock(ctx, order, { release: order.head._id });
    // Releasing makes picked lots available again.
    const picked = order.lines.filter(isByLot);
    for (const line of picked) line.lots = [];
    return picked;
  },
  cancel: releaseReserved,
  reject: releaseReserved,
  ship,
  unship,
  receive,
};

async function releaseReserved(ctx: CommandContext, order: LoadedOrder): Promise<readonly StoredOrderLine[]> {
  if (order.head.acceptedAt !== null) await changeStock(ctx, order, { release: order.head._id });
  return [];
}

/** Moves goods from the kitchen to transit at cost or transfer price, and releases the reservations. */
async function ship(ctx: CommandContext, order: LoadedOrder): Promise<readonly StoredOrderLine[]> {
  const { head, lines } = order;
  for (const line of lines) line.shippedQtyMicro = computeEffectiveQuantities(line).shippedMicro;
  head.shippedAt = head.updatedAt;
  head.shippedDay = await businessDayAt(ctx.tx, head.kitchen, head.shippedAt);
  Object.assign(head, computeShippedFigures(lines));
  const { validThrough } = await loadShipmentDays(ctx.tx, ctx.now, order);
  await copyReceivingRequirements(ctx.tx, lines);
  const { price } = await loadShipmentCharging(
    ctx.tx,
    head.branch,
    lines.map(({ itemId }) => itemId),
  );
  await sendShipment(ctx, toShipment(order), validThrough, { change: { release: head._id }, price });
  await assignCrateNumbers(ctx, order);
  // After posting stock: shipping several orders locks all of their stock before taking the first number.
  const year = ctx.now.getUTCFullYear();
  head.deliveryNoteNo = formatDocumentNumber('DN', year, await takeNumber(ctx.tx, `DN-${year}`));
  return lines;
}

/** Reverses the shipment and restores the reservations. */
async function unship(ctx: CommandContext, order: LoadedOrder): Promise<readonly StoredOrderLine[]> {
  const { head, lines } = order;
  await reverseShipment(ctx, toShipment(order), { requests: buildReservationRequests(order) });
  await restorePicks(ctx, order);
  for (const line of lines) clearReceiptEntries(line);
  head.shippedAt = null;
  head.shippedDay = null;
  Object.assign(head, emptyShippedFigures);
  head.cycle += 1;
  return lines;
}

/** Clears entries made at the receipt of a reversed shipment, but keeps notes. */
function clearReceiptEntries(line: StoredOrderLine): void {
  if (line.isReceivingReason === 1) Object.assign(line, { reason: null, reasonCode: null, reasonNote: null });
  Object.assign(line, { isReceivingNote: null, isReceivingReason: null });
  line.lots = line.lots
    .filter(({ isOther }) => !isOther)
    .map(({ receivedMicro: _, damagedMicro: __, ...lot }) => lot);
}

/** Moves goods from transit to the branch's stock and hold location; opens a discrepancy per line and type. */
async function receive(ctx: CommandContext, order: LoadedOrder): Promise<readonly StoredOrderLine[]> {
  const { head, lines } = order;
  head.receivedAt = head.updatedAt;
  head.receivedDay = await businessDayAt(ctx.tx, head.branch, head.receivedAt);
  head.linesReceivedComplete = countLinesReceivedComplete(lines);
  await assertReceiptPhotos(ctx.tx, order);
  head.hasDiscrepancy = (await receiveShipment(ctx, toShipment(order))) > 0 ? 1 : 0;
  return lines;
}

const changeStock = (
  ctx: CommandContext,
  order: LoadedOrder,
  stock: StockChange,
): Promise<StockChangeResult> => postShipmentStock(ctx, toShipment(order), stock);

const toShipment = ({ head, lines }: LoadedOrder): Shipment => ({
  ...head,
  docType: 'order',
  number: head.orderNo,
  lines,
});

/** Builds the reservation requests for an accepted order: the approved quantity of every line. */
function buildReservationRequests({ head, lines }: LoadedOrder): ReservationRequest[] {
  return lines.map((line) => ({
    lineId: line.lineId,
    orderId: head._id,
    itemId: line.itemId,
    placeId: head.kitchen,
    wantedMicro: convertMicro(computeEffectiveQuantities(line).approvedMicro, getLineRatio(line)),
    acceptedAt: head.acceptedAt ?? head.updatedAt,
  }));
}
