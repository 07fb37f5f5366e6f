import { type LotPart, unnamedLot, proposeLots } from '#modules/lots/lot-rules.ts';
import { exceedsStock, maxRoundingMicro } from '#core/stock-rounding.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { BalanceBook } from './balance-book.ts';
import type { LotRecord, LotBook, LotPosition } from './lot-book.ts';
import {
  getUnreservedMicro,
  insufficientLotProblem,
  lotsNotUsableProblem,
  assertLotUsable,
  toLotStock,
  unknownLotProblem,
} from './lot-postings.ts';
import { insufficientStock, loadShortageItem } from './insufficient-stock.ts';
import { countRoundedLines } from './rounding.ts';
import { type ReservationRequest, adjustReserved } from './reservations.ts';
import type { NewRow } from '#platform/server/db/tables.ts';

/** A picked line of an accepted order with its lots, in base units; replaces earlier picks of the line. */
export interface LinePick extends ReservationRequest {
  lots: readonly LotPart[];
  /**
   * Total picked; the part not covered by `lots` is taken by FEFO. If omitted, `lots` cover the whole pick.
   */
  pickedMicro?: number;
  /** Quantity that must be available for the line, with or without lots. If omitted, the sum of its lots. */
  requiredMicro?: number;
  /** Lots taken by FEFO must not expire before this day. */
  validThrough: string;
  /**
   * One rounding step of the line's unit: a lot that is short by no more than this, or than the rounding of
   * the lines in it, is taken whole.
   */
  roundingMicro: number;
  /** Request fields of the lots and the quantity, for errors. */
  field: string;
  quantityField: string;
  /** The business day at the kitchen. */
  day: string;
  /** An existing pick that is reserved again unchanged; its lots may have been put on hold since. */
  isUnchanged?: boolean;
}

/** A moved or picked lot, in base units. */
export interface PickedLot extends LotPart {
  expiry: string | null;
}

/** Releases the lot reservations of an order. */
export async function releaseLotReservations(tx: Tx, lots: LotBook, orderId: string): Promise<void> {
  await deleteLotReservations(tx, lots, 'orderId', [orderId]);
}

/** Deletes lot reservations of these orders or lines and updates the book; returns the deleted rows. */
async function deleteLotReservations(
  tx: Tx,
  lots: LotBook,
  column: 'orderId' | 'lineId',
  ids: readonly string[],
) {
  const deletedRows = await tx
    .deleteFrom('lotReservations')
    .where(column, 'in', ids)
    .returningAll()
    .execute();
  for (const { placeId, lotId, qtyMicro } of deletedRows) {
    const lot = lots.byId(lotId);
    if (lot) reserveLot(lots.position(placeId, lot), -qtyMicro);
  }
  return deletedRows;
}

/**
 * Reserves picked lots for their lines, as part of the line reservations. Picks beyond the reservation extend
 * it, so that of two concurrent pickers only one gets the stock. Returns the lots of each pick.
 *
 * @throws ApiProblem 409 LOT_ON_HOLD, LOT_EXPIRED, INSUFFICIENT_STOCK; 422 for an unknown lot.
 */
export async function reservePickedLots(
  tx: Tx,
  book: BalanceBook,
  lots: LotBook | null,
  picks: readonly LinePick[],
): Promise<PickedLot[][]> {
  if (picks.length === 0) return [];
  const lineIds = picks.map(({ lineId }) => lineId);
  const previousLots = lots ? await deleteLotReservations(tx, lots, 'lineId', lineIds) : [];
  const reservations = new Map(
    (await tx.selectFrom('reservations').selectAll().where('lineId', 'in', lineIds).execute()).map((row) => [
      row.lineId,
      row,
    ]),
  );
  const newRows: NewRow<'lotReservations'>[] = [];
  const changedReservations: NewRow<'reservations'>[] = [];
  const results: PickedLot[][] = [];
  for (const requestedPick of picks) {
    const { lineId, orderId, placeId, itemId, acceptedAt } = requestedPick;
    const place = book.place(placeId);
    const entry = book.entry(placeId, itemId);
    const pick = await addLineRounding(
      tx,
      { book, lots, reserved: reservations.get(lineId)?.qtyMicro ?? 0 },
      requestedPick,
    );
    const pickedLots = lots?.item(itemId)
      ? selectPickLots(book, lots, pick, previousLots)
      : new Map<LotRecord, number>();
    for (const [lot, qtyMicro] of pickedLots)
      newRows.push({ lineId, lotId: lot.lotId, orderId, placeId, itemId, qtyMicro });
    results.push([...pickedLots].map(([lot, qtyMicro]) => ({ lot: lot.code, expiry: lot.expiry, qtyMicro })));
    const reservation = reservations.get(lineId);
    const reservedMicro = reservation?.qtyMicro ?? 0;
    const freeMicro = Math.max(0, entry.onHandMicro - entry.reservedMicro);
    const requestedMicro = Math.max(totalMicro(pickedLots), pick.requiredMicro ?? 0);
    const maxMicro = reservedMicro + freeMicro;
    if (
      place.blocksNegativeStock &&
      (requestedMicro - maxMicro > pick.roundingMicro || totalMicro(pickedLots) > maxMicro)
    )
      throw insufficientStock({
        place: { placeId, name: place.name },
        field: totalMicro(pickedLots) > 0 ? pick.field : pick.quantityField,
        itemId,
        item: await loadShortageItem(tx, itemId),
        neededMicro: requestedMicro,
        availableMicro: maxMicro,
      });
    // The part of a pick without a lot is reserved as far as it is available.
    const pickedMicro = Math.max(totalMicro(pickedLots), Math.min(requestedMicro, maxMicro));
    const wantedMicro = Math.max(pick.wantedMicro, pickedMicro);
    const qtyMicro = Math.min(Math.max(reservedMicro, pickedMicro), wantedMicro);
    if (reservation?.wantedMicro === wantedMicro && reservedMicro === qtyMicro) continue;
    if (wantedMicro === 0 && !reservation) continue;
    adjustReserved(entry, qtyMicro - reservedMicro);
    changedReservations.push({ lineId, orderId, itemId, placeId, acceptedAt, wantedMicro, qtyMicro });
  }
  await insertRows(tx, 'lotReservations', newRows);
  await insertRows(tx, 'reservations', changedReservations, {
    key: ['lineId'],
    keep: ['orderId', 'itemId', 'placeId', 'acceptedAt'],
  });
  return results;
}

