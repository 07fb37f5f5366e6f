import { isByLot } from '#domain/stock/line-lots.ts';
import { convertMicro } from '#domain/quantity.ts';
import { effective, fillRate, lineRatio } from '#domain/orders/lines.ts';
import type { OrderVerb } from '#domain/orders/status.ts';
import {
  type PostableOrder,
  type PostedMove,
  postingsForReceive,
  postingsForShip,
  postingsForUnship,
} from '#domain/stock/postings.ts';
import { documentNumber, takeNumber } from '../../db/sequences.ts';
import type { Tx } from '../../db/types.ts';
import { openDiscrepancies } from '../discrepancies/open.ts';
import { businessDayAt } from '../stock/business-day.ts';
import { stockEvent } from '../stock/events.ts';
import { post, type StockChange, type StockOutcome } from '../stock/ledger.ts';
import type { PickedLot } from '../stock/lot-reservations.ts';
import type { ReservationRequest } from '../stock/reservations.ts';
import { cutoffOf } from './calendar.ts';
import type { CommandContext } from '../../documents/context.ts';
import { daysOfShipment, lineLots, pickAgain } from './lots.ts';
import { nameOtherLots } from './received-lots.ts';
import type { Line, LoadedOrder } from './rows.ts';

/** What a move does besides the status; changes the order in memory and answers the lines it touched. */
type Effect = (ctx: CommandContext, order: LoadedOrder) => Promise<readonly Line[]>;

/** One row per verb that does more than change the status. */
export const effects: Partial<Record<OrderVerb, Effect>> = {
  submit: async (ctx, { head }) => {
    head.dateTime = head.updatedAt;
    // Closed days may have been entered since it was written.
    head.cutoffAt = await cutoffOf(ctx.tx, head);
    head.late = head.cutoffAt !== null && head.updatedAt > head.cutoffAt ? 1 : 0;
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
    await change(ctx, order, { requests: requestsOf(order) });
    return [];
  },
  release: async (ctx, order) => {
    order.head.acceptedAt = null;
    await change(ctx, order, { release: order.head._id });
    // What is picked of lots is back on the shelf.
    const picked = order.lines.filter(isByLot);
    for (const line of picked) line.lots = [];
    return picked;
  },
  cancel: releaseReserved,
  reject: releaseReserved,
  ship,
  'un-ship': unship,
  receive,
};

async function releaseReserved(ctx: CommandContext, order: LoadedOrder): Promise<readonly Line[]> {
  if (order.head.acceptedAt !== null) await change(ctx, order, { release: order.head._id });
  return [];
}

/** Kitchen -> transit at the kitchen's cost; the reservation is gone. */
async function ship(ctx: CommandContext, order: LoadedOrder): Promise<readonly Line[]> {
  const { head, lines } = order;
  for (const line of lines) line.shippedQtyMicro = effective(line).shippedMicro;
  const year = ctx.now.getUTCFullYear();
  head.shippedAt = head.updatedAt;
  head.shippedDay = await businessDayAt(ctx.tx, head.kitchen, head.shippedAt);
  head.deliveryNoteNo = documentNumber('DN', year, await takeNumber(ctx.tx, `DN-${year}`));
  head.linesShippedComplete = fillRate(lines).linesComplete;
  const { until } = await daysOfShipment(ctx.tx, ctx.now, order);
  const postings = postingsForShip(postable(order), until);
  const { posted } = await change(ctx, order, { release: head._id, postings });
  const lotsOf = Map.groupBy(
    posted.flatMap(({ lots }, at) => lots.map((lot) => ({ ...lot, lineId: postings[at]?.docLineId }))),
    ({ lineId }) => lineId,
  );
  for (const line of lines) {
    const lots = lotsOf.get(line.lineId);
    if (lots) line.lots = lineLots(line, together(lots));
  }
  return lines;
}

/** Lots that were posted in parts, each once. */
function together(lots: readonly PickedLot[]): PickedLot[] {
  const byLot = Map.groupBy(lots, ({ lot }) => lot);
  return [...byLot.values()].flatMap((parts) => {
    const [first] = parts;
    return first ? [{ ...first, qtyMicro: parts.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0) }] : [];
  });
}

/** Takes the shipment back, and holds the stock again as it was held before. */
async function unship(ctx: CommandContext, order: LoadedOrder): Promise<readonly Line[]> {
  const { head } = order;
  const moves = await shippingMoves(ctx.tx, head._id, head.cycle);
  await change(ctx, order, { postings: postingsForUnship(moves), requests: requestsOf(order) });
  await pickAgain(ctx, order);
  head.shippedAt = null;
  head.shippedDay = null;
  head.linesShippedComplete = null;
  head.cycle += 1;
  return [];
}

/** Transit -> branch and hold; what is not clean opens a discrepancy per line and type. */
async function receive(ctx: CommandContext, order: LoadedOrder): Promise<readonly Line[]> {
  const { head, lines } = order;
  head.receivedAt = head.updatedAt;
  head.receivedDay = await businessDayAt(ctx.tx, head.branch, head.receivedAt);
  await nameOtherLots(ctx, order);
  await change(ctx, order, { postings: postingsForReceive(postable(order)) });
  for (const line of lines) {
    const { receivedMicro, damagedMicro, overMicro, shortMicro } = effective(line);
    line.receivedQtyMicro = receivedMicro;
    line.damagedQtyMicro = damagedMicro;
    line.overQtyMicro = overMicro;
    line.shortQtyMicro = shortMicro;
  }
  head.hasDiscrepancy = (await openDiscrepancies(ctx, order)) > 0 ? 1 : 0;
  return lines;
}

async function change(ctx: CommandContext, { head }: LoadedOrder, stock: StockChange): Promise<StockOutcome> {
  const { updatedAt: now, cycle, orderNo: docNo } = head;
  const outcome = await post(ctx.tx, stock, { userId: ctx.actor._id, now, cycle, docNo });
  if (stock.postings) ctx.emit(stockEvent(head._id, [head.branch], [head.kitchen]));
  else ctx.emit(stockEvent(head._id, [], [head.kitchen]));
  return outcome;
}

function postable({ head, lines }: LoadedOrder): PostableOrder {
  return { _id: head._id, branch: head.branch, kitchen: head.kitchen, lines };
}

/** What an accepted order asks the kitchen to reserve: the approved quantity of every line. */
function requestsOf({ head, lines }: LoadedOrder): ReservationRequest[] {
  return lines.map((line) => ({
    lineId: line.lineId,
    orderId: head._id,
    itemId: line.itemId,
    placeId: head.kitchen,
    wantedMicro: convertMicro(effective(line).approvedMicro, lineRatio(line)),
    acceptedAt: head.acceptedAt ?? head.updatedAt,
  }));
}

function shippingMoves(tx: Tx, orderId: string, cycle: number): Promise<PostedMove[]> {
  return tx
    .selectFrom('stockMoves')
    .select([
      'seq',
      'itemId',
      'fromPlace',
      'toPlace',
      'qtyMicro',
      'valueE4',
      'kind',
      'docType',
      'docId',
      'docLineId',
      'lot',
      'lotId',
      'pieces',
    ])
    .where('docId', '=', orderId)
    .where('cycle', '=', cycle)
    .orderBy('seq')
    .execute();
}
