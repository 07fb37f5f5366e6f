import { type RawBuilder, sql } from 'kysely';
import { usageMoveKinds } from '#domain/food-cost/food-cost.ts';
import type { MoveKind } from '#domain/stock/kinds.ts';
import { exactSum, splitHighLow } from '../../db/exact-sums.ts';
import { lateralJoin } from '../../db/lateral-join.ts';
import { jsonValues } from '../../db/json-sql.ts';
import { VersionedCache } from '../../db/versioned-cache.ts';
import { chunks } from '../../db/many-rows.ts';
import { insertRows } from '../../db/statements.ts';
import type { Queryable, Tx } from '../../db/types.ts';

// What a place used on a day that is over, all its items in one row: who asks what many branches used in weeks reads such rows by the thousand,
// and not figures by day by the hundred thousand. A row is made with the sums of its day (sums.ts), from the figures by day. While
// something that came late waits beside the sums, the row of its place and day counts for nothing, and figures by day are read instead; when
// it is added to the sums the database itself takes the row away (migration 214), and it is made anew, with another mark. What the rows of
// a branch come to is kept at hand as long as their marks are the same.

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/**
 * The kinds of moves that rows tell, each by its place here. Rows that are there know nothing of a kind that is added: a migration has to throw
 * them away, with the sums of days.
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
/** One number says of which item and kind something is: the number of the item times this, and the place of the kind. */
const maxKinds = 16;

export const usageKindList = sql`(${sql.join(usageMoveKinds.map((kind) => sql.lit(kind)))})`;

/** Is told what was used of an item: below zero what left. */
export type UseVisitor<Item> = (item: Item, qtyMicro: number, valueE4: number) => void;

/** What was used at a branch. */
export interface BranchUsage<Item> {
  version: string;
  visit(tell: UseVisitor<Item>): boolean;
}

interface Halves {
  qtyHigh: number | null;
  qtyLow: number | null;
  worthHigh: number | null;
  worthLow: number | null;
}

/** Quantity and worth of rows `d` of the figures by day, in the columns of `Halves`. */
function figuresInHalves(): RawBuilder<unknown> {
  const [qty, worth] = [splitHighLow(ref('d.qtyMicro')), splitHighLow(ref('d.valueE4'))];
  return sql`${qty.high} as ${ref('qtyHigh')}, ${qty.low} as ${ref('qtyLow')},
    ${worth.high} as ${ref('worthHigh')}, ${worth.low} as ${ref('worthLow')}`;
}

/** The same in plain numbers; null where one does not hold it exactly. */
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

/** Makes the rows of places and days, from the figures by day. Nothing may be posted meanwhile. */
export async function writeDailyUsage(tx: Tx, asked: readonly PlaceDay[]): Promise<void> {
  if (asked.length === 0) return;
  const { rows } = await sql<Halves & PlaceDay & { itemId: string; kind: MoveKind }>`
    with asked(place, day) as (values ${sql.join(asked.map(({ placeId, day }) => sql`(${placeId}, ${day})`))})
    select d.${ref('placeId')}, d.${ref('businessDay')} as day, d.${ref('itemId')}, d.kind,
      ${figuresInHalves()}
    from asked cross join ${table('stockDaily')} as d
    where d.${ref('placeId')} = asked.place and d.${ref('businessDay')} = asked.day and d.kind in ${usageKindList}`.execute(
    tx,
  );
  const numbers = await ensureItemNumbers(tx, rows);
  const keyOf = ({ placeId, day }: PlaceDay) => `${placeId} ${day}`;
  const told = new Map<string, number[] | null>(asked.map((one) => [keyOf(one), []]));
  for (const { itemId, kind, ...row } of rows) {
    const plain = toSafeIntegers(row);
    // What no number holds exactly is left to the figures by day.
    if (plain === null) told.set(keyOf(row), null);
    else told.get(keyOf(row))?.push(codeOf(numbers, itemId, kind), plain.qtyMicro, plain.valueE4);
  }
  const made = asked.flatMap(({ placeId, day }) => {
    const figures = told.get(keyOf({ placeId, day })) ?? null;
    if (!figures) return [];
    return [{ placeId, day, packed: new Uint8Array(Float64Array.from(figures).buffer), mark: newVersion() }];
  });
  for (const some of chunks(asked, 100))
    await sql`delete from ${table('stockDayUse')} where (${ref('placeId')}, day) in
      (values ${sql.join(some.map(({ placeId, day }) => sql`(${placeId}, ${day})`))})`.execute(tx);
  await insertRows(tx, 'stockDayUse', made);
}

/** One of a million million: the marks of all rows that are read together are added up, and that is still exact. */
function newVersion(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 256) * 2 ** 32 + low;
}

/** The numbers of items, which they keep for good; those that have none get the next ones. */
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

