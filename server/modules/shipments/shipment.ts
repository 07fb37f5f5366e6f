import type { DocumentType } from '#domain/documents/types.ts';
import { effectiveQuantities } from '#domain/orders/lines.ts';
import {
  type PostableOrder,
  type PostedMove,
  type Posting,
  postingsForReceive,
  postingsForShip,
  postingsForUnship,
} from '#domain/stock/postings.ts';
import type { Tx } from '../../db/types.ts';
import type { CommandContext } from '../../documents/context.ts';
import { openDiscrepancies, type ReceivedShipmentLine } from '../discrepancies/open.ts';
import { stockEvent } from '../stock/events.ts';
import {
  postStockChange,
  type PostingResult,
  type StockChange,
  type StockChangeResult,
} from '../stock/ledger.ts';
import type { PickedLot } from '../stock/lot-reservations.ts';
import { toLineLots } from './line-lots.ts';
import { type ArrivingLine, createUnshippedLots } from './received-lots.ts';

/**
 * What one place sends and another receives: an order that is shipped, a transfer, a return. `branch` takes, `kitchen`
 * gives.
 */
export interface Shipment extends PostableOrder {
  docType: DocumentType;
  number: string;
  /** Rises whenever its sending is taken back. */
  cycle: number;
  /** When its document was changed last: now. */
  updatedAt: string;
  lines: readonly ShipmentLine[];
  /** The code of why a line is not as it was sent; left out: that of the line's own reason. */
  reasonCodeOf?: (lineId: string) => string | null;
}

/** A line of it, which sending and receiving change in memory. */
export interface ShipmentLine extends ArrivingLine, Omit<ReceivedShipmentLine, keyof ArrivingLine> {}

/** One posting of a shipment, with what it came to. */
interface SentPart extends PostingResult {
  posting: Posting;
}

/**
 * Sends: out of the place that gives, line by line and lot by lot, at its cost or at a price. Which lots went stands on the
 * lines afterwards. Answers what was posted.
 *
 * @param more what changes in stock with it, and what a posting is priced at
 */
export async function sendShipment(
  ctx: CommandContext,
  shipment: Shipment,
  until?: string,
  {
    change = {},
    price = (posting) => posting,
  }: { change?: StockChange; price?: (posting: Posting) => Posting } = {},
): Promise<SentPart[]> {
  const postings = postingsForShip(shipment, until).map(price);
  const { posted } = await postShipmentStock(ctx, shipment, { ...change, postings });
  const parts = posted.flatMap((one, at): SentPart[] => {
    const posting = postings[at];
    return posting ? [{ ...one, posting }] : [];
  });
  const lotsOf = Map.groupBy(
    parts.flatMap(({ lots, posting }) => lots.map((lot) => ({ ...lot, lineId: posting.docLineId }))),
    ({ lineId }) => lineId,
  );
  for (const line of shipment.lines) {
    const lots = lotsOf.get(line.lineId);
    if (lots) line.lots = toLineLots(line, mergeLots(lots));
  }
  return parts;
}

/** Lots that were posted in parts, each once. */
function mergeLots(lots: readonly PickedLot[]): PickedLot[] {
  const byLot = Map.groupBy(lots, ({ lot }) => lot);
  return [...byLot.values()].flatMap((parts) => {
    const [first] = parts;
    return first ? [{ ...first, qtyMicro: parts.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0) }] : [];
  });
}

/** Takes the sending back: what went returns at what it cost. `more`: what changes in stock with it. */
export async function reverseShipment(
  ctx: CommandContext,
  shipment: Shipment,
  more: StockChange = {},
): Promise<void> {
  const moves = await loadShipmentMoves(ctx.tx, shipment._id, shipment.cycle);
  await postShipmentStock(ctx, shipment, { ...more, postings: postingsForUnship(moves) });
}

/**
 * Receives: what came leaves transit, what did not stays there. What is not clean opens a discrepancy per line and type.
 * Says on the lines what came of them; answers how many discrepancies there are.
 */
export async function receiveShipment(ctx: CommandContext, shipment: Shipment): Promise<number> {
  await createUnshippedLots(ctx, shipment);
  await postShipmentStock(ctx, shipment, { postings: postingsForReceive(shipment) });
  for (const line of shipment.lines) {
    const { receivedMicro, damagedMicro, overMicro, shortMicro } = effectiveQuantities(line);
    line.receivedQtyMicro = receivedMicro;
    line.damagedQtyMicro = damagedMicro;
    line.overQtyMicro = overMicro;
    line.shortQtyMicro = shortMicro;
  }
  return openDiscrepancies(ctx, shipment);
}

/** Changes stock in the name of a shipment, and tells both sides. */
export async function postShipmentStock(
  ctx: CommandContext,
  { docType, _id, updatedAt: now, cycle, number: docNo, branch, kitchen }: Omit<Shipment, 'lines'>,
  change: StockChange,
): Promise<StockChangeResult> {
  const outcome = await postStockChange(ctx.tx, change, {
    userId: ctx.actor._id,
    now,
    cycle,
    docNo,
    emit: ctx.emit,
  });
  const takers = change.postings ? [branch] : [];
  // Of an order the kitchen gives; of anything else either side may be a branch or a kitchen.
  const [branches, kitchens] =
    docType === 'order'
      ? [takers, [kitchen]]
      : [
          [branch, kitchen],
          [branch, kitchen],
        ];
  ctx.emit(stockEvent(_id, branches, kitchens));
  return outcome;
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
