import { proposeLots } from '#modules/lots/lot-rules.ts';
import type { NewRow } from '#platform/server/db/tables.ts';
import { newLotRow } from '#modules/stock/server/lot-book.ts';

/** A lot of the history, and its balances by location. */
export interface YearLot {
  lotId: string;
  itemId: string;
  code: string;
  expiry: string | null;
  since: string;
  at: Map<string, number>;
}

/** A quantity of a lot; the lot is null for items without lots. */
export interface LotShare {
  lot: YearLot | null;
  qtyMicro: number;
}

/** Origin of a lot: the document and day. */
export interface YearLotOrigin {
  type: string;
  id: string;
  day: string;
  placeId: string;
  at: string;
}

/**
 * A history's lot balances, in memory. Issues take lots by FEFO, using the domain's own proposal. Lots are
 * written when created, balances at the end.
 */
export class LotBalances {
  readonly #trackedItems: ReadonlySet<string>;
  readonly #shelves = new Map<string, YearLot[]>();
  readonly #byCode = new Map<string, YearLot>();
  readonly #byExpiry = new Map<string, YearLot[]>();
  #newLots: NewRow<'lots'>[] = [];
  #count = 0;

  constructor(itemIds: ReadonlySet<string>) {
    this.#trackedItems = itemIds;
  }

  tracks(itemId: string): boolean {
    return this.#trackedItems.has(itemId);
  }

  /** Adds a lot to stock, or returns the one with this code. */
  enter(itemId: string, code: string, expiry: string | null, origin: YearLotOrigin): YearLot {
    const existing = this.#byCode.get(`${itemId}|${code}`);
    if (existing) return existing;
    this.#count += 1;
    const lotId = `year-lot-${String(this.#count).padStart(8, '0')}`;
    const lot: YearLot = { lotId, itemId, code, expiry, since: origin.at, at: new Map() };
    this.#byCode.set(`${itemId}|${code}`, lot);
    if (expiry !== null) this.#byExpiry.set(expiry, [...(this.#byExpiry.get(expiry) ?? []), lot]);
    this.#newLots.push(
      newLotRow(lotId, { itemId, code, expiry, origin: { ...origin, no: origin.id }, now: origin.at }),
    );
    return lot;
  }

  /** Returns a location's lots of an item. */
  at(placeId: string, itemId: string): readonly YearLot[] {
    return this.#shelves.get(`${placeId}|${itemId}`) ?? [];
  }

  /** Returns the quantity of an item in lots that don't expire before a day. */
  goodMicro(placeId: string, itemId: string, until: string): number {
    return this.at(placeId, itemId)
      .filter(({ expiry }) => expiry === null || expiry >= until)
      .reduce((sum, { at }) => sum + (at.get(placeId) ?? 0), 0);
  }

  /** Splits a quantity among lots: the named lot, or else by FEFO among lots that don't expire before this day. */
  splitByLots(placeId: string, itemId: string, qtyMicro: number, named: string, until: string): LotShare[] {
    if (!this.tracks(itemId)) return [{ lot: null, qtyMicro }];
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
    if (shortMicro > 0)
      throw new Error(`${placeId} has too little of ${itemId} that can be used until ${until}`);
    return parts.map((part) => ({ lot: this.lot(itemId, part.lot), qtyMicro: part.qtyMicro }));
  }

  lot(itemId: string, code: string): YearLot {
    const lot = this.#byCode.get(`${itemId}|${code}`);
    if (!lot) throw new Error(`${itemId} has no lot ${code}`);
    return lot;
  }

  /** Changes a lot's balance at a location. */
  change(placeId: string, lot: YearLot, byMicro: number): void {
    const key = `${placeId}|${lot.itemId}`;
    const lotsAtPlace = this.#shelves.get(key) ?? [];
    const balanceMicro = (lot.at.get(placeId) ?? 0) + byMicro;
    if (balanceMicro < 0) throw new Error(`${placeId} has too little of lot ${lot.code}`);
    if (balanceMicro === 0) {
      lot.at.delete(placeId);
      this.#shelves.set(
        key,
        lotsAtPlace.filter((other) => other !== lot),
      );
      return;
    }
    if (!lot.at.has(placeId)) this.#shelves.set(key, [...lotsAtPlace, lot]);
    lot.at.set(placeId, balanceMicro);
  }

  /** Returns the balances of lots whose last good day this was. */
  expiredOn(day: string): { placeId: string; lot: YearLot; qtyMicro: number }[] {
    const lots = this.#byExpiry.get(day) ?? [];
    this.#byExpiry.delete(day);
    return lots.flatMap((lot) => [...lot.at].map(([placeId, qtyMicro]) => ({ placeId, lot, qtyMicro })));
  }

  /** Returns lots created since the last call. */
  newRows(): NewRow<'lots'>[] {
    const created = this.#newLots;
    this.#newLots = [];
    return created;
  }

  balanceRows(): NewRow<'lotBalances'>[] {
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
