import { type RawBuilder, sql } from 'kysely';
import { usageMoveKinds } from '#modules/food-cost/food-cost-rules.ts';
import type { MoveKind } from '#core/move-kinds.ts';
import { exactSum, splitHighLow } from '#platform/server/db/exact-sums.ts';
import { lateralJoin } from '#platform/server/db/lateral-join.ts';
import { jsonValues } from '#platform/server/db/json-sql.ts';
import { VersionedCache } from '#platform/server/db/versioned-cache.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';

// Usage of all items of a place on a past day, packed into one row: reports on many branches and weeks read
// thousands of rows instead of hundreds of thousands of daily totals. Rows are written with the aggregates of
// their day (aggregates.ts). A row is ignored while late postings for its place and day are pending; when
// they are added to the aggregates, a trigger deletes the row (migration 214), and it is written again with a
// new version. Branch totals are cached while the versions of their rows stay the same.

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/**
 * The kinds of moves in a row, by position. Adding a kind requires a migration that deletes existing rows
 * together with the aggregates.
 */
export const dailyUsageKinds: readonly MoveKind[] = [
  'consumption',
  'consumption_reversal',
  'waste',
  'waste_reversal',
  'return_wasted',
  'written_off',
  'resend',
  'transfer_difference',
  'return_difference',
  'count_gain',
  'count_loss',
  'revaluation',
  'reversal_difference',
];
const kindIndex = new Map(dailyUsageKinds.map((kind, at) => [kind, at]));
/** Item and kind are encoded in one number: item number times this, plus the position of the kind. */
const maxKinds = 16;

export const usageKindList = sql`(${sql.join(usageMoveKinds.map((kind) => sql.lit(kind)))})`;

/** Receives the usage of an item; issued quantities are negative. */
export type UseVisitor<Item> = (item: Item, qtyMicro: number, valueE4: number) => void;

/** Usage at a branch. */
export interface BranchUsage<Item> {
  version: string;
  visit(visitor: UseVisitor<Item>): boolean;
}

interface Halves {
  qtyHigh: number | null;
  qtyLow: number | null;
  worthHigh: number | null;
  worthLow: number | null;
}

/** Selects quantity and value of daily totals `d` as the columns of `Halves`. */
function figuresInHalves(): RawBuilder<unknown> {
  const [qty, worth] = [splitHighLow(ref('d.qtyMicro')), splitHighLow(ref('d.valueE4'))];
  return sql`${qty.high} as ${ref('qtyHigh')}, ${qty.low} as ${ref('qtyLow')},
    ${worth.high} as ${ref('worthHigh')}, ${worth.low} as ${ref('worthLow')}`;
}

/** Joins the halves to numbers; null if one of them is beyond exact numbers. */
function toSafeIntegers({
  qtyHigh,
  qtyLow,
  worthHigh,
  worthLow,
}: Halves): { qtyMicro: number; valueE4: number } | null {
  const [qtyMicro, valueE4] = [exactSum(qtyHigh, qtyLow), exactSum(worthHigh, worthLow)];
  return qtyMicro === null || valueE4 === null ? null : { qtyMicro, valueE4 };
}

const codeOf = (numbers: ReadonlyMap<string, number>, itemId: string, kind: MoveKind): number =>
  (numbers.get(itemId) ?? 0) * maxKinds + (kindIndex.get(kind) ?? 0);

export interface PlaceDay {
  placeId: string;
  day: string;
}

/** Writes the rows of these places and days from the daily totals. The caller must block postings. */
export async function writeDailyUsage(tx: Tx, placeDays: readonly PlaceDay[]): Promise<void> {
  if (placeDays.length === 0) return;
  const { rows } = await sql<Halves & PlaceDay & { itemId: string; kind: MoveKind }>`
    with asked(place, day) as (values ${sql.join(placeDays.map(({ placeId, day }) => sql`(${placeId}, ${day})`))})
    select d.${ref('placeId')}, d.${ref('businessDay')} as day, d.${ref('itemId')}, d.kind,
      ${figuresInHalves()}
    from asked cross join ${table('stockDaily')} as d
    where d.${ref('placeId')} = asked.place and d.${ref('businessDay')} = asked.day and d.kind in ${usageKindList}`.execute(
    tx,
  );
  const numbers = await ensureItemNumbers(tx, rows);
  const keyOf = ({ placeId, day }: PlaceDay) => `${placeId} ${day}`;
  const figuresByDay = new Map<string, number[] | null>(placeDays.map((day) => [keyOf(day), []]));
  for (const { itemId, kind, ...row } of rows) {
    const plain = toSafeIntegers(row);
    // Figures beyond exact numbers stay in the daily totals only.
    if (plain === null) figuresByDay.set(keyOf(row), null);
    else figuresByDay.get(keyOf(row))?.push(codeOf(numbers, itemId, kind), plain.qtyMicro, plain.valueE4);
  }
  const created = placeDays.flatMap(({ placeId, day }) => {
    const figures = figuresByDay.get(keyOf({ placeId, day })) ?? null;
    if (!figures) return [];
    return [{ placeId, day, packed: new Uint8Array(Float64Array.from(figures).buffer), mark: newVersion() }];
  });
  for (const chunk of chunks(placeDays, 100))
    await sql`delete from ${table('stockDayUse')} where (${ref('placeId')}, day) in
      (values ${sql.join(chunk.map(({ placeId, day }) => sql`(${placeId}, ${day})`))})`.execute(tx);
  await insertRows(tx, 'stockDayUse', created);
}

