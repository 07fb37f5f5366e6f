import { sql } from 'kysely';
import { buildLotCode, type LotState, unnamedLot, type TrackedItem } from '#modules/lots/lot-rules.ts';
import { foldText } from '#core/text.ts';
import { insertRows, jsonRows, statement } from '#platform/server/db/statements.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import type { BalanceBook } from './balance-book.ts';
import type { NewRow } from '#platform/server/db/tables.ts';

/** A lot as loaded for a posting. */
export interface LotRecord extends LotState {
  lotId: string;
  itemId: string;
  code: string;
  since: string;
}

/** On-hand and picked quantity of a lot at a place. */
export interface LotPosition {
  placeId: string;
  itemId: string;
  /** Null for stock without a lot while the unnamed lot has no row. */
  lot: LotRecord | null;
  onHandMicro: number;
  reservedMicro: number;
  /** Whether it has changed since it was read. */
  isDirty: boolean;
  /** Not stored yet: the item had no lot balances here. */
  isNew?: true;
}

/** A lot-tracked item, with its name and unit for error messages. */
export interface LotItem extends TrackedItem {
  _id: string;
  name: string;
  symbol: string;
}

/** The origin of a new lot. */
export interface LotOrigin {
  type: string;
  id: string;
  no: string | null;
  day: string;
  placeId: string;
}

/**
 * The lots behind the balances of a book, for items that track lots or ever did. The lock of a balance covers
 * its lot balances; lots themselves are locked against concurrent holds.
 */
export interface LotBook {
  item(itemId: string): LotItem | undefined;
  positions(placeId: string, itemId: string): LotPosition[];
  /** Returns the position of a lot at a place; creates it if missing. */
  position(placeId: string, lot: LotRecord): LotPosition;
  find(itemId: string, code: string): LotRecord | undefined;
  byId(lotId: string): LotRecord | undefined;
  /** Returns the lot with this code; creates it if unknown. A null code is generated. */
  obtain(itemId: string, code: string | null, expiry: string | null, origin: LotOrigin): Promise<LotRecord>;
  save(): Promise<void>;
}

interface LotReference {
  itemId: string;
  lot?: string | undefined;
  lotId?: string | null | undefined;
}

