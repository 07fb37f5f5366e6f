import { type RawBuilder, sql } from 'kysely';
import { kindsOfUse } from '#domain/food-cost/food-cost.ts';
import type { MoveKind } from '#domain/stock/kinds.ts';
import { exactSum, inHalves, sumInHalves } from '../../db/exact-sums.ts';
import { byItself, eachByItself } from '../../db/each-by-itself.ts';
import { chunks } from '../../db/many-rows.ts';
import { insertRows } from '../../db/statements.ts';
import type { Queryable, Tx } from '../../db/types.ts';

// What a place used on a day that is over, all its items in one row: who asks what many branches used in weeks reads such rows by the thousand,
// and not figures by day by the hundred thousand. A row is made with the sums of its day (sums.ts), from the figures by day. While
// something that came late waits beside the sums, the row of its place and day counts for nothing, and figures by day are read instead; when
// it is added to the sums the database itself takes the row away (migration 214), and it is made anew.

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/**
 * The kinds of moves that rows tell, each by its place here. Rows that are there know nothing of a kind that is added: a migration has to throw
 * them away, with the sums of days.
 */
export const kindsInDayUse: readonly MoveKind[] = [
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
];
const placeOfKind = new Map(kindsInDayUse.map((kind, at) => [kind, at]));
/** One number says of which item and kind something is: the number of the item times this, and the place of the kind. */
const mostKinds = 16;

export const areOfUse = sql`(${sql.join(kindsOfUse.map((kind) => sql.lit(kind)))})`;

/** Is told what was used of an item by moves of a kind: below zero what left. */
export type TellUse = (itemId: string, kind: MoveKind, qtyMicro: number, valueE4: number) => void;

interface Halves {
  qtyHigh: number | null;
  qtyLow: number | null;
  worthHigh: number | null;
  worthLow: number | null;
}

/** Quantity and worth of rows `d` of the figures by day, in the columns of `Halves`: one by one, or added up. */
function figuresBy(halves: typeof inHalves): RawBuilder<unknown> {
  const [qty, worth] = [halves(ref('d.qtyMicro')), halves(ref('d.valueE4'))];
  return sql`${qty.high} as ${ref('qtyHigh')}, ${qty.low} as ${ref('qtyLow')},
    ${worth.high} as ${ref('worthHigh')}, ${worth.low} as ${ref('worthLow')}`;
}

/** The same in plain numbers; null where one does not hold it exactly. */
function plainOf({
  qtyHigh,
  qtyLow,
  worthHigh,
  worthLow,
}: Halves): { qtyMicro: number; valueE4: number } | null {
  const [qtyMicro, valueE4] = [exactSum(qtyHigh, qtyLow), exactSum(worthHigh, worthLow)];
  return qtyMicro === null || valueE4 === null ? null : { qtyMicro, valueE4 };
}

const codeOf = (numbers: ReadonlyMap<string, number>, itemId: string, kind: MoveKind): number =>
  (numbers.get(itemId) ?? 0) * mostKinds + (placeOfKind.get(kind) ?? 0);

export interface PlaceDay {
  placeId: string;
  day: string;
}

/** Makes the rows of places and days, from the figures by day. Nothing may be posted meanwhile. */
export async function packDayUse(tx: Tx, asked: readonly PlaceDay[]): Promise<void> {
  if (asked.length === 0) return;
  const { rows } = await sql<Halves & PlaceDay & { itemId: string; kind: MoveKind }>`
    with asked(place, day) as (values ${sql.join(asked.map(({ placeId, day }) => sql`(${placeId}, ${day})`))})
    select d.${ref('placeId')}, d.${ref('businessDay')} as day, d.${ref('itemId')}, d.kind,
      ${figuresBy(inHalves)}
    from asked cross join ${table('stockDaily')} as d
    where d.${ref('placeId')} = asked.place and d.${ref('businessDay')} = asked.day and d.kind in ${areOfUse}`.execute(
    tx,
  );
  const numbers = await numbersFor(tx, rows);
  const keyOf = ({ placeId, day }: PlaceDay) => `${placeId} ${day}`;
  const told = new Map<string, number[] | null>(asked.map((one) => [keyOf(one), []]));
  for (const { itemId, kind, ...row } of rows) {
    const plain = plainOf(row);
    // What no number holds exactly is left to the figures by day.
    if (plain === null) told.set(keyOf(row), null);
    else told.get(keyOf(row))?.push(codeOf(numbers, itemId, kind), plain.qtyMicro, plain.valueE4);
  }
  const made = asked.flatMap(({ placeId, day }) => {
    const figures = told.get(keyOf({ placeId, day })) ?? null;
    return figures ? [{ placeId, day, packed: new Uint8Array(Float64Array.from(figures).buffer) }] : [];
  });
  for (const some of chunks(asked, 100))
    await sql`delete from ${table('stockDayUse')} where (${ref('placeId')}, day) in
      (values ${sql.join(some.map(({ placeId, day }) => sql`(${placeId}, ${day})`))})`.execute(tx);
  await insertRows(tx, 'stockDayUse', made);
}