/** Returns a random version below 2^40: the sum of the versions of all rows read together stays exact. */
function newVersion(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 256) * 2 ** 32 + low;
}

/** Returns the numbers of items, which never change; assigns the next numbers to new items. */
async function ensureItemNumbers(tx: Tx, rows: readonly { itemId: string }[]): Promise<Map<string, number>> {
  const numbers = await loadItemNumbers(tx);
  const missing = [...new Set(rows.map(({ itemId }) => itemId))].filter((itemId) => !numbers.has(itemId));
  let last = Math.max(0, ...numbers.values());
  const added = missing.map((itemId) => ({ itemId, number: ++last }));
  await insertRows(tx, 'stockItemNumbers', added);
  for (const { itemId, number } of added) numbers.set(itemId, number);
  return numbers;
}

async function loadItemNumbers(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.selectFrom('stockItemNumbers').select(['itemId', 'number']).execute();
  return new Map(rows.map(({ itemId, number }) => [itemId, number]));
}

/** Condition on rows `u`: no late posting for their place and day is pending. */
const isCurrent = sql`(u.${ref('placeId')}, u.day) not in
  (select ${ref('placeId')}, day from ${table('stockLateSides')})`;

/** Usage of items in columns: item numbers, quantities and values. */
interface UsageTotals {
  items: Int32Array;
  qtyMicro: Float64Array;
  valueE4: Float64Array;
  /** Sum of all absolute figures: as long as it is exact, so is every partial sum. */
  size: number;
}

/** Cache size in items of branches: 60 MB. */
const maxCachedFigures = 3_000_000;

/** Usage by branch and days; null where it is beyond exact numbers. */
const usageCache = new VersionedCache<UsageTotals | null>(maxCachedFigures);

/** Cache size in items. */
const maxCachedItems = 1_000_000;

const itemCache = new VersionedCache<readonly string[]>(maxCachedItems);

/**
 * Returns item ids by number. Numbers are never deleted, so cached usage refers only to items that were
 * loaded.
 *
 * @param areNew rows were just read, which may refer to new items
 */
async function loadItemsByNumber(db: Queryable, areNew: boolean): Promise<readonly string[]> {
  const cached = areNew ? undefined : itemCache.get(db, 'all', '');
  if (cached) return cached;
  const itemIds: string[] = [];
  for (const [itemId, number] of await loadItemNumbers(db)) itemIds[number] = itemId;
  itemCache.set(db, 'all', { version: '', value: itemIds, size: itemIds.length });
  return itemIds;
}

/**
 * Loads usage of items at branches over consecutive days, all kinds and days together. `visit` may report an
 * item in several parts, and returns false without reporting anything where a total is beyond exact numbers.
 * The same `version` of a branch means the same usage.
 *
 * @param itemOf maps an item id to the value passed to the visitor
 */