/** Rows `u` that count: nothing that came late waits for their day. */
const isCurrent = sql`(u.${ref('placeId')}, u.day) not in
  (select ${ref('placeId')}, day from ${table('stockLateSides')})`;

/** What was used of items: their numbers, the quantities, and what these are worth. */
interface UsageTotals {
  items: Int32Array;
  qtyMicro: Float64Array;
  valueE4: Float64Array;
  /** What all figures come to whatever their sign: as long as that is exact, so is every sum on the way. */
  size: number;
}

/** So many items of branches are kept at hand: 60 MB. */
const maxCachedFigures = 3_000_000;

/** What the rows of a branch and days come to; null where a plain number does not hold all of it exactly. */
const usageCache = new VersionedCache<UsageTotals | null>(maxCachedFigures);

/** So many items are kept at hand. */
const maxCachedItems = 1_000_000;

const itemCache = new VersionedCache<readonly string[]>(maxCachedItems);

/**
 * The items by their numbers. Numbers are never taken away: what was kept of rows is of items that were there when these were read.
 *
 * @param areNew rows were read just now, which may be of other items
 */
async function loadItemsByNumber(db: Queryable, areNew: boolean): Promise<readonly string[]> {
  const kept = areNew ? undefined : itemCache.get(db, 'all', '');
  if (kept) return kept;
  const itemIds: string[] = [];
  for (const [itemId, number] of await loadItemNumbers(db)) itemIds[number] = itemId;
  itemCache.set(db, 'all', { version: '', value: itemIds, size: itemIds.length });
  return itemIds;
}

/**
 * What was used of items at branches, on days that follow one another, all kinds of moves and days together. Of a branch it is told when it is
 * asked for, an item perhaps in several parts; nothing is told, and the answer is false, where a plain number does not hold all of it exactly.
 * While the mark of a branch is the same, so is what is told.
 *
 * @param itemOf what stands for an item where it is told
 */
