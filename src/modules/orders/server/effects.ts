import { hasTrackedLots } from '#modules/lots/line-lots.ts';
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
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
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
  submit: async (ctx, { header }) => {
    header.dateTime = header.updatedAt;
    // Closed days may have been entered since the draft was created.
    header.cutoffAt = await loadCutoff(ctx.tx, header);
    header.isLate = isLate(header.updatedAt, header.cutoffAt);
    return [];
  },
  send: async (_, { header, lines }) => {
    header.sentAt ??= header.updatedAt;
    const linesWithoutApproval = lines.filter((line) => line.approvedQtyMicro === null);
    for (const line of linesWithoutApproval) line.approvedQtyMicro = line.orderQtyMicro;
    return linesWithoutApproval;
  },
  accept: async (ctx, order) => {
    order.header.acceptedAt = order.header.updatedAt;
    await changeStock(ctx, order, { requests: buildReservationRequests(order) });
    return [];
  },
  release: async (ctx, order) => {
    order.header.acceptedAt = null;
    await changeStock(ctx, order, { release: order.header._id });
    // Releasing makes picked lots available again.
    const pickedLines = order.lines.filter(hasTrackedLots);
    for (const line of pickedLines) line.lots = [];
    return pickedLines;
  },
  cancel: releaseReserved,
  reject: releaseReserved,
  ship,
  unship,
  receive,
};

async function releaseReserved(ctx: CommandContext, order: LoadedOrder): Promise<readonly StoredOrderLine[]> {
  if (order.header.acceptedAt !== null) await changeStock(ctx, order, { release: order.header._id });
  return [];
}

/** Moves goods from the kitchen to transit at cost or transfer price, and releases the reservations. */
async function ship(ctx: CommandContext, order: LoadedOrder): Promise<readonly StoredOrderLine[]> {
  const { header, lines } = order;
  for (const line of lines) line.shippedQtyMicro = computeEffectiveQuantities(line).shippedMicro;
  header.shippedAt = header.updatedAt;
  header.shippedDay = await loadBusinessDay(ctx.tx, header.kitchen, header.shippedAt);
  Object.assign(header, computeShippedFigures(lines));
  const { validThrough } = await loadShipmentDays(ctx.tx, ctx.now, order);
  await copyReceivingRequirements(ctx.tx, lines);
  const { price } = await loadShipmentCharging(
    ctx.tx,
    header.branch,
    lines.map(({ itemId }) => itemId),
  );
  await sendShipment(ctx, toShipment(order), validThrough, { change: { release: header._id }, price });
  await assignCrateNumbers(ctx, order);
  // After posting stock: shipping several orders locks all of their stock before taking the first number.
  const year = ctx.now.getUTCFullYear();
  header.deliveryNoteNo = formatDocumentNumber('DN', year, await takeNumber(ctx.tx, `DN-${year}`));
  return lines;
}

/** Reverses the shipment and restores the reservations. */
async function unship(ctx: CommandContext, order: LoadedOrder): Promise<readonly StoredOrderLine[]> {
  const { header, lines } = order;
  await reverseShipment(ctx, toShipment(order), { requests: buildReservationRequests(order) });
  await restorePicks(ctx, order);
  for (const line of lines) clearReceiptEntries(line);
  header.shippedAt = null;
  header.shippedDay = null;
  Object.assign(header, emptyShippedFigures);
  header.cycle += 1;
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
  const { header, lines } = order;
  header.receivedAt = header.updatedAt;
  header.receivedDay = await loadBusinessDay(ctx.tx, header.branch, header.receivedAt);
  header.linesReceivedComplete = countLinesReceivedComplete(lines);
  await assertReceiptPhotos(ctx.tx, order);
  header.hasDiscrepancy = (await receiveShipment(ctx, toShipment(order))) > 0 ? 1 : 0;
  return lines;
}

const changeStock = (
  ctx: CommandContext,
  order: LoadedOrder,
  stock: StockChange,
): Promise<StockChangeResult> => postShipmentStock(ctx, toShipment(order), stock);

const toShipment = ({ header, lines }: LoadedOrder): Shipment => ({
  ...header,
  docType: 'order',
  number: header.orderNo,
  lines,
});

/** Builds the reservation requests for an accepted order: the approved quantity of every line. */
function buildReservationRequests({ header, lines }: LoadedOrder): ReservationRequest[] {
  return lines.map((line) => ({
    lineId: line.lineId,
    orderId: header._id,
    itemId: line.itemId,
    placeId: header.kitchen,
    wantedMicro: convertMicro(computeEffectiveQuantities(line).approvedMicro, getLineRatio(line)),
    acceptedAt: header.acceptedAt ?? header.updatedAt,
  }));
}
