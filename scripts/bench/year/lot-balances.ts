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
  /** Quantity by location. */
  balances: Map<string, number>;
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
  readonly #lotsByPlace = new Map<string, YearLot[]>();
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
  addLot(itemId: string, code: string, expiry: string | null, origin: YearLotOrigin): YearLot {
    const existing = this.#byCode.get(`${itemId}|${code}`);
    if (existing) return existing;
    this.#count += 1;
    const lotId = `year-lot-${String(this.#count).padStart(8, '0')}`;
    const lot: YearLot = { lotId, itemId, code, expiry, since: origin.at, balances: new Map() };
    this.#byCode.set(`${itemId}|${code}`, lot);
    if (expiry !== null) this.#byExpiry.set(expiry, [...(this.#byExpiry.get(expiry) ?? []), lot]);
    this.#newLots.push(
      newLotRow(lotId, { itemId, code, expiry, origin: { ...origin, no: origin.id }, now: origin.at }),
    );
    return lot;
  }

  /** Returns a location's lots of an item. */
  listLots(placeId: string, itemId: string): readonly YearLot[] {
    return this.#lotsByPlace.get(`${placeId}|${itemId}`) ?? [];
  }

  /** Returns the quantity of an item in lots that don't expire before `validThrough`. */
  getUnexpiredMicro(placeId: string, itemId: string, validThrough: string): number {
    return this.listLots(placeId, itemId)
      .filter(({ expiry }) => expiry === null || expiry >= validThrough)
      .reduce((sum, { balances }) => sum + (balances.get(placeId) ?? 0), 0);
  }

  /** Splits a quantity among lots: the given lot, or by FEFO among lots that don't expire before `validThrough`. */
  splitByLots(
    placeId: string,
    itemId: string,
    qtyMicro: number,
    lotCode: string,
    validThrough: string,
  ): LotShare[] {
    if (!this.tracks(itemId)) return [{ lot: null, qtyMicro }];
    const lots = this.listLots(placeId, itemId);
    if (lotCode !== '') return [{ lot: this.getLot(itemId, lotCode), qtyMicro }];
    const stock = lots.map(({ code, expiry, since, balances }) => ({
      lot: code,
      expiry,
      since,
      isHeld: false,
      freeMicro: balances.get(placeId) ?? 0,
    }));
    const { parts, shortMicro } = proposeLots(qtyMicro, stock, validThrough);
    if (shortMicro > 0)
      throw new Error(`${placeId} has too little of ${itemId} that doesn't expire before ${validThrough}`);
    return parts.map((part) => ({ lot: this.getLot(itemId, part.lot), qtyMicro: part.qtyMicro }));
  }

  getLot(itemId: string, code: string): YearLot {
    const lot = this.#byCode.get(`${itemId}|${code}`);
    if (!lot) throw new Error(`${itemId} has no lot ${code}`);
    return lot;
  }

  /** Changes a lot's balance at a location. */
  change(placeId: string, lot: YearLot, byMicro: number): void {
    const key = `${placeId}|${lot.itemId}`;
    const lotsAtPlace = this.#lotsByPlace.get(key) ?? [];
    const balanceMicro = (lot.balances.get(placeId) ?? 0) + byMicro;
    if (balanceMicro < 0) throw new Error(`${placeId} has too little of lot ${lot.code}`);
    if (balanceMicro === 0) {
      lot.balances.delete(placeId);
      this.#lotsByPlace.set(
        key,
        lotsAtPlace.filter((other) => other !== lot),
      );
      return;
    }
    if (!lot.balances.has(placeId)) this.#lotsByPlace.set(key, [...lotsAtPlace, lot]);
    lot.balances.set(placeId, balanceMicro);
  }

  /** Returns the balances of lots with this expiry date, and forgets them. */
  takeExpired(day: string): { placeId: string; lot: YearLot; qtyMicro: number }[] {
    const lots = this.#byExpiry.get(day) ?? [];
    this.#byExpiry.delete(day);
    return lots.flatMap((lot) =>
      [...lot.balances].map(([placeId, qtyMicro]) => ({ placeId, lot, qtyMicro })),
    );
  }

  /** Returns lots created since the last call. */
  takeNewRows(): NewRow<'lots'>[] {
    const created = this.#newLots;
    this.#newLots = [];
    return created;
  }

  createBalanceRows(): NewRow<'lotBalances'>[] {
    return [...this.#lotsByPlace].flatMap(([key, lots]) => {
      const [placeId = '', itemId = ''] = key.split('|');
      return lots.map(({ lotId, balances }) => ({
        placeId,
        itemId,
        lotId,
        onHandMicro: balances.get(placeId) ?? 0,
        reservedMicro: 0,
      }));
    });
  }
}
