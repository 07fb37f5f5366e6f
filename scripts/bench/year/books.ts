import type { Insertable } from 'kysely';
import { businessDayOf } from '#domain/business-day.ts';
import { averageE4, valueOf } from '#domain/money.ts';
import { applyIn, applyOut, type Balance, emptyBalance } from '#domain/stock/balance.ts';
import { isVirtual } from '#domain/stock/places.ts';
import type { Posting } from '#domain/stock/postings.ts';
import { insertRows } from '#server/db/statements.ts';
import type { Database, StockMoveRow } from '#server/db/tables.ts';
import type { Tx } from '#server/db/types.ts';
import { addToDaily } from '#server/modules/stock/daily.ts';

interface Context {
  at: string;
  docNo: string;
  userId: string;
}

/** All places of the history share a clock. */
export const timezone = 'Europe/London';

/** Moves whose figures by day are written by one statement. */
const atOnce = 2_500;

/**
 * The balances of a history that is told from its first day: in memory, by the domain's own rules of what comes and goes at
 * which cost. Moves are written when a day is over, balances when all days are.
 */
export class HistoryBooks {
  readonly #balances = new Map<string, Balance>();
  #moves: Insertable<StockMoveRow>[] = [];
  moveCount = 0;

  /** Takes over what a place has of an item already. */
  start(placeId: string, itemId: string, balance: Balance): void {
    this.#balances.set(`${placeId}|${itemId}`, balance);
  }

  balance(placeId: string, itemId: string): Readonly<Balance> {
    return this.#balances.get(`${placeId}|${itemId}`) ?? emptyBalance;
  }

  /** Posts one move of an item without lots; answers what it is worth. */
  post(posting: Posting, { at, docNo, userId }: Context): number {
    const { itemId, fromPlace, toPlace, qtyMicro, kind, docType, docId, docLineId } = posting;
    let valueE4 = valueOf(qtyMicro, posting.unitCostE4 ?? 0);
    if (!isVirtual(fromPlace)) {
      const held = this.balance(fromPlace, itemId);
      if (held.onHandMicro < qtyMicro) throw new Error(`${fromPlace} has too little of ${itemId}`);
      const issued = applyOut(held, qtyMicro);
      this.#balances.set(`${fromPlace}|${itemId}`, issued.balance);
      ({ valueE4 } = issued);
    }
    if (!isVirtual(toPlace))
      this.#balances.set(
        `${toPlace}|${itemId}`,
        applyIn(this.balance(toPlace, itemId), qtyMicro, valueE4).balance,
      );
    const businessDay = businessDayOf(at, timezone);
    this.#moves.push({
      postedAt: at,
      effectiveAt: at,
      businessDay,
      arrivalDay: businessDay,
      itemId,
      fromPlace,
      toPlace,
      qtyMicro,
      valueE4,
      unitCostE4: averageE4(valueE4, qtyMicro) ?? 0,
      lot: '',
      docType,
      docId,
      docNo,
      docLineId,
      kind,
      cycle: 0,
      reason: posting.reason ?? null,
      userId,
      reversesSeq: null,
      lotId: null,
      toLotId: null,
      pieces: null,
    });
    return valueE4;
  }

  /** Writes what was posted since the last time. */
  async writeMoves(tx: Tx): Promise<void> {
    const moves = this.#moves;
    this.#moves = [];
    this.moveCount += moves.length;
    await insertRows(tx, 'stockMoves', moves);
    for (let from = 0; from < moves.length; from += atOnce)
      await addToDaily(tx, moves.slice(from, from + atOnce));
  }

  async writeBalances(tx: Tx): Promise<void> {
    const rows: Insertable<Database['balances']>[] = [...this.#balances].map(([key, balance]) => {
      const [placeId = '', itemId = ''] = key.split('|');
      return { placeId, itemId, reservedMicro: 0, ...balance };
    });
    await insertRows(tx, 'balances', rows, { key: ['itemId', 'placeId'], keep: ['reservedMicro'] });
  }
}
