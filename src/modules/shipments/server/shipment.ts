import type { DocumentType } from '#platform/documents/types.ts';
import { computeEffectiveQuantities } from '#modules/orders/lines.ts';
import {
  type PostableOrder,
  type PostedMove,
  type Posting,
  buildReceivePostings,
  buildShipPostings,
  buildUnshipPostings,
} from '#modules/stock/postings.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { openDiscrepancies, type ReceivedShipmentLine } from '#modules/discrepancies/server/open.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import {
  postStockChange,
  type PostingResult,
  type StockChange,
  type StockChangeResult,
} from '#modules/stock/server/ledger.ts';
import type { PickedLot } from '#modules/stock/server/lot-reservations.ts';
import { toLineLots } from './line-lots.ts';
import { type ArrivingLine, createUnshippedLots } from './received-lots.ts';

/**
 * A shipment between two locations: an order, transfer or return. `branch` is the receiver, `kitchen` the
 * sender.
 */
export interface Shipment extends PostableOrder {
  docType: DocumentType;
  number: string;
  /** Incremented by each reversal. */
  cycle: number;
  /** Time of the current change. */
  updatedAt: string;
  lines: readonly ShipmentLine[];
  /** Returns the reason code of a line's difference. If omitted, the line's own reason is used. */
  getReasonCode?: (lineId: string) => string | null;
}

/** A shipment line, changed in memory by shipping and receiving. */
export interface ShipmentLine extends ArrivingLine, Omit<ReceivedShipmentLine, keyof ArrivingLine> {}

/** A posting of a shipment with its result. */
interface PostedPart extends PostingResult {
  posting: Posting;
}

/**
 * Ships goods out of the sender's stock, by line and lot, at cost or price, and stores the shipped lots on
 * the lines. Returns the posted parts.
 *
 * @param validThrough ISO date before which shipped lots should not expire
 * @param options `change`: additional stock changes; `price`: prices a posting
 */
export async function sendShipment(
  ctx: CommandContext,
  shipment: Shipment,
  validThrough?: string,
  {
    change = {},
    price = (posting) => posting,
  }: { change?: StockChange; price?: (posting: Posting) => Posting } = {},
): Promise<PostedPart[]> {
  const postings = buildShipPostings(shipment, validThrough).map(price);
  const { posted } = await postShipmentStock(ctx, shipment, { ...change, postings });
  const parts = posted.flatMap((move, index): PostedPart[] => {
    const posting = postings[index];
    return posting ? [{ ...move, posting }] : [];
  });
  const lotsByLine = Map.groupBy(
    parts.flatMap(({ lots, posting }) => lots.map((lot) => ({ ...lot, lineId: posting.docLineId }))),
    ({ lineId }) => lineId,
  );
  for (const line of shipment.lines) {
    const lots = lotsByLine.get(line.lineId);
    if (lots) line.lots = toLineLots(line, mergeLots(lots));
  }
  return parts;
}

/** Merges parts of the same lot. */
function mergeLots(lots: readonly PickedLot[]): PickedLot[] {
  const byLot = Map.groupBy(lots, ({ lot }) => lot);
  return [...byLot.values()].flatMap((parts) => {
    const [first] = parts;
    return first ? [{ ...first, qtyMicro: parts.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0) }] : [];
  });
}

/** Reverses a shipment at its original cost. `extraChange` contains additional stock changes. */
export async function reverseShipment(
  ctx: CommandContext,
  shipment: Shipment,
  extraChange: StockChange = {},
): Promise<void> {
  const moves = await loadShipmentMoves(ctx.tx, shipment._id, shipment.cycle);
  await postShipmentStock(ctx, shipment, { ...extraChange, postings: buildUnshipPostings(moves) });
}

/**
 * Receives a shipment: received goods leave transit, missing ones stay there, and differences open a
 * discrepancy per line and type. Stores the quantities on the lines; returns the number of discrepancies.
 */
export async function receiveShipment(ctx: CommandContext, shipment: Shipment): Promise<number> {
  await createUnshippedLots(ctx, shipment);
  await postShipmentStock(ctx, shipment, { postings: buildReceivePostings(shipment) });
  for (const line of shipment.lines) {
    const { receivedMicro, damagedMicro, overMicro, shortMicro } = computeEffectiveQuantities(line);
    line.receivedQtyMicro = receivedMicro;
    line.damagedQtyMicro = damagedMicro;
    line.overQtyMicro = overMicro;
    line.shortQtyMicro = shortMicro;
  }
  return openDiscrepancies(ctx, shipment);
}

/** Posts a stock change of a shipment and notifies both sides. */
export async function postShipmentStock(
  ctx: CommandContext,
  { docType, _id, updatedAt: now, cycle, number: docNo, branch, kitchen }: Omit<Shipment, 'lines'>,
  change: StockChange,
): Promise<StockChangeResult> {
  const result = await postStockChange(ctx.tx, change, {
    userId: ctx.actor._id,
    now,
    cycle,
    docNo,
    emit: ctx.emit,
  });
  const receiverBranches = change.postings ? [branch] : [];
  // The sender of an order is a kitchen; otherwise either side may be a branch or a kitchen.
  const [branches, kitchens] =
    docType === 'order'
      ? [receiverBranches, [kitchen]]
      : [
          [branch, kitchen],
          [branch, kitchen],
        ];
  ctx.emit(stockEvent(_id, branches, kitchens));
  return result;
}

function loadShipmentMoves(tx: Tx, docId: string, cycle: number): Promise<PostedMove[]> {
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
    .where('docId', '=', docId)
    .where('cycle', '=', cycle)
    .orderBy('seq')
    .execute();
}