/** The numbers of items, which they keep for good; those that have none get the next ones. */
async function numbersFor(tx: Tx, rows: readonly { itemId: string }[]): Promise<Map<string, number>> {
  const numbers = await numbersOf(tx);
  const missing = [...new Set(rows.map(({ itemId }) => itemId))].filter((itemId) => !numbers.has(itemId));
  let last = Math.max(0, ...numbers.values());
  const added = missing.map((itemId) => ({ itemId, number: ++last }));
  await insertRows(tx, 'stockItemNumbers', added);
  for (const { itemId, number } of added) numbers.set(itemId, number);
  return numbers;
}

async function numbersOf(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.selectFrom('stockItemNumbers').select(['itemId', 'number']).execute();
  return new Map(rows.map(({ itemId, number }) => [itemId, number]));
}

/** Rows of a place that count: nothing that came late waits for their day. */
const counts = (use: string) => sql`(${ref(`${use}.placeId`)}, ${ref(`${use}.day`)}) not in
  (select ${ref('placeId')}, day from ${table('stockLateSides')})`;

/**
 * What was used at branches on some days, by item and kind of move, all days together. Of a branch it is told when it is asked for; nothing is,
 * and the answer is false, where a plain number does not hold all of it exactly.
 */
export async function useOfDays(
  db: Queryable,
  branches: readonly string[],
  days: readonly string[],
): Promise<(branch: string, tell: TellUse) => boolean> {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const none = sql`cast(null as bigint)`;
  const isAsked = sql`u.${ref('placeId')} = places.${ref('placeId')} and u.day >= ${first} and u.day <= ${last}`;
  const isThen = sql`d.${ref('placeId')} = open.${ref('placeId')} and d.${ref('businessDay')} = open.day and d.kind in ${areOfUse}`;
  const isOfBranches = sql`places.${ref('branchId')} in (${sql.join(branches)})`;
  // In one statement, so that whatever the night does meanwhile nothing is missing and nothing counted twice.
  const { rows } = await sql<Read>`
    with days(day) as (values ${sql.join(days.map((day) => sql`(${day})`))}),
    kept as (
      select places.${ref('branchId')}, u.packed
      from places cross join ${eachByItself(db.dialect, 'stockDayUse', 'u', isAsked)}
      where ${isOfBranches} and ${isAsked} and ${counts('u')}),
    open as materialized (
      select places.${ref('branchId')}, places.${ref('placeId')}, days.day from places cross join days
      where ${isOfBranches} and not exists (select 1 from ${table('stockDayUse')} as u
        where u.${ref('placeId')} = places.${ref('placeId')} and u.day = days.day and ${counts('u')} ${byItself(db.dialect)}))
    select ${ref('branchId')}, packed, cast(null as text) as ${ref('itemId')}, cast(null as text) as kind,
      ${none} as ${ref('qtyHigh')}, ${none} as ${ref('qtyLow')}, ${none} as ${ref('worthHigh')}, ${none} as ${ref('worthLow')}
    from kept where length(packed) > 0
    union all
    select open.${ref('branchId')}, null, d.${ref('itemId')}, d.kind, ${figuresBy(sumInHalves)}
    from open cross join ${eachByItself(db.dialect, 'stockDaily', 'd', isThen)} where ${isThen}
    group by open.${ref('branchId')}, d.${ref('itemId')}, d.kind`.execute(db);
  // Numbers are never taken away: those of all rows are there now.
  const numbers = await numbersOf(db);
  const perBranch = Map.groupBy(rows, ({ branchId }) => branchId);
  const adding = new Adding(numbers, rows);
  return (branch, tell) => adding.sum(perBranch.get(branch) ?? [], tell);
}

interface Read extends Halves {
  branchId: string;
  packed: Uint8Array | null;
  itemId: string | null;
  kind: MoveKind | null;
}