export async function loadBranchUsage<Item>(
  db: Queryable,
  branches: readonly string[],
  days: readonly string[],
  itemOf: (itemId: string) => Item,
): Promise<(branch: string) => BranchUsage<Item>> {
  const keyOf = (branch: string) => `${branch} ${days[0]} ${days.at(-1)}`;
  const read = await readUsageRows(db, 'marks', branches, days);
  const usageCacheEntries = new Map<string, UsageTotals | null>();
  const marks = new Map<string, string>();
  for (const branch of branches) {
    const mark = read.get(branch)?.find((row) => row.mark !== null)?.mark ?? null;
    if (mark !== null) marks.set(branch, mark);
    const use = mark === null ? noUsage : usageCache.get(db, keyOf(branch), mark);
    if (use !== undefined) usageCacheEntries.set(branch, use);
  }
  const missing = branches.filter((branch) => !usageCacheEntries.has(branch));
  for (const [branch, rows] of await readUsageRows(db, 'rows', missing, days)) read.set(branch, rows);
  const itemIds = await loadItemsByNumber(db, missing.length > 0);
  const items: Item[] = [];
  for (const branch of missing) {
    const rows = (read.get(branch) ?? []).filter(({ packed }) => packed !== null);
    const value = totalPackedRows(rows, itemIds.length);
    usageCacheEntries.set(branch, value);
    const mark = versionOf(
      rows.length,
      rows.reduce((sum, row) => sum + Number(row.mark), 0),
    );
    marks.set(branch, mark);
    usageCache.set(db, keyOf(branch), { version: mark, value, size: 1 + (value?.items.length ?? 0) });
  }
  return (branch) => {
    const rows = read.get(branch) ?? [];
    return {
      version: `${marks.get(branch) ?? ''} ${openDaysVersion(rows)}`,
      visit(visitor) {
        const use = usageCacheEntries.get(branch) ?? null;
        const open = parseOpenDays(rows);
        if (use === null || !Number.isSafeInteger(use.size + open.size)) return false;
        for (let at = 0; at < use.items.length; at++) {
          const number = use.items[at] ?? 0;
          const item = items[number] ?? itemOf(itemIds[number] ?? '');
          items[number] = item;
          visitor(item, use.qtyMicro[at] ?? 0, use.valueE4[at] ?? 0);
        }
        for (const { itemIds, qtyMicro, valueE4 } of open.days)
          for (const [at, itemId] of itemIds.entries())
            visitor(itemOf(itemId), qtyMicro[at] ?? 0, valueE4[at] ?? 0);
        return true;
      },
    };
  };
}

const noUsage: UsageTotals = {
  items: new Int32Array(),
  qtyMicro: new Float64Array(),
  valueE4: new Float64Array(),
  size: 0,
};

const versionOf = (rows: number, marks: number): string => `${rows} ${marks}`;

/**
 * Either the combined version of a branch's rows, one row with its version, or a day without a valid row: its
 * daily totals as JSON arrays.
 */
interface UsageRow {
  branchId: string;
  mark: string | null;
  packed: Uint8Array | null;
  itemIds: string | null;
  qtyMicro: string | null;
  valueE4: string | null;
}

/**
 * Reads the packed rows of branches, or only their versions, and the daily totals of days without a valid
 * row. One statement, so that a concurrent nightly job can't make it miss or double anything.
 */
async function readUsageRows(
  db: Queryable,
  mode: 'marks' | 'rows',
  branches: readonly string[],
  days: readonly string[],
): Promise<Map<string, UsageRow[]>> {
  if (branches.length === 0) return new Map();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const isInRange = sql`u.${ref('placeId')} = places.${ref('placeId')} and u.day >= ${first} and u.day <= ${last}`;
  const isThen = sql`d.${ref('placeId')} = open.${ref('placeId')} and d.${ref('businessDay')} = open.day and d.kind in ${usageKindList}`;
  const isOfBranches = sql`places.${ref('branchId')} in (${sql.join(branches)})`;
  const asText = (value: RawBuilder<unknown>) => sql`cast(${value} as text)`;
  const packedRows =
    mode === 'marks'
      ? sql`select ${ref('branchId')}, ${asText(sql`count(*)`)} || ' ' || ${asText(sql`cast(sum(mark) as bigint)`)} as mark,
          null as packed from there group by ${ref('branchId')}`
      : sql`select there.${ref('branchId')}, ${asText(ref('there.mark'))} as mark, u.packed
          from there join ${table('stockDayUse')} as u on u.${ref('placeId')} = there.${ref('placeId')} and u.day = there.day`;
  const figures = ['itemId', 'qtyMicro', 'valueE4'].map((name) => jsonValues(db.dialect, ref(`d.${name}`)));
  const { rows } = await sql<UsageRow>`
    with days(day) as (values ${sql.join(days.map((day) => sql`(${day})`))}),
    there as materialized (
      select places.${ref('branchId')}, u.${ref('placeId')}, u.day, u.mark
      from places cross join ${lateralJoin(db.dialect, 'stockDayUse', 'u', isInRange)}
      where ${isOfBranches} and ${isInRange} and ${isCurrent}),
    kept as (${packedRows}),
    open as materialized (
      select places.${ref('branchId')}, places.${ref('placeId')}, days.day from places cross join days where ${isOfBranches}
      except select ${ref('branchId')}, ${ref('placeId')}, day from there)
    select ${ref('branchId')}, mark, packed, null as ${ref('itemIds')}, null as ${ref('qtyMicro')}, null as ${ref('valueE4')} from kept
    union all
    select open.${ref('branchId')}, null, null, ${sql.join(figures)}
    from open cross join ${lateralJoin(db.dialect, 'stockDaily', 'd', isThen)} where ${isThen}
    group by open.${ref('branchId')}, open.${ref('placeId')}, open.day`.execute(db);
  return Map.groupBy(rows, ({ branchId }) => branchId);
}

