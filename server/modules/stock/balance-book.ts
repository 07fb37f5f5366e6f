import { sql } from 'kysely';
import { businessDayOf } from '#domain/business-day.ts';
import { insertRows } from '../../db/statements.ts';
import type { Tx } from '../../db/types.ts';
import { isOutsideLocation, owningLocation } from '#domain/stock/ledger-locations.ts';

/** What stands in the book for one item at one real place. */
export interface BalanceEntry {
  placeId: string;
  itemId: string;
  onHandMicro: number;
  reservedMicro: number;
  valueE4: number;
  lastCostE4: number;
  /** Of items that are counted in pieces; 0 of all others. */
  pieces: number;
  /** Changed since it was read. */
  isDirty: boolean;
}

/** A real place with its rule: may stock go below zero there? */
export interface BookPlace {
  placeId: string;
  name: string;
  blocks: boolean;
  /** Orders reserve stock here. */
  supplies: boolean;
  /** A central kitchen: no other supplies it, so that nothing is kept of what it is expected to want. */
  isKitchen: boolean;
  /** Of the branch or kitchen that it belongs to. */
  timezone: string | null;
}

/** The balances that one change of stock touches: read, and on PostgreSQL locked, in one sorted order. */
export interface BalanceBook {
  entry(placeId: string, itemId: string): BalanceEntry;
  place(placeId: string): BookPlace;
  /** The business day of an instant (ISO, UTC) by the place's clock. */
  dayAt(placeId: string, at: string): string;
  entries(): BalanceEntry[];
}

export interface BalanceKey {
  placeId: string;
  itemId: string;
}

const emptyBalance = { onHandMicro: 0, reservedMicro: 0, valueE4: 0, lastCostE4: 0 };

const keyOf = (key: BalanceKey) => `${key.placeId}|${key.itemId}`;

/**
 * Opens the book for these keys (virtual places are left out). Everybody locks balances in the same order and
 * all at once, so that two changes of stock never wait for each other; reservations at a place are only
 * changed by who holds its balance.
 */
export async function openBalanceBook(tx: Tx, keys: BalanceKey[]): Promise<BalanceBook> {
  const real = keys
    .filter((key) => !isOutsideLocation(key.placeId))
    .map(({ placeId, itemId }) => ({ placeId, itemId }));
  const wanted = [...new Map(real.map((key) => [keyOf(key), key])).values()];
  wanted.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const entries = await loadEntries(tx, wanted);
  const places = await loadPlaces(tx, [...new Set(wanted.map((key) => key.placeId))]);
  const place = (placeId: string) => assertInBook(places.get(placeId), `place ${placeId}`);
  // A change has many moves at one time, and asking a zone's clock takes longer than all else about the day.
  const days = new Map<string, string>();
  return {
    entry: (placeId, itemId) =>
      assertInBook(entries.get(keyOf({ placeId, itemId })), `balance ${placeId} ${itemId}`),
    place,
    dayAt(placeId, at) {
      const { timezone } = place(placeId);
      const key = `${timezone} ${at}`;
      const day = days.get(key) ?? businessDayOf(at, timezone);
      days.set(key, day);
      return day;
    },
    entries: () => [...entries.values()],
  };
}

/** Writes every changed balance in one statement. */
export async function saveBalanceBook(tx: Tx, book: BalanceBook): Promise<void> {
  const changed = book.entries().filter((entry) => entry.isDirty);
  const rows = changed.map(
    ({ placeId, itemId, onHandMicro, reservedMicro, valueE4, lastCostE4, pieces }) => ({
      placeId,
      itemId,
      onHandMicro,
      reservedMicro,
      valueE4,
      lastCostE4,
      pieces,
    }),
  );
  await insertRows(tx, 'balances', rows, { key: ['placeId', 'itemId'] });
}

async function loadEntries(tx: Tx, keys: BalanceKey[]): Promise<Map<string, BalanceEntry>> {
  const entries = new Map<string, BalanceEntry>();
  if (keys.length === 0) return entries;
  // A balance that does not exist yet cannot be locked, so it is made first.
  if (tx.dialect === 'postgres') await ensureBalanceRows(tx, await insertMissingBalances(tx, keys));
  const pairs = sql.join(keys.map((key) => sql`(${key.placeId}, ${key.itemId})`));
  let query = tx
    .selectFrom('balances')
    .selectAll()
    .where(sql<boolean>`(${sql.ref('placeId')}, ${sql.ref('itemId')}) in (values ${pairs})`);
  if (tx.dialect === 'postgres') query = query.orderBy('placeId').orderBy('itemId').forUpdate();
  for (const row of await query.execute()) entries.set(keyOf(row), { ...row, isDirty: false });
  const isNew = keys.filter((key) => !entries.has(keyOf(key)));
  await ensureBalanceRows(tx, isNew);
  for (const key of isNew) entries.set(keyOf(key), { ...key, ...emptyBalance, pieces: 0, isDirty: false });
  return entries;
}

/**
 * What is on the way to a branch, or set aside there, has a shelf there from then on: whoever looks for shelves that lack something
 * looks at those alone.
 */
async function ensureBalanceRows(tx: Tx, made: readonly BalanceKey[]): Promise<void> {
  const shelves = made.flatMap(({ placeId, itemId }) => {
    const shelf = owningLocation(placeId);
    return shelf === placeId ? [] : [{ placeId: shelf, itemId }];
  });
  if (shelves.length > 0) await insertMissingBalances(tx, shelves);
}

/** Makes those of balances that do not exist, with nothing in them; answers which. */
const insertMissingBalances = (tx: Tx, keys: readonly BalanceKey[]): Promise<BalanceKey[]> =>
  tx
    .insertInto('balances')
    .values(keys.map((key) => ({ ...key, ...emptyBalance })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['placeId', 'itemId'])
    .execute();

/** Only a branch or kitchen itself may be `warn`; what is on hold or on the way was put there and never goes below zero. */
async function loadPlaces(tx: Tx, ids: string[]): Promise<Map<string, BookPlace>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('places')
    .leftJoin('branches', 'branches._id', 'places.placeId')
    .leftJoin('branches as owner', 'owner._id', 'places.branchId')
    .select([
      'owner.timezone',
      'places.placeId',
      'places.name',
      'places.type',
      'branches.negativeStock',
      'branches.countedAt',
      'branches._id',
    ])
    .where('places.placeId', 'in', ids)
    .execute();
  // Where stock may go below zero, the rule stays as it is until this is posted: who changes it holds the branch's row.
  const lenient = rows.flatMap(({ _id, negativeStock }) =>
    _id !== null && negativeStock !== 'block' ? [_id] : [],
  );
  if (tx.dialect === 'postgres' && lenient.length > 0) {
    const now = await tx
      .selectFrom('branches')
      .select(['_id', 'negativeStock'])
      .where('_id', 'in', lenient)
      .orderBy('_id')
      .forKeyShare()
      .execute();
    const ruleOf = new Map(now.map((row) => [row._id, row.negativeStock]));
    for (const row of rows)
      if (row._id !== null) row.negativeStock = ruleOf.get(row._id) ?? row.negativeStock;
  }
  return new Map(
    rows.map((row) => [
      row.placeId,
      {
        placeId: row.placeId,
        name: row.name,
        timezone: row.timezone,
        supplies: row.type === 'central_kitchen' || row.type === 'warehouse',
        isKitchen: row.type === 'central_kitchen',
        blocks: row._id === null || (row.negativeStock === 'block' && row.countedAt !== null),
      },
    ]),
  );
}

function assertInBook<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`Not in the book: ${what}`);
  return value;
}