/**
 * Adds the rounding of the lines in stock to that of a pick. Counted only if the pick exceeds the stock by a
 * few millionths.
 */
async function addLineRounding(
  tx: Tx,
  { book, lots, reserved }: { book: BalanceBook; lots: LotBook | null; reserved: number },
  pick: LinePick,
): Promise<LinePick> {
  const { itemId, placeId } = pick;
  const entry = book.entry(placeId, itemId);
  const isClose = (wantedMicro: number, availableMicro: number) =>
    wantedMicro > availableMicro && !exceedsStock(wantedMicro, availableMicro, maxRoundingMicro);
  const availableMicro = reserved + Math.max(0, entry.onHandMicro - entry.reservedMicro);
  const isRounded =
    isClose(Math.max(pick.requiredMicro ?? 0, pick.pickedMicro ?? 0), availableMicro) ||
    pick.lots.some(({ lot: code, qtyMicro }) => {
      const lot = lots?.find(itemId, code);
      return lots && lot && isClose(qtyMicro, getUnreservedMicro(lots.position(placeId, lot)));
    });
  if (!isRounded) return pick;
  const linesMicro = Math.min(await countRoundedLines(tx, entry), maxRoundingMicro);
  return { ...pick, roundingMicro: Math.max(pick.roundingMicro, linesMicro) };
}

const totalMicro = (picked: ReadonlyMap<LotRecord, number>): number =>
  [...picked.values()].reduce((sum, qtyMicro) => sum + qtyMicro, 0);

/**
 * Selects the lots of a pick: the entered lots, then lots in FEFO order for the rest. Stock without a lot is
 * excluded.
 */
function selectPickLots(
  book: BalanceBook,
  lots: LotBook,
  pick: LinePick,
  previousLots: readonly { lineId: string; lotId: string; qtyMicro: number }[],
): Map<LotRecord, number> {
  const { lineId, placeId, itemId, field } = pick;
  const place = book.place(placeId);
  const pickedLots = new Map<LotRecord, number>();
  const take = (lot: LotRecord, qtyMicro: number) => {
    reserveLot(lots.position(placeId, lot), qtyMicro);
    pickedLots.set(lot, (pickedLots.get(lot) ?? 0) + qtyMicro);
  };
  for (const { lot: code, qtyMicro } of pick.lots) {
    const lot = lots.find(itemId, code);
    if (!lot) throw unknownLotProblem(field, code, lots.item(itemId)?.name);
    const previousMicro =
      previousLots.find((row) => row.lineId === lineId && row.lotId === lot.lotId)?.qtyMicro ?? 0;
    // A pick that existed before and has not grown is not checked again.
    if (pick.isUnchanged !== true && qtyMicro > previousMicro) assertLotUsable(lots, field, lot, pick.day);
    const freeMicro = getUnreservedMicro(lots.position(placeId, lot));
    const isRoundingOnly = qtyMicro > freeMicro && qtyMicro - freeMicro <= pick.roundingMicro;
    if (place.blocksNegativeStock && qtyMicro > freeMicro && !isRoundingOnly)
      throw insufficientLotProblem(lots, { ...place, field }, lot, qtyMicro, freeMicro);
    take(lot, isRoundingOnly ? freeMicro : qtyMicro);
  }
  if (pick.pickedMicro !== undefined && totalMicro(pickedLots) < pick.pickedMicro) {
    const wantedMicro = pick.pickedMicro - totalMicro(pickedLots);
    const stock = toLotStock(lots.positions(placeId, itemId));
    const { parts, shortMicro } = proposeLots(wantedMicro, stock, pick.validThrough);
    if (shortMicro > pick.roundingMicro && place.blocksNegativeStock)
      throw lotsNotUsableProblem(
        lots,
        { ...place, field },
        { itemId, qtyMicro: pick.pickedMicro },
        { stock, shortMicro, validThrough: pick.validThrough },
      );
    for (const part of parts) {
      const lot = part.lot === unnamedLot ? undefined : lots.find(itemId, part.lot);
      if (lot) take(lot, part.qtyMicro);
    }
  }
  return pickedLots;
}

function reserveLot(position: LotPosition, qtyMicro: number): void {
  position.reservedMicro += qtyMicro;
  position.isDirty = true;
}
