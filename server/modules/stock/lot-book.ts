import { sql } from 'kysely';
import { lotCode, type LotState, noLot, type TrackedItem } from '#domain/lots/lots.ts';
import { foldText } from '#domain/text.ts';
import { insertRows, rowsOfJson, statement } from '../../db/statements.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import { newId } from '../../ids.ts';
import type { Book } from './book.ts';

/** A lot as the book of lots has it. */
export interface BookedLot extends LotState {
  lotId: string;
  itemId: string;
  code: string;
  since: string;
}

/** What a place has of a lot, and how much of it is picked for orders. */
export interface LotShelf {
  placeId: string;
  itemId: string;
  /** Null for what nobody named a lot for, as long as that lot has no row. */
  lot: BookedLot | null;
  onHandMicro: number;
  reservedMicro: number;
  /** Changed since it was read. */
  isDirty: boolean;
  /** Not kept yet: nothing was ever kept by lots here. */
  isNew?: true;
}

/** An item that is kept by lots, with the words that refusals say it by. */
export interface LotItem extends TrackedItem {
  _id: string;
  name: string;
  symbol: string;
}

/** Where a lot comes from that is not known yet. */
export interface LotOrigin {
  type: string;
  id: string;
  no: string | null;
  day: string;
  placeId: string;
}

/**
 * The lots behind the balances of a book: those of items that track lots, or ever did. Whoever holds a balance holds its
 * lots; a lot itself is held against being put on hold meanwhile.
 */
export interface LotBook {
  item(itemId: string): LotItem | undefined;
  shelves(placeId: string, itemId: string): LotShelf[];
  /** The shelf of one lot at a place; made where there is none. */
  shelf(placeId: string, lot: BookedLot): LotShelf;
  find(itemId: string, code: string): BookedLot | undefined;
  byId(lotId: string): BookedLot | undefined;
  /** The lot with this code, made where it is not known; without one a code is made. */
  obtain(itemId: string, code: string | null, expiry: string | null, origin: LotOrigin): Promise<BookedLot>;
  save(): Promise<void>;
}

interface Named {
  itemId: string;
  lot?: string | undefined;
  lotId?: string | null | undefined;
}

const lotItems = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('items')
    .innerJoin('units', 'units._id', 'items.baseUnit')
    .select([
      'items._id',
      'items.itemCode',
      'items.name',
      'items.trackLots',
      'items.trackExpiry',
      'items.shelfLifeDays',
      'units.symbol',
    ])
    .where('items._id', 'in', ids)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('items.trackLots', '=', 1),
        eb('items.trackExpiry', '=', 1),
        exists(selectFrom('lots').select('lots._id').whereRef('lots.itemId', '=', 'items._id')),
      ]),
    ),
);