/** Sums packed rows by item; null where a total is beyond exact numbers. */
function totalPackedRows(rows: readonly UsageRow[], numbers: number): UsageTotals | null {
  const [qtyMicro, valueE4] = [new Float64Array(numbers), new Float64Array(numbers)];
  const hasRow = new Uint8Array(numbers);
  let size = 0;
  for (const { packed } of rows) {
    const figures = unpackFigures(packed ?? new Uint8Array());
    for (let at = 0; at < figures.length; at += 3) {
      const item = Math.floor((figures[at] ?? 0) / maxKinds);
      const [qty, value] = [figures[at + 1] ?? 0, figures[at + 2] ?? 0];
      qtyMicro[item] = (qtyMicro[item] ?? 0) + qty;
      valueE4[item] = (valueE4[item] ?? 0) + value;
      hasRow[item] = 1;
      size += Math.abs(qty) + Math.abs(value);
    }
  }
  if (!Number.isSafeInteger(size)) return null;
  const items = Int32Array.from(hasRow.keys().filter((item) => hasRow[item] === 1));
  return {
    items,
    qtyMicro: Float64Array.from(items, (item) => qtyMicro[item] ?? 0),
    valueE4: Float64Array.from(items, (item) => valueE4[item] ?? 0),
    size,
  };
}

/** The daily totals of days without a valid row, as text. */
const openDaysVersion = (rows: readonly UsageRow[]): string =>
  rows
    .flatMap(({ itemIds, qtyMicro, valueE4 }) => (itemIds === null ? [] : [itemIds, qtyMicro, valueE4]))
    .join('');

/** Parses the daily totals of days without a valid row, and sums their absolute figures. */
function parseOpenDays(rows: readonly UsageRow[]) {
  const days = rows
    .filter(({ itemIds }) => itemIds !== null)
    .map(({ itemIds, qtyMicro, valueE4 }) => ({
      itemIds: JSON.parse(itemIds ?? '[]') as string[],
      qtyMicro: JSON.parse(qtyMicro ?? '[]') as number[],
      valueE4: JSON.parse(valueE4 ?? '[]') as number[],
    }));
  let size = 0;
  for (const { qtyMicro, valueE4 } of days)
    for (const figures of [qtyMicro, valueE4]) for (const figure of figures) size += Math.abs(figure);
  return { days, size };
}

/** Unpacks three numbers per item and kind: code, quantity and value. */
const unpackFigures = (packed: Uint8Array): Float64Array =>
  new Float64Array(packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength));

/** Returns differences between daily usage rows and the daily totals, at most `max`. */
export async function findDailyUsageErrors(db: Queryable, max: number): Promise<string[]> {
  const wrong: string[] = [];
  const items = new Map([...(await loadItemNumbers(db))].map(([itemId, number]) => [number, itemId]));
  const places = await db.selectFrom('places').select('placeId').orderBy('placeId').execute();
  for (const { placeId } of places) {
    if (wrong.length >= max) break;
    const { rows } = await sql<{
      day: string;
      packed: Uint8Array | null;
      itemId: string;
      kind: string;
      qty: string;
      worth: string;
    }>`
      with kept as (select u.day, u.packed from ${table('stockDayUse')} as u
        where u.${ref('placeId')} = ${placeId} and ${isCurrent})
      select day, packed, '' as ${ref('itemId')}, '' as kind, '' as qty, '' as worth from kept
      union all
      select d.${ref('businessDay')}, null, d.${ref('itemId')}, d.kind, cast(d.${ref('qtyMicro')} as text), cast(d.${ref('valueE4')} as text)
      from ${table('stockDaily')} as d where d.${ref('placeId')} = ${placeId} and d.kind in ${usageKindList}
        and d.${ref('businessDay')} in (select day from kept)`.execute(db);
    const lines = (dayRows: typeof rows) =>
      new Set(
        dayRows.map(({ itemId, kind, qty, worth }) => `${kind} of item ${itemId}: ${qty} worth ${worth}`),
      );
    for (const [day, dayRows] of Map.groupBy(rows, (row) => row.day)) {
      const unpackedLines = lines(dayRows.filter(({ packed }) => packed === null));
      const stored = new Set<string>();
      for (const { packed } of dayRows) {
        const figures = packed ? unpackFigures(packed) : new Float64Array();
        for (let at = 0; at < figures.length; at += 3) {
          const [code = 0, qty = 0, worth = 0] = figures.subarray(at, at + 3);
          const item = items.get(Math.floor(code / maxKinds)) ?? 'unknown';
          stored.add(`${dailyUsageKinds[code % maxKinds]} of item ${item}: ${qty} worth ${worth}`);
        }
      }
      for (const line of stored.symmetricDifference(unpackedLines))
        wrong.push(
          `used at ${placeId} on ${day}: ${line}, ${stored.has(line) ? 'kept' : 'by the figures by day'} alone`,
        );
    }
  }
  return wrong.slice(0, max);
}
