import { sql } from 'kysely';
import { lotCode, type LotState, noLot, type TrackedItem } from '#domain/lots/lots.ts';
import { insertRows, statement } from '../../db/statements.ts';
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

/** Which of these items are kept by lots: those that track them, and those that ever did. */
export async function keptByLots(db: Queryable, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set();
  return new Set((await lotItems(db, [...new Set(itemIds)])).map(({ _id }) => _id));
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
  const rows = await lotItems(tx, ids);
  if (rows.length === 0) return null;
  const items = new Map(
    rows.map((row): [string, LotItem] => [
      row._id,
      { ...row, trackLots: row.trackLots === 1, trackExpiry: row.trackExpiry === 1 },
    ]),
  );
  const known = new Map<string, BookedLot>();
  const byId = new Map<string, BookedLot>();
  const remember = (lot: BookedLot) => {
    known.set(`${lot.itemId}|${lot.code}`, lot);
    byId.set(lot.lotId, lot);
    return lot;
  };
  const shelves = new Map<string, LotShelf[]>();
  const at = (placeId: string, itemId: string) => {
    const key = `${placeId}|${itemId}`;
    const there = shelves.get(key) ?? [];
    if (!shelves.has(key)) shelves.set(key, there);
    return there;
  };
  const keys = entries.filter((entry) => items.has(entry.itemId));
  for (const { placeId, itemId } of keys) at(placeId, itemId);
  for (const row of await readShelves(tx, keys)) {
    const there = shelves.get(`${row.placeId}|${row.itemId}`);
    if (!there) continue;
    const { placeId, onHandMicro, reservedMicro } = row;
    const lot = byId.get(row._id) ?? remember(booked(row));
    there.push({ placeId, lot, onHandMicro, reservedMicro, isDirty: false });
  }
  for (const { placeId, itemId, onHandMicro } of keys)
    if (at(placeId, itemId).length === 0 && onHandMicro !== 0)
      at(placeId, itemId).push({
        placeId,
        lot: null,
        onHandMicro,
        reservedMicro: 0,
        isDirty: false,
        isNew: true,
      });
  const ours = named.filter(({ itemId }) => items.has(itemId));
  for (const row of await readNamed(tx, ours)) if (!byId.has(row._id)) remember(booked(row));
  const unnamed = [...shelves].filter(([, there]) => there.some(({ lot }) => lot === null));
  const itemOf = (key: string) => key.slice(key.lastIndexOf('|') + 1);
  if (unnamed.length > 0) {
    const ofItems = [...new Set(unnamed.map(([key]) => itemOf(key)))];
    for (const row of await readNamed(
      tx,
      ofItems.map((itemId) => ({ itemId, lot: noLot })),
    ))
      if (!byId.has(row._id)) remember(booked(row));
    for (const [key, there] of unnamed)
      for (const one of there) one.lot ??= known.get(`${itemOf(key)}|${noLot}`) ?? null;
  }

  const obtain: LotBook['obtain'] = async (itemId, code, expiry, origin) => {
    const there = code === null ? undefined : known.get(`${itemId}|${code}`);
    if (there) return there;
    const itemCode = items.get(itemId)?.itemCode ?? '';
    for (let counter = 1; ; counter += 1) {
      const wanted = code ?? lotCode(itemCode, origin.day, counter);
      if (code === null && known.has(`${itemId}|${wanted}`)) continue;
      const made = await insertLot(tx, { itemId, code: wanted, expiry, origin, now });
      if (made) return remember(made);
      const [found] = await readNamed(tx, [{ itemId, lot: wanted }]);
      if (found) remember(booked(found));
      if (found && code !== null) return booked(found);
    }
  };
  const shelf: LotBook['shelf'] = (placeId, lot) => {
    const there = at(placeId, lot.itemId);
    const found = there.find(
      (one) => one.lot?.lotId === lot.lotId || (one.lot === null && lot.code === noLot),
    );
    if (found) return Object.assign(found, { lot });
    const made = { placeId, lot, onHandMicro: 0, reservedMicro: 0, isDirty: false };
    there.push(made);
    return made;
  };
  return {
    item: (itemId) => items.get(itemId),
    shelves: at,
    shelf,
    find: (itemId, code) => known.get(`${itemId}|${code}`),
    byId: (lotId) => byId.get(lotId),
    obtain,
    save: () => saveShelves(tx, shelves, obtain),
  };
}