/** Which of these items are kept by lots, by id: those that track them, and those that ever did. */
export async function keptByLots(
  db: Queryable,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, LotItem>> {
  if (itemIds.length === 0) return new Map();
  const rows = await lotItems(db, [...new Set(itemIds)]);
  return new Map(
    rows.map((row): [string, LotItem] => [
      row._id,
      { ...row, trackLots: row.trackLots === 1, trackExpiry: row.trackExpiry === 1 },
    ]),
  );
}

/** The lots with these codes, of whichever item names them. */
export async function lotsNamed(
  tx: Tx,
  named: readonly { itemId: string; lot: string }[],
): Promise<BookedLot[]> {
  return (await readNamed(tx, named)).map(booked);
}

interface LotColumns {
  _id: string;
  itemId: string;
  code: string;
  expiry: string | null;
  heldAt: string | null;
  createdAt: string;
}

const booked = ({ _id, itemId, code, expiry, heldAt, createdAt }: LotColumns): BookedLot => ({
  lotId: _id,
  itemId,
  code,
  expiry,
  isHeld: heldAt !== null,
  since: createdAt,
});

/** Opens the lots of a book that is open; null where none of its items is kept by lots. `named`: those that are asked for. */
export async function openLots(
  tx: Tx,
  book: Book,
  named: readonly Named[],
  now: string,
): Promise<LotBook | null> {
  const entries = book.entries();
  if (entries.length === 0) return null;
  const ids = [...new Set(entries.map((entry) => entry.itemId))];
  const items = await keptByLots(tx, ids);
  if (items.size === 0) return null;
  const byCode = new Map<string, Map<string, BookedLot>>();
  const byId = new Map<string, BookedLot>();
  const remember = (lot: BookedLot) => {
    within(byCode, lot.itemId).set(lot.code, lot);
    byId.set(lot.lotId, lot);
    return lot;
  };
  const find = (itemId: string, code: string) => byCode.get(itemId)?.get(code);
  const shelves = new Map<string, Map<string, LotShelf[]>>();
  const at = (placeId: string, itemId: string) => {
    const ofPlace = within(shelves, placeId);
    let there = ofPlace.get(itemId);
    if (!there) ofPlace.set(itemId, (there = []));
    return there;
  };
  const keys = entries.filter((entry) => items.has(entry.itemId));
  for (const { placeId, itemId } of keys) at(placeId, itemId);
  for (const row of await readShelves(tx, keys)) {
    const { placeId, itemId, onHandMicro, reservedMicro } = row;
    const there = shelves.get(placeId)?.get(itemId);
    if (!there) continue;
    const lot = byId.get(row._id) ?? remember(booked(row));
    there.push({ placeId, itemId, lot, onHandMicro, reservedMicro, isDirty: false });
  }
  const unnamed: LotShelf[] = [];
  for (const { placeId, itemId, onHandMicro } of keys) {
    const there = at(placeId, itemId);
    if (there.length > 0 || onHandMicro === 0) continue;
    const one: LotShelf = {
      placeId,
      itemId,
      lot: null,
      onHandMicro,
      reservedMicro: 0,
      isDirty: false,
      isNew: true,
    };
    there.push(one);
    unnamed.push(one);
  }
  const asked = [
    ...named.filter(({ itemId }) => items.has(itemId)),
    ...unnamed.map(({ itemId }) => ({ itemId, lot: noLot })),
  ];
  for (const row of await readNamed(tx, asked)) if (!byId.has(row._id)) remember(booked(row));
  for (const one of unnamed) one.lot = find(one.itemId, noLot) ?? null;

  const obtain: LotBook['obtain'] = async (itemId, code, expiry, origin) => {
    const there = code === null ? undefined : find(itemId, code);
    if (there) return there;
    const itemCode = items.get(itemId)?.itemCode ?? '';
    if (code === null) return remember(await makeLot(tx, { itemId, itemCode, expiry, origin, now }));
    for (;;) {
      const made = await insertLot(tx, { itemId, code, expiry, origin, now });
      if (made) return remember(made);
      const [found] = await readNamed(tx, [{ itemId, lot: code }]);
      if (found) return remember(booked(found));
    }
  };
  const shelf: LotBook['shelf'] = (placeId, lot) => {
    const there = at(placeId, lot.itemId);
    const found = there.find(
      (one) => one.lot?.lotId === lot.lotId || (one.lot === null && lot.code === noLot),
    );
    if (found) return Object.assign(found, { lot });
    const { itemId } = lot;
    const made = { placeId, itemId, lot, onHandMicro: 0, reservedMicro: 0, isDirty: false };
    there.push(made);
    return made;
  };
  const lots: LotBook = {
    item: (itemId) => items.get(itemId),
    shelves: at,
    shelf,
    find,
    byId: (lotId) => byId.get(lotId),
    obtain,
    save: () => saveShelves(tx, shelves, lots),
  };
  return lots;
}

/** The map under a key, made where there is none. */
function within<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let found = maps.get(key);
  if (!found) maps.set(key, (found = new Map()));
  return found;
}

/** Where stock comes from that was there before lots were. */
export const unknownOrigin: LotOrigin = { type: '', id: '', no: null, day: '', placeId: '' };

/** The lot of what nobody named one for. */
export const obtainNoLot = (lots: LotBook, itemId: string): Promise<BookedLot> =>
  lots.obtain(itemId, noLot, null, unknownOrigin);

async function saveShelves(
  tx: Tx,
  shelves: ReadonlyMap<string, ReadonlyMap<string, LotShelf[]>>,
  lots: LotBook,
): Promise<void> {
  const kept: object[] = [];
  const gone: { placeId: string; itemId: string; lotId: string }[] = [];
  for (const ofPlace of shelves.values())
    for (const there of ofPlace.values()) {
      if (!there.some(({ isDirty }) => isDirty)) continue;
      for (const one of there) {
        if (!one.isDirty && !one.isNew) continue;
        const { placeId, itemId, onHandMicro, reservedMicro } = one;
        one.lot ??= await obtainNoLot(lots, itemId);
        const { lotId } = one.lot;
        if (onHandMicro === 0 && reservedMicro === 0) gone.push({ placeId, itemId, lotId });
        else kept.push({ placeId, itemId, lotId, onHandMicro, reservedMicro });
      }
    }
  await insertRows(tx, 'lotBalances', kept, { key: ['placeId', 'itemId', 'lotId'] });
  if (gone.length > 0)
    await clearShelves(
      tx,
      JSON.stringify(gone.map(({ placeId, itemId, lotId }) => [placeId, itemId, lotId])),
    );
}