/** Adds up what was used by item and kind, each in its own place of a row of plain numbers. */
class Adding {
  readonly #numbers: Map<string, number>;
  readonly #items: string[] = [];
  readonly #qtyMicro: Float64Array;
  readonly #valueE4: Float64Array;
  readonly #isThere: Uint8Array;
  /** What all figures come to whatever their sign: as long as that is exact, so is every sum on the way. */
  #size = 0;

  constructor(numbers: Map<string, number>, rows: readonly Read[]) {
    this.#numbers = numbers;
    // An item that is in no row yet has no number that is kept.
    let last = Math.max(0, ...numbers.values());
    for (const { itemId } of rows) if (itemId !== null && !numbers.has(itemId)) numbers.set(itemId, ++last);
    for (const [itemId, number] of numbers) this.#items[number] = itemId;
    const places = (last + 1) * mostKinds;
    this.#qtyMicro = new Float64Array(places);
    this.#valueE4 = new Float64Array(places);
    this.#isThere = new Uint8Array(places);
  }

  sum(rows: readonly Read[], tell: TellUse): boolean {
    for (const all of [this.#qtyMicro, this.#valueE4, this.#isThere]) all.fill(0);
    this.#size = 0;
    for (const { packed, itemId, kind, ...row } of rows)
      if (packed) this.#addPacked(packed);
      else {
        const plain = plainOf(row);
        if (plain === null || itemId === null || kind === null) return false;
        this.#add(codeOf(this.#numbers, itemId, kind), plain.qtyMicro, plain.valueE4);
      }
    if (!Number.isSafeInteger(this.#size)) return false;
    for (let code = 0; code < this.#isThere.length; code++)
      if (this.#isThere[code] !== 0)
        tell(
          this.#items[Math.floor(code / mostKinds)] ?? '',
          kindsInDayUse[code % mostKinds] ?? 'consumption',
          this.#qtyMicro[code] ?? 0,
          this.#valueE4[code] ?? 0,
        );
    return true;
  }

  #addPacked(packed: Uint8Array): void {
    const figures = figuresIn(packed);
    for (let at = 0; at < figures.length; at += 3)
      this.#add(figures[at] ?? 0, figures[at + 1] ?? 0, figures[at + 2] ?? 0);
  }

  #add(code: number, qtyMicro: number, valueE4: number): void {
    this.#qtyMicro[code] = (this.#qtyMicro[code] ?? 0) + qtyMicro;
    this.#valueE4[code] = (this.#valueE4[code] ?? 0) + valueE4;
    this.#isThere[code] = 1;
    this.#size += Math.abs(qtyMicro) + Math.abs(valueE4);
  }
}

/** Of each item and kind three numbers: which it is, the quantity, and what it is worth. */
const figuresIn = (packed: Uint8Array): Float64Array =>
  new Float64Array(packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength));

/** What rows say otherwise than the figures by day, place by place. */
export async function findWrongDayUse(db: Queryable, most: number): Promise<string[]> {
  const wrong: string[] = [];
  const items = new Map([...(await numbersOf(db))].map(([itemId, number]) => [number, itemId]));
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
        where u.${ref('placeId')} = ${placeId} and ${counts('u')})
      select day, packed, '' as ${ref('itemId')}, '' as kind, '' as qty, '' as worth from kept
      union all
      select d.${ref('businessDay')}, null, d.${ref('itemId')}, d.kind, cast(d.${ref('qtyMicro')} as text), cast(d.${ref('valueE4')} as text)
      from ${table('stockDaily')} as d where d.${ref('placeId')} = ${placeId} and d.kind in ${areOfUse}
        and d.${ref('businessDay')} in (select day from kept)`.execute(db);
    const lines = (own: typeof rows) =>
      new Set(own.map(({ itemId, kind, qty, worth }) => `${kind} of item ${itemId}: ${qty} worth ${worth}`));
    for (const [day, own] of Map.groupBy(rows, (row) => row.day)) {
      const known = lines(own.filter(({ packed }) => packed === null));
      const kept = new Set<string>();
      for (const { packed } of own) {
        const figures = packed ? figuresIn(packed) : new Float64Array();
        for (let at = 0; at < figures.length; at += 3) {
          const [code = 0, qty = 0, worth = 0] = figures.subarray(at, at + 3);
          const item = items.get(Math.floor(code / mostKinds)) ?? 'unknown';
          kept.add(`${kindsInDayUse[code % mostKinds]} of item ${item}: ${qty} worth ${worth}`);
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