export async function loadBranchUsage<Item>(
  db: Queryable,
  branches: readonly string[],
  days: readonly string[],
  itemOf: (itemId: string) => Item,
): Promise<(branch: string) => BranchUsage<Item>> {
  const keyOf = (branch: string) => `${branch} ${days[0]} ${days.at(-1)}`;
  const read = await readUsageRows(db, 'marks', branches, days);
  const known = new Map<string, UsageTotals | null>();
  const marks = new Map<string, string>();
  for (const branch of branches) {
    const mark = read.get(branch)?.find((row) => row.mark !== null)?.mark ?? null;
    if (mark !== null) marks.set(branch, mark);
    const use = mark === null ? noUsage : usageCache.get(db, keyOf(branch), mark);
    if (use !== undefined) known.set(branch, use);
  }
  const missing = branches.filter((branch) => !known.has(branch));
  for (const [branch, rows] of await readUsageRows(db, 'rows', missing, days)) read.set(branch, rows);
  const itemIds = await loadItemsByNumber(db, missing.length > 0);
  const items: Item[] = [];
  for (const branch of missing) {
    const rows = (read.get(branch) ?? []).filter(({ packed }) => packed !== null);
    const value = totalPackedRows(rows, itemIds.length);
    known.set(branch, value);
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
      visit(tell) {
        const use = known.get(branch) ?? null;
        const open = parseOpenDays(rows);
        if (use === null || !Number.isSafeInteger(use.size + open.size)) return false;
        for (let at = 0; at < use.items.length; at++) {
          const number = use.items[at] ?? 0;
          const item = items[number] ?? itemOf(itemIds[number] ?? '');
          items[number] = item;
          tell(item, use.qtyMicro[at] ?? 0, use.valueE4[at] ?? 0);
        }
        for (const { itemIds, qtyMicro, valueE4 } of open.days)
          for (const [at, itemId] of itemIds.entries())
            tell(itemOf(itemId), qtyMicro[at] ?? 0, valueE4[at] ?? 0);
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

/** The mark of all rows of a branch, or a row with its own; or a day of which no row counts, in a text for each of its figures. */
interface UsageRow {
  branchId: string;
  mark: string | null;
  packed: Uint8Array | null;
  itemIds: string | null;
  qtyMicro: string | null;
  valueE4: string | null;
}

/**
 * What is kept of the days of branches, or the marks of it alone, and the figures by day of the others. In one statement, so that whatever the
 * night does meanwhile nothing is missing and nothing counted twice.
 */
async function readUsageRows(
  db: Queryable,
  told: 'marks' | 'rows',
  branches: readonly string[],
  days: readonly string[],
): Promise<Map<string, UsageRow[]>> {
  if (branches.length === 0) return new Map();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const isAsked = sql`u.${ref('placeId')} = places.${ref('placeId')} and u.day >= ${first} and u.day <= ${last}`;
  const isThen = sql`d.${ref('placeId')} = open.${ref('placeId')} and d.${ref('businessDay')} = open.day and d.kind in ${usageKindList}`;
  const isOfBranches = sql`places.${ref('branchId')} in (${sql.join(branches)})`;
  const asText = (value: RawBuilder<unknown>) => sql`cast(${value} as text)`;
  const kept =
    told === 'marks'
      ? sql`select ${ref('branchId')}, ${asText(sql`count(*)`)} || ' ' || ${asText(sql`cast(sum(mark) as bigint)`)} as mark,
          null as packed from there group by ${ref('branchId')}`
      : sql`select there.${ref('branchId')}, ${asText(ref('there.mark'))} as mark, u.packed
          from there join ${table('stockDayUse')} as u on u.${ref('placeId')} = there.${ref('placeId')} and u.day = there.day`;
  const figures = ['itemId', 'qtyMicro', 'valueE4'].map((name) => jsonValues(db.dialect, ref(`d.${name}`)));
  const { rows } = await sql<UsageRow>`
    with days(day) as (values ${sql.join(days.map((day) => sql`(${day})`))}),
    there as materialized (
      select places.${ref('branchId')}, u.${ref('placeId')}, u.day, u.mark
      from places cross join ${lateralJoin(db.dialect, 'stockDayUse', 'u', isAsked)}
      where ${isOfBranches} and ${isAsked} and ${isCurrent}),
    kept as (${kept}),
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

/** What rows come to, item by item, in columns by their numbers; null where a plain number does not hold all of it exactly. */
function totalPackedRows(rows: readonly UsageRow[], numbers: number): UsageTotals | null {
  const [qtyMicro, valueE4] = [new Float64Array(numbers), new Float64Array(numbers)];
  const isThere = new Uint8Array(numbers);
  let size = 0;
  for (const { packed } of rows) {
    const figures = unpackFigures(packed ?? new Uint8Array());
    for (let at = 0; at < figures.length; at += 3) {
      const item = Math.floor((figures[at] ?? 0) / maxKinds);
      const [qty, value] = [figures[at + 1] ?? 0, figures[at + 2] ?? 0];
      qtyMicro[item] = (qtyMicro[item] ?? 0) + qty;
      valueE4[item] = (valueE4[item] ?? 0) + value;
      isThere[item] = 1;
      size += Math.abs(qty) + Math.abs(value);
    }
  }
  if (!Number.isSafeInteger(size)) return null;
  const items = Int32Array.from(isThere.keys().filter((item) => isThere[item] === 1));
  return {
    items,
    qtyMicro: Float64Array.from(items, (item) => qtyMicro[item] ?? 0),
    valueE4: Float64Array.from(items, (item) => valueE4[item] ?? 0),
    size,
  };
}

/** The days of which no row counts, as they were read. */
const openDaysVersion = (rows: readonly UsageRow[]): string =>
  rows
    .flatMap(({ itemIds, qtyMicro, valueE4 }) => (itemIds === null ? [] : [itemIds, qtyMicro, valueE4]))
    .join('');

/** What was used on the days of which no row counts, and what all of that comes to whatever its sign. */
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

/** Of each item and kind three numbers: which it is, the quantity, and what it is worth. */
const unpackFigures = (packed: Uint8Array): Float64Array =>
  new Float64Array(packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength));

/** What rows say otherwise than the figures by day, place by place. */
export async function findDailyUsageErrors(db: Queryable, most: number): Promise<string[]> {
  const wrong: string[] = [];
  const items = new Map([...(await loadItemNumbers(db))].map(([itemId, number]) => [number, itemId]));
  const places = await db.selectFrom('places').select('placeId').orderBy('placeId').execute();
  for (const { placeId } of places) {
    if (wrong.length >= most) break;
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
    const lines = (own: typeof rows) =>
      new Set(own.map(({ itemId, kind, qty, worth }) => `${kind} of item ${itemId}: ${qty} worth ${worth}`));
    for (const [day, own] of Map.groupBy(rows, (row) => row.day)) {
      const known = lines(own.filter(({ packed }) => packed === null));
      const kept = new Set<string>();
      for (const { packed } of own) {
        const figures = packed ? unpackFigures(packed) : new Float64Array();
        for (let at = 0; at < figures.length; at += 3) {
          const [code = 0, qty = 0, worth = 0] = figures.subarray(at, at + 3);
          const item = items.get(Math.floor(code / maxKinds)) ?? 'unknown';
          kept.add(`${dailyUsageKinds[code % maxKinds]} of item ${item}: ${qty} worth ${worth}`);
        }
      }
      for (const line of kept.symmetricDifference(known))
        wrong.push(
          `used at ${placeId} on ${day}: ${line}, ${kept.has(line) ? 'kept' : 'by the figures by day'} alone`,
        );
    }
  }
  return wrong.slice(0, most);
}
