import { getBusinessDay } from '#core/business-day.ts';
import { computeAverageE4, computeValue } from '#core/money.ts';
import { applyIn, applyOut, applyValue, type Balance, emptyBalance } from '#modules/stock/balance.ts';
import { isVirtualLocation } from '#modules/stock/ledger-locations.ts';
import type { Posting } from '#modules/stock/postings.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { NewRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { addToDailyTotals } from '#modules/stock/server/daily-totals.ts';
import type { LotShare, LotBalances } from './lot-balances.ts';

interface Context {
  at: string;
  docNo: string;
  userId: string;
  /** Posting cycle of a document that is posted several times. */
  cycle?: number;
}

/** Result of a posting: its value, and the lots that it moved. */
export interface HistoryMove {
  valueE4: number;
  lots: LotShare[];
}

/** All locations of the history share a time zone. */
export const timezone = 'Europe/London';

/** Moves per statement. */
const movesPerStatement = 2_500;

/**
 * The balances of a generated history, in memory and according to the domain's own rules for costs and lots.
 * Moves are written at the end of each day, balances at the end of the history.
 */
export class HistoryBooks {
  readonly lots: LotBalances;
  readonly #balances = new Map<string, Balance>();
  /** Total receipts of an item at a location. */
  readonly #received = new Map<string, number>();
  #moves: NewRow<'stockMoves'>[] = [];
  /** Sequence number of the last move before the history. */
  #lastSeqBefore: number;
  moveCount = 0;

  constructor(lots: LotBalances, lastSeqBefore: number) {
    this.lots = lots;
    this.#lastSeqBefore = lastSeqBefore;
  }

  getBalance(placeId: string, itemId: string): Readonly<Balance> {
    return this.#balances.get(`${placeId}|${itemId}`) ?? emptyBalance;
  }

  /** Returns the total receipts of an item at a location since the first day. */
  getReceivedMicro(placeId: string, itemId: string): number {
    return this.#received.get(`${placeId}|${itemId}`) ?? 0;
  }

  /** Returns the stock on hand of an item that doesn't expire before `validThrough`. */
  getUsableMicro(placeId: string, itemId: string, validThrough: string): number {
    return this.lots.tracks(itemId)
      ? this.lots.getUnexpiredMicro(placeId, itemId, validThrough)
      : this.getBalance(placeId, itemId).onHandMicro;
  }

  /** The ledger's position: the sequence number of its last move, whether or not it has been written. */
  get position(): number {
    return this.#lastSeqBefore + this.moveCount + this.#moves.length;
  }

  /** Posts one move of an item, or one per lot. Receipts with lots specify an existing lot. */
  post(posting: Posting, context: Context): HistoryMove {
    const { itemId, fromPlace, qtyMicro, lot } = posting;
    const day = getBusinessDay(context.at, { timezone, dayEnds: null });
    const isByLot = qtyMicro > 0 && this.lots.tracks(itemId);
    const lots: LotShare[] = isByLot
      ? this.lots.splitByLots(fromPlace, itemId, qtyMicro, lot, posting.validThrough ?? day)
      : [{ lot: null, qtyMicro }];
    let valueE4 = 0;
    for (const share of lots) valueE4 += this.#move(posting, share, context, day);
    return { valueE4, lots };
  }

  #move(posting: Posting, { lot, qtyMicro }: LotShare, context: Context, day: string): number {
    const { itemId, fromPlace, toPlace, kind, docType, docId, docLineId } = posting;
    const valueE4 = qtyMicro === 0 ? this.#revalue(posting) : this.#moveQuantity(posting, qtyMicro);
    if (lot) {
      if (!isVirtualLocation(fromPlace)) this.lots.change(fromPlace, lot, -qtyMicro);
      if (!isVirtualLocation(toPlace)) this.lots.change(toPlace, lot, qtyMicro);
    }
    this.#moves.push({
      postedAt: context.at,
      effectiveAt: context.at,
      businessDay: day,
      arrivalDay: day,
      itemId,
      fromPlace,
      toPlace,
      qtyMicro,
      valueE4,
      unitCostE4: computeAverageE4(valueE4, qtyMicro) ?? 0,
      lot: lot?.code ?? '',
      docType,
      docId,
      docNo: context.docNo,
      docLineId,
      kind,
      cycle: context.cycle ?? 0,
      reason: posting.reason ?? null,
      userId: context.userId,
      reversesSeq: null,
      lotId: lot?.lotId ?? null,
      toLotId: null,
      pieces: null,
    });
    return valueE4;
  }

  /** Moves a quantity at its cost at the source, or at its entry value. */
  #moveQuantity({ itemId, fromPlace, toPlace, ...posting }: Posting, qtyMicro: number): number {
    let valueE4 = posting.valueE4 ?? computeValue(qtyMicro, posting.unitCostE4 ?? 0);
    if (!isVirtualLocation(fromPlace)) {
      const source = this.getBalance(fromPlace, itemId);
      if (source.onHandMicro < qtyMicro) throw new Error(`${fromPlace} has too little of ${itemId}`);
      const issued = applyOut(source, qtyMicro);
      this.#balances.set(`${fromPlace}|${itemId}`, issued.balance);
      ({ valueE4 } = issued);
    }
    if (!isVirtualLocation(toPlace)) {
      const key = `${toPlace}|${itemId}`;
      this.#balances.set(key, applyIn(this.getBalance(toPlace, itemId), qtyMicro, valueE4).balance);
      this.#received.set(key, this.getReceivedMicro(toPlace, itemId) + qtyMicro);
    }
    return valueE4;
  }

  /** Changes only the value of a location's stock. */
  #revalue({ itemId, fromPlace, toPlace, valueE4 = 0 }: Posting): number {
    for (const [placeId, changeE4] of [
      [fromPlace, -valueE4],
      [toPlace, valueE4],
    ] as const)
      if (!isVirtualLocation(placeId))
        this.#balances.set(`${placeId}|${itemId}`, applyValue(this.getBalance(placeId, itemId), changeE4));
    return valueE4;
  }

  /** Writes the moves since the last call. */
  async writeMoves(tx: Tx): Promise<void> {
    const moves = this.#moves;
    this.#moves = [];
    this.moveCount += moves.length;
    await insertRows(tx, 'lots', this.lots.takeNewRows());
    await insertRows(tx, 'stockMoves', moves);
    for (let from = 0; from < moves.length; from += movesPerStatement)
      await addToDailyTotals(tx, moves.slice(from, from + movesPerStatement));
  }

  async writeBalances(tx: Tx): Promise<void> {
    const rows: NewRow<'balances'>[] = [...this.#balances].map(([key, balance]) => {
      const [placeId = '', itemId = ''] = key.split('|');
      return { placeId, itemId, reservedMicro: 0, ...balance };
    });
    await insertRows(tx, 'balances', rows, { key: ['itemId', 'placeId'], keep: ['reservedMicro'] });
    await insertRows(tx, 'lotBalances', this.lots.createBalanceRows());
  }
}
