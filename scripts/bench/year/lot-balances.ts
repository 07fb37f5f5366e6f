import type { Insertable } from 'kysely';
import { proposeLots } from '#domain/lots/lots.ts';
import type { Database } from '#server/db/tables.ts';
import { newLotRow } from '#server/modules/stock/lot-book.ts';

/** A lot of the history, and how much of it every place has. */
export interface YearLot {
  lotId: string;
  itemId: string;
  code: string;
  expiry: string | null;
  since: string;
  at: Map<string, number>;
}

/** So much of a lot; of an item that is not kept by lots the lot is null. */
export interface LotShare {
  lot: YearLot | null;
  qtyMicro: number;
}

/** Where a lot entered stock: by which document, on which day. */
export interface YearLotOrigin {
  type: string;
  id: string;
  day: string;
  placeId: string;
  at: string;
}

/**
 * The lots behind the balances of a history, in memory: what is taken is taken from those that expire first, by the domain's own
 * proposal. Lots are written as they come to be, what places have of them when all days are told.
 */
export class LotBalances {
  readonly #keeps: ReadonlySet<string>;
  readonly #shelves = new Map<string, YearLot[]>();
  readonly #named = new Map<string, YearLot>();
  readonly #byExpiry = new Map<string, YearLot[]>();
  #made: Insertable<Database['lots']>[] = [];
  #count = 0;

  constructor(keeps: ReadonlySet<string>) {
    this.#keeps = keeps;
  }

  keeps(itemId: string): boolean {
    return this.#keeps.has(itemId);
  }

  /** A lot that enters stock; the one with this code where it is there already. */
  enter(itemId: string, code: string, expiry: string | null, origin: YearLotOrigin): YearLot {
    const there = this.#named.get(`${itemId}|${code}`);
    if (there) return there;
    this.#count += 1;
    const lotId = `year-lot-${String(this.#count).padStart(8, '0')}`;
    const lot: YearLot = { lotId, itemId, code, expiry, since: origin.at, at: new Map() };
    this.#named.set(`${itemId}|${code}`, lot);
    if (expiry !== null) this.#byExpiry.set(expiry, [...(this.#byExpiry.get(expiry) ?? []), lot]);
    this.#made.push(
      newLotRow(lotId, { itemId, code, expiry, origin: { ...origin, no: origin.id }, now: origin.at }),
    );
    return lot;
  }

  /** The lots that a place has of an item. */
  at(placeId: string, itemId: string): readonly YearLot[] {
    return this.#shelves.get(`${placeId}|${itemId}`) ?? [];
  }

  /** How much of an item a place has in lots that are good until a day. */
  goodMicro(placeId: string, itemId: string, until: string): number {
    return this.at(placeId, itemId)
      .filter(({ expiry }) => expiry === null || expiry >= until)
      .reduce((sum, { at }) => sum + (at.get(placeId) ?? 0), 0);
  }

  /** What a quantity is taken from: the lot that is named, else those that expire first and are good until a day. */
  sharesOf(placeId: string, itemId: string, qtyMicro: number, named: string, until: string): LotShare[] {
    if (!this.keeps(itemId)) return [{ lot: null, qtyMicro }];
    const lots = this.at(placeId, itemId);
    if (named !== '') return [{ lot: this.lot(itemId, named), qtyMicro }];
    const stock = lots.map(({ code, expiry, since, at }) => ({
      lot: code,
      expiry,
      since,
      isHeld: false,
      freeMicro: at.get(placeId) ?? 0,
    }));
    const { parts, shortMicro } = proposeLots(qtyMicro, stock, until);
    if (shortMicro > 0) throw new Error(`${placeId} has too little of ${itemId} that is good until ${until}`);
    return parts.map((part) => ({ lot: this.lot(itemId, part.lot), qtyMicro: part.qtyMicro }));
  }

  lot(itemId: string, code: string): YearLot {
    const lot = this.#named.get(`${itemId}|${code}`);
    if (!lot) throw new Error(`${itemId} has no lot ${code}`);
    return lot;
  }

  /** Moves so much of a lot to a place (above zero) or from it. */
  change(placeId: string, lot: YearLot, byMicro: number): void {
    const key = `${placeId}|${lot.itemId}`;
    const there = this.#shelves.get(key) ?? [];
    const nowMicro = (lot.at.get(placeId) ?? 0) + byMicro;
    if (nowMicro < 0) throw new Error(`${placeId} has too little of lot ${lot.code}`);
    if (nowMicro === 0) {
      lot.at.delete(placeId);
      this.#shelves.set(
        key,
        there.filter((one) => one !== lot),
      );
      return;
    }
    if (!lot.at.has(placeId)) this.#shelves.set(key, [...there, lot]);
    lot.at.set(placeId, nowMicro);
  }

  /** What places have of lots of which a day was the last good one. */
  expiredOn(day: string): { placeId: string; lot: YearLot; qtyMicro: number }[] {
    const lots = this.#byExpiry.get(day) ?? [];
    this.#byExpiry.delete(day);
    return lots.flatMap((lot) => [...lot.at].map(([placeId, qtyMicro]) => ({ placeId, lot, qtyMicro })));
  }

  /** Lots that came to be since the last time. */
  newRows(): object[] {
    const made = this.#made;
    this.#made = [];
    return made;
  }

  balanceRows(): Insertable<Database['lotBalances']>[] {
    return [...this.#shelves].flatMap(([key, lots]) => {
      const [placeId = '', itemId = ''] = key.split('|');
      return lots.map(({ lotId, at }) => ({
        placeId,
        itemId,
        lotId,
        onHandMicro: at.get(placeId) ?? 0,
        reservedMicro: 0,
      }));
    });
  }
}
