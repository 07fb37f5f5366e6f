import { sql } from 'kysely';
import { getBusinessDay, type LocalDays } from '#core/business-day.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { isVirtualLocation, owningLocation } from '../ledger-locations.ts';

/** The balance of one item at one location with stock. */
export interface BalanceEntry {
  placeId: string;
  itemId: string;
  onHandMicro: number;
  reservedMicro: number;
  valueE4: number;
  lastCostE4: number;
  /** Pieces of catch-weight items; 0 for all others. */
  pieces: number;
  /** Whether it has changed since it was read. */
  isDirty: boolean;
}

/** A location with stock, and whether its stock may go negative. */
export interface BookPlace extends LocalDays {
  placeId: string;
  name: string;
  blocksNegativeStock: boolean;
  /** Whether orders reserve stock at this location. */
  reservesForOrders: boolean;
  /** A central kitchen: no other location supplies it, so no demand is stored for it. */
  isKitchen: boolean;
}

/** The balances that one stock change touches, locked in sorted order (on PostgreSQL). */
export interface BalanceBook {
  entry(placeId: string, itemId: string): BalanceEntry;
  place(placeId: string): BookPlace;
  /** The business day of an instant (ISO, UTC) at the place's branch or kitchen. */
  dayAt(placeId: string, at: string): string;
  entries(): BalanceEntry[];
}

export interface BalanceKey {
  placeId: string;
  itemId: string;
}

const emptyBalance = { onHandMicro: 0, reservedMicro: 0, valueE4: 0, lastCostE4: 0 };

const getKey = (key: BalanceKey) => `${key.placeId}|${key.itemId}`;

/**
 * Loads and locks the balances of these keys; virtual locations are omitted. All callers lock balances at
 * once and in the same order, which prevents deadlocks; reservations change only under the lock of their
 * balance.
 */
export async function openBalanceBook(tx: Tx, keys: BalanceKey[]): Promise<BalanceBook> {
  const stored = keys
    .filter((key) => !isVirtualLocation(key.placeId))
    .map(({ placeId, itemId }) => ({ placeId, itemId }));
  const sorted = [...new Map(stored.map((key) => [getKey(key), key])).values()];
  sorted.sort((a, b) => (getKey(a) < getKey(b) ? -1 : 1));
  const entries = await loadEntries(tx, sorted);
  const places = await loadPlaces(tx, [...new Set(sorted.map((key) => key.placeId))]);
  const place = (placeId: string) => assertInBook(places.get(placeId), `place ${placeId}`);
  // Cached per location and instant: converting to local time is slow, and a change has many moves of one
  // instant.
  const days = new Map<string, string>();
  return {
    entry: (placeId, itemId) =>
      assertInBook(entries.get(getKey({ placeId, itemId })), `balance ${placeId} ${itemId}`),
    place,
    dayAt(placeId, at) {
      const local = place(placeId);
      const key = `${local.timezone} ${String(local.dayEnds)} ${at}`;
      const day = days.get(key) ?? getBusinessDay(at, local);
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
  // A missing row can't be locked, so it is inserted first.
  if (tx.dialect === 'postgres') await ensureBalanceRows(tx, await insertMissingBalances(tx, keys));
  const pairs = sql.join(keys.map((key) => sql`(${key.placeId}, ${key.itemId})`));
  let query = tx
    .selectFrom('balances')
    .selectAll()
    .where(sql<boolean>`(${sql.ref('placeId')}, ${sql.ref('itemId')}) in (values ${pairs})`);
  if (tx.dialect === 'postgres') query = query.orderBy('placeId').orderBy('itemId').forUpdate();
  for (const row of await query.execute()) entries.set(getKey(row), { ...row, isDirty: false });
  const newKeys = keys.filter((key) => !entries.has(getKey(key)));
  await ensureBalanceRows(tx, newKeys);
  for (const key of newKeys) entries.set(getKey(key), { ...key, ...emptyBalance, pieces: 0, isDirty: false });
  return entries;
}

/**
 * Ensures that an item in transit to a branch, or on hold there, also has a balance row at the branch: the
 * search for items below par reads only those rows.
 */
async function ensureBalanceRows(tx: Tx, created: readonly BalanceKey[]): Promise<void> {
  const ownerKeys = created.flatMap(({ placeId, itemId }) => {
    const ownerId = owningLocation(placeId);
    return ownerId === placeId ? [] : [{ placeId: ownerId, itemId }];
  });
  if (ownerKeys.length > 0) await insertMissingBalances(tx, ownerKeys);
}

/** Inserts missing balances as zero rows; returns the inserted keys. */
const insertMissingBalances = (tx: Tx, keys: readonly BalanceKey[]): Promise<BalanceKey[]> =>
  tx
    .insertInto('balances')
    .values(keys.map((key) => ({ ...key, ...emptyBalance })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['placeId', 'itemId'])
    .execute();

/**
 * Loads places with their negative-stock rule. Only a branch or kitchen itself may allow negative stock; its
 * hold and transit places never go below zero.
 */
async function loadPlaces(tx: Tx, ids: string[]): Promise<Map<string, BookPlace>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('places')
    .leftJoin('branches', 'branches._id', 'places.placeId')
    .leftJoin('branches as owner', 'owner._id', 'places.branchId')
    .select([
      'owner.timezone',
      'owner.dayEnds',
      'places.placeId',
      'places.name',
      'places.type',
      'branches.negativeStock',
      'branches.countedAt',
      'branches._id',
    ])
    .where('places.placeId', 'in', ids)
    .execute();
  // Share-locks branch rows that allow negative stock until the commit; a change of the rule takes a
  // conflicting lock.
  const lenient = rows.flatMap(({ _id, negativeStock }) =>
    _id !== null && negativeStock !== 'block' ? [_id] : [],
  );
  if (tx.dialect === 'postgres' && lenient.length > 0) {
    const lockedRows = await tx
      .selectFrom('branches')
      .select(['_id', 'negativeStock'])
      .where('_id', 'in', lenient)
      .orderBy('_id')
      .forKeyShare()
      .execute();
    const negativeStockRules = new Map(lockedRows.map((row) => [row._id, row.negativeStock]));
    for (const row of rows)
      if (row._id !== null) row.negativeStock = negativeStockRules.get(row._id) ?? row.negativeStock;
  }
  return new Map(
    rows.map((row) => [
      row.placeId,
      {
        placeId: row.placeId,
        name: row.name,
        timezone: row.timezone,
        dayEnds: row.dayEnds,
        reservesForOrders: row.type === 'central_kitchen' || row.type === 'warehouse',
        isKitchen: row.type === 'central_kitchen',
        blocksNegativeStock: row._id === null || (row.negativeStock === 'block' && row.countedAt !== null),
      },
    ]),
  );
}

function assertInBook<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`Not in the book: ${name}`);
  return value;
}