/** What says where the stock comes from that was there before lots were. */
const unknownOrigin = (placeId: string): LotOrigin => ({ type: '', id: '', no: null, day: '', placeId });

/** The lot of what nobody named one for. */
export const obtainNoLot = (lots: LotBook, itemId: string): Promise<BookedLot> =>
  lots.obtain(itemId, noLot, null, unknownOrigin(''));

async function saveShelves(
  tx: Tx,
  shelves: ReadonlyMap<string, LotShelf[]>,
  obtain: LotBook['obtain'],
): Promise<void> {
  const changed: LotShelf[] = [];
  for (const [key, there] of shelves) {
    if (!there.some(({ isDirty }) => isDirty)) continue;
    const itemId = key.slice(key.lastIndexOf('|') + 1);
    for (const one of there) {
      one.lot ??= await obtain(itemId, noLot, null, unknownOrigin(''));
      if (one.isDirty || one.isNew) changed.push(one);
    }
  }
  const rows = changed.map(({ placeId, lot, onHandMicro, reservedMicro }) => ({
    placeId,
    itemId: lot?.itemId ?? '',
    lotId: lot?.lotId ?? '',
    onHandMicro,
    reservedMicro,
  }));
  const isEmpty = (row: (typeof rows)[number]) => row.onHandMicro === 0 && row.reservedMicro === 0;
  const gone = rows.filter(isEmpty);
  await insertRows(
    tx,
    'lotBalances',
    rows.filter((row) => !isEmpty(row)),
    { key: ['placeId', 'itemId', 'lotId'] },
  );
  if (gone.length > 0) {
    const keys = sql.join(gone.map((row) => sql`(${row.placeId}, ${row.itemId}, ${row.lotId})`));
    const key = sql.join(['placeId', 'itemId', 'lotId'].map((name) => sql.ref(name)));
    await sql`delete from ${sql.table('lotBalances')} where (${key}) in (values ${keys})`.execute(tx);
  }
}

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
  // Whoever puts a lot on hold waits for this, and this for them: what is read of it holds.
  return db.dialect === 'postgres' ? query.orderBy('l._id').forShare('l') : query;
});

async function readShelves(tx: Tx, keys: readonly { placeId: string; itemId: string }[]) {
  if (keys.length === 0) return [];
  const places = [...new Set(keys.map(({ placeId }) => placeId))];
  return shelvesOf(tx, places, [...new Set(keys.map(({ itemId }) => itemId))]);
}

async function readNamed(tx: Tx, named: readonly Named[]): Promise<LotColumns[]> {
  const codes = named.flatMap(({ itemId, lot }) => (lot === undefined ? [] : [sql`(${itemId}, ${lot})`]));
  const ids = [...new Set(named.flatMap(({ lotId }) => (lotId ? [lotId] : [])))];
  if (codes.length + ids.length === 0) return [];
  let query = tx
    .selectFrom('lots')
    .select(['_id', 'itemId', 'code', 'expiry', 'heldAt', 'createdAt'])
    .where(({ eb, or }) =>
      or([
        ...(ids.length > 0 ? [eb('_id', 'in', ids)] : []),
        ...(codes.length > 0
          ? [
              sql<boolean>`(${sql.ref('lots.itemId')}, ${sql.ref('lots.code')}) in (values ${sql.join(codes)})`,
            ]
          : []),
      ]),
    )
    .orderBy('_id');
  if (tx.dialect === 'postgres') query = query.forShare();
  return query.execute();
}

/** Makes a lot; undefined where somebody else was quicker. */
async function insertLot(
  tx: Tx,
  lot: { itemId: string; code: string; expiry: string | null; origin: LotOrigin; now: string },
): Promise<BookedLot | undefined> {
  const { itemId, code, expiry, origin, now } = lot;
  const row = await tx
    .insertInto('lots')
    .values({
      _id: newId({ now: () => new Date(now) }),
      createdAt: now,
      updatedAt: now,
      version: 1,
      itemId,
      code,
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
    })
    .onConflict((conflict) => conflict.columns(['itemId', 'code']).doNothing())
    .returning(['_id', 'itemId', 'code', 'expiry', 'heldAt', 'createdAt'])
    .executeTakeFirst();
  return row && booked(row);
}