/** Deletes the lot balances of these shelves: JSON of place, item and lot of each. */
const clearShelves = statement((db, keys: string) => {
  const key = sql.join(['placeId', 'itemId', 'lotId'].map((name) => sql.ref(name)));
  const query = sql`delete from ${sql.table('lotBalances')} where (${key}) in ${rowsOfJson(db, keys, 3)}`;
  return { compile: () => query.compile(db) };
});

/** Lots at these places of these items, whichever of them belong together. */
const shelvesOf = statement((db, placeIds: readonly string[], itemIds: readonly string[]) => {
  const query = db
    .selectFrom('lotBalances as b')
    .innerJoin('lots as l', 'l._id', 'b.lotId')
    .select([
      'b.placeId',
      'b.onHandMicro',
      'b.reservedMicro',
      'l._id',
      'l.itemId',
      'l.code',
      'l.expiry',
      'l.heldAt',
      'l.createdAt',
    ])
    .where('b.placeId', 'in', placeIds)
    .where('b.itemId', 'in', itemIds);
  // The lots are locked in share mode: a hold that is being put on them waits for this transaction, or this for it.
  return db.dialect === 'postgres' ? query.orderBy('l._id').forShare('l') : query;
});

async function readShelves(tx: Tx, keys: readonly { placeId: string; itemId: string }[]) {
  if (keys.length === 0) return [];
  const places = [...new Set(keys.map(({ placeId }) => placeId))];
  return shelvesOf(tx, places, [...new Set(keys.map(({ itemId }) => itemId))]);
}

const lotColumns = ['_id', 'itemId', 'code', 'expiry', 'heldAt', 'createdAt'] as const;

/** Held as those at a place are, in the same order. */
const lotsById = statement((db, ids: readonly string[]) => {
  const query = db.selectFrom('lots').select(lotColumns).where('_id', 'in', ids).orderBy('_id');
  return db.dialect === 'postgres' ? query.forShare() : query;
});

/** Lots by JSON of item and code of each. */
const lotsByCode = statement((db, names: string) => {
  const query = db
    .selectFrom('lots')
    .select(lotColumns)
    .where(sql<boolean>`(${sql.ref('lots.itemId')}, ${sql.ref('lots.code')}) in ${rowsOfJson(db, names, 2)}`)
    .orderBy('_id');
  return db.dialect === 'postgres' ? query.forShare() : query;
});

async function readNamed(tx: Tx, named: readonly Named[]): Promise<LotColumns[]> {
  const ids = [...new Set(named.flatMap(({ lotId }) => (lotId ? [lotId] : [])))];
  const names = named.flatMap(({ itemId, lot }) => (lot === undefined ? [] : [[itemId, lot]]));
  return [
    ...(ids.length > 0 ? await lotsById(tx, ids) : []),
    ...(names.length > 0 ? await lotsByCode(tx, JSON.stringify(names)) : []),
  ];
}

/** Makes a lot whose code is made of the item's, the day and the next counter that is free. */
export async function makeLot(
  tx: Tx,
  {
    itemCode,
    ...lot
  }: { itemId: string; itemCode: string; expiry: string | null; origin: LotOrigin; now: string },
): Promise<BookedLot> {
  for (let counter = 1; ; counter += 1) {
    const made = await insertLot(tx, { ...lot, code: lotCode(itemCode, lot.origin.day, counter) });
    if (made) return made;
  }
}

interface NewLot {
  itemId: string;
  code: string;
  expiry: string | null;
  origin: LotOrigin;
  now: string;
}

/** A lot as it is kept when it begins, held by nobody. */
export const lotRow = (_id: string, { itemId, code, expiry, origin, now }: NewLot) => ({
  _id,
  createdAt: now,
  updatedAt: now,
  version: 1,
  itemId,
  code,
  search: foldText(code),
  expiry,
  originType: origin.type,
  originId: origin.id,
  originNo: origin.no,
  originDay: origin.day,
  originPlace: origin.placeId,
  heldAt: null,
  heldBy: null,
  heldByName: null,
  holdReason: null,
  holdNote: null,
  heldByRecall: null,
});

/** Makes a lot; undefined where somebody else was quicker. */
export async function insertLot(tx: Tx, lot: NewLot): Promise<BookedLot | undefined> {
  const { now } = lot;
  const row = await tx
    .insertInto('lots')
    .values(lotRow(newId({ now: () => new Date(now) }), lot))
    .onConflict((conflict) => conflict.columns(['itemId', 'code']).doNothing())
    .returning(['_id', 'itemId', 'code', 'expiry', 'heldAt', 'createdAt'])
    .executeTakeFirst();
  return row && booked(row);
}