const selectLotItems = statement((db, ids: readonly string[]) =>
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

/** Loads the items that track lots or ever did, by id. */
export async function loadLotItems(
  db: Queryable,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, LotItem>> {
  if (itemIds.length === 0) return new Map();
  const rows = await selectLotItems(db, [...new Set(itemIds)]);
  return new Map(
    rows.map((row): [string, LotItem] => [
      row._id,
      { ...row, trackLots: row.trackLots === 1, trackExpiry: row.trackExpiry === 1 },
    ]),
  );
}

/** Loads lots by item and code. */
export async function loadLotsByCode(
  tx: Tx,
  references: readonly { itemId: string; lot: string }[],
): Promise<LotRecord[]> {
  return (await loadReferencedLots(tx, references)).map(toLotRecord);
}

interface LotColumns {
  _id: string;
  itemId: string;
  code: string;
  expiry: string | null;
  heldAt: string | null;
  createdAt: string;
}

const toLotRecord = ({ _id, itemId, code, expiry, heldAt, createdAt }: LotColumns): LotRecord => ({
  lotId: _id,
  itemId,
  code,
  expiry,
  isHeld: heldAt !== null,
  since: createdAt,
});

/**
 * Opens the lots of a balance book; null if none of its items is tracked.
 *
 * @param referenced lots that the change refers to
 */
export async function openLotBook(
  tx: Tx,
  book: BalanceBook,
  referenced: readonly LotReference[],
  now: string,
): Promise<LotBook | null> {
  const entries = book.entries();
  if (entries.length === 0) return null;
  const ids = [...new Set(entries.map((entry) => entry.itemId))];
  const items = await loadLotItems(tx, ids);
  if (items.size === 0) return null;
  const byCode = new Map<string, Map<string, LotRecord>>();
  const byId = new Map<string, LotRecord>();
  const addLot = (lot: LotRecord) => {
    getOrCreate(byCode, lot.itemId).set(lot.code, lot);
    byId.set(lot.lotId, lot);
    return lot;
  };
  const find = (itemId: string, code: string) => byCode.get(itemId)?.get(code);
  const positionsByPlace = new Map<string, Map<string, LotPosition[]>>();
  const getPositions = (placeId: string, itemId: string) => {
    const placePositions = getOrCreate(positionsByPlace, placeId);
    let positions = placePositions.get(itemId);
    if (!positions) placePositions.set(itemId, (positions = []));
    return positions;
  };
  const keys = entries.filter((entry) => items.has(entry.itemId));
  for (const { placeId, itemId } of keys) getPositions(placeId, itemId);
  for (const row of await loadPositions(tx, keys)) {
    const { placeId, itemId, onHandMicro, reservedMicro } = row;
    const positions = positionsByPlace.get(placeId)?.get(itemId);
    if (!positions) continue;
    const lot = byId.get(row._id) ?? addLot(toLotRecord(row));
    positions.push({ placeId, itemId, lot, onHandMicro, reservedMicro, isDirty: false });
  }
  const unnamed: LotPosition[] = [];
  for (const { placeId, itemId, onHandMicro } of keys) {
    const positions = getPositions(placeId, itemId);
    if (positions.length > 0 || onHandMicro === 0) continue;
    const position: LotPosition = {
      placeId,
      itemId,
      lot: null,
      onHandMicro,
      reservedMicro: 0,
      isDirty: false,
      isNew: true,
    };
    positions.push(position);
    unnamed.push(position);
  }
  const references = [
    ...referenced.filter(({ itemId }) => items.has(itemId)),
    ...unnamed.map(({ itemId }) => ({ itemId, lot: unnamedLot })),
  ];
  for (const row of await loadReferencedLots(tx, references))
    if (!byId.has(row._id)) addLot(toLotRecord(row));
  for (const position of unnamed) position.lot = find(position.itemId, unnamedLot) ?? null;

  const obtain: LotBook['obtain'] = async (itemId, code, expiry, origin) => {
    const existing = code === null ? undefined : find(itemId, code);
    if (existing) return existing;
    const itemCode = items.get(itemId)?.itemCode ?? '';
    if (code === null) return addLot(await createNumberedLot(tx, { itemId, itemCode, expiry, origin, now }));
    for (;;) {
      const created = await insertLot(tx, { itemId, code, expiry, origin, now });
      if (created) return addLot(created);
      const [concurrent] = await loadReferencedLots(tx, [{ itemId, lot: code }]);
      if (concurrent) return addLot(toLotRecord(concurrent));
    }
  };
  const getPosition: LotBook['position'] = (placeId, lot) => {
    const positions = getPositions(placeId, lot.itemId);
    const existing = positions.find(
      (position) => position.lot?.lotId === lot.lotId || (position.lot === null && lot.code === unnamedLot),
    );
    if (existing) return Object.assign(existing, { lot });
    const { itemId } = lot;
    const created = { placeId, itemId, lot, onHandMicro: 0, reservedMicro: 0, isDirty: false };
    positions.push(created);
    return created;
  };
  const lots: LotBook = {
    item: (itemId) => items.get(itemId),
    positions: getPositions,
    position: getPosition,
    find,
    byId: (lotId) => byId.get(lotId),
    obtain,
    save: () => savePositions(tx, positionsByPlace, lots),
  };
  return lots;
}

/** Returns the map under a key; creates it if missing. */
function getOrCreate<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let map = maps.get(key);
  if (!map) maps.set(key, (map = new Map()));
  return map;
}

/** Origin of stock that existed before lot tracking. */
export const unknownOrigin: LotOrigin = { type: '', id: '', no: null, day: '', placeId: '' };

/** Returns the lot for stock without a lot code. */
export const obtainUnnamedLot = (lots: LotBook, itemId: string): Promise<LotRecord> =>
  lots.obtain(itemId, unnamedLot, null, unknownOrigin);

async function savePositions(
  tx: Tx,
  positionsByPlace: ReadonlyMap<string, ReadonlyMap<string, LotPosition[]>>,
  lots: LotBook,
): Promise<void> {
  const changedBalances: NewRow<'lotBalances'>[] = [];
  const emptiedBalances: { placeId: string; itemId: string; lotId: string }[] = [];
  for (const placePositions of positionsByPlace.values())
    for (const positions of placePositions.values()) {
      if (!positions.some(({ isDirty }) => isDirty)) continue;
      for (const position of positions) {
        if (!position.isDirty && !position.isNew) continue;
        const { placeId, itemId, onHandMicro, reservedMicro } = position;
        position.lot ??= await obtainUnnamedLot(lots, itemId);
        const { lotId } = position.lot;
        if (onHandMicro === 0 && reservedMicro === 0) emptiedBalances.push({ placeId, itemId, lotId });
        else changedBalances.push({ placeId, itemId, lotId, onHandMicro, reservedMicro });
      }
    }
  await insertRows(tx, 'lotBalances', changedBalances, { key: ['placeId', 'itemId', 'lotId'] });
  if (emptiedBalances.length > 0)
    await deletePositions(
      tx,
      JSON.stringify(emptiedBalances.map(({ placeId, itemId, lotId }) => [placeId, itemId, lotId])),
    );
}

/** Deletes lot balances by a JSON list of place, item and lot. */
const deletePositions = statement((db, keys: string) => {
  const key = sql.join(['placeId', 'itemId', 'lotId'].map((name) => sql.ref(name)));
  const query = sql`delete from ${sql.table('lotBalances')} where (${key}) in ${jsonRows(db, keys, 3)}`;
  return { compile: () => query.compile(db) };
});

/** Lot balances for any combination of these places and items. */
const selectPositions = statement((db, placeIds: readonly string[], itemIds: readonly string[]) => {
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
  // Share lock on lots: a concurrent hold waits for this transaction, or the reverse.
  return db.dialect === 'postgres' ? query.orderBy('l._id').forShare('l') : query;
});

async function loadPositions(tx: Tx, keys: readonly { placeId: string; itemId: string }[]) {
  if (keys.length === 0) return [];
  const places = [...new Set(keys.map(({ placeId }) => placeId))];
  return selectPositions(tx, places, [...new Set(keys.map(({ itemId }) => itemId))]);
}

const lotColumns = ['_id', 'itemId', 'code', 'expiry', 'heldAt', 'createdAt'] as const;

/** Locked in the same order as the lots at a place. */
const selectLotsById = statement((db, ids: readonly string[]) => {
  const query = db.selectFrom('lots').select(lotColumns).where('_id', 'in', ids).orderBy('_id');
  return db.dialect === 'postgres' ? query.forShare() : query;
});

/** Lots by a JSON list of item and code. */
const selectLotsByCode = statement((db, itemCodes: string) => {
  const query = db
    .selectFrom('lots')
    .select(lotColumns)
    .where(
      sql<boolean>`(${sql.ref('lots.itemId')}, ${sql.ref('lots.code')}) in ${jsonRows(db, itemCodes, 2)}`,
    )
    .orderBy('_id');
  return db.dialect === 'postgres' ? query.forShare() : query;
});

async function loadReferencedLots(tx: Tx, references: readonly LotReference[]): Promise<LotColumns[]> {
  const ids = [...new Set(references.flatMap(({ lotId }) => (lotId ? [lotId] : [])))];
  const itemCodes = references.flatMap(({ itemId, lot }) => (lot === undefined ? [] : [[itemId, lot]]));
  return [
    ...(ids.length > 0 ? await selectLotsById(tx, ids) : []),
    ...(itemCodes.length > 0 ? await selectLotsByCode(tx, JSON.stringify(itemCodes)) : []),
  ];
}

/** Creates a lot with a generated code: item code, day and next free counter. */
export async function createNumberedLot(
  tx: Tx,
  {
    itemCode,
    ...lot
  }: { itemId: string; itemCode: string; expiry: string | null; origin: LotOrigin; now: string },
): Promise<LotRecord> {
  for (let counter = 1; ; counter += 1) {
    const created = await insertLot(tx, { ...lot, code: buildLotCode(itemCode, lot.origin.day, counter) });
    if (created) return created;
  }
}

interface NewLot {
  itemId: string;
  code: string;
  expiry: string | null;
  origin: LotOrigin;
  now: string;
}

/** Returns the row of a new lot, not on hold. */
export const newLotRow = (_id: string, { itemId, code, expiry, origin, now }: NewLot) => ({
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

/** Inserts a lot; undefined if another transaction inserted it first. */
export async function insertLot(tx: Tx, lot: NewLot): Promise<LotRecord | undefined> {
  const { now } = lot;
  const row = await tx
    .insertInto('lots')
    .values(newLotRow(newId({ now: () => new Date(now) }), lot))
    .onConflict((conflict) => conflict.columns(['itemId', 'code']).doNothing())
    .returning(['_id', 'itemId', 'code', 'expiry', 'heldAt', 'createdAt'])
    .executeTakeFirst();
  return row && toLotRecord(row);
}
