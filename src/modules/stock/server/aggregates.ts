import { type RawBuilder, sql } from 'kysely';
import { addDays, toUtcDay, getWeekday } from '#core/day.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import type { StockSumDayRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { blockPostings } from './accounting-period.ts';

// Move values are aggregated per day by place (all items) and by item (all stock positions), so that
// business-wide figures don't read every item of every branch. Aggregates are built for past days in small
// steps during which nothing is posted. A trigger stores late entries for an aggregated day in
// `stockLateSides` until a step adds them; readers include both (`closed-day-aggregates.ts`), so concurrent
// postings never contend for one aggregate row.

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/**
 * A day is aggregated two days later, when it has ended in every time zone and the next morning's entries are
 * in.
 */
const daysUntilAggregation = 2;
/** Places per step. Closing one place takes as long as closing `itemsPerPlace` items. */
const placesPerStep = 10;
const itemsPerPlace = 20;
/** Late entries added per step. */
const lateEntriesPerStep = 200;

/**
 * Runs the next step of aggregation; returns false when there is nothing to do. The caller must block
 * postings.
 */
export async function runAggregationStep(tx: Tx, now: Date, batchSize = placesPerStep): Promise<boolean> {
  const next = await tx.selectFrom('stockSumDays').selectAll().where('isClosing', '=', 0).executeTakeFirst();
  if (next && next.closes !== '') await closeNextItems(tx, next, batchSize * itemsPerPlace);
  else if (!(await addLateEntries(tx))) {
    if (!next || next.placeId === '') return startNextDay(tx, next, { now, batchSize });
    await aggregateNextPlaces(tx, next, batchSize);
  }
  return true;
}

async function startNextDay(
  tx: Tx,
  next: StockSumDayRow | undefined,
  { now, batchSize }: { now: Date; batchSize: number },
): Promise<boolean> {
  const day = await findNextDay(tx, next?.day ?? '');
  if (day === null || addDays(day, daysUntilAggregation) > toUtcDay(now)) return false;
  // Before the first day of a week is aggregated, the totals up to the preceding Sunday are closed.
  const sunday = addDays(day, -getWeekday(day));
  const closes =
    next && sunday >= addDays(next.day, -1) && sunday > (await loadLastClosing(tx)) ? sunday : '';
  const marker = { day, placeId: '', closes, itemId: '' };
  if (next) await tx.updateTable('stockSumDays').set(marker).where('isClosing', '=', 0).execute();
  else
    await tx
      .insertInto('stockSumDays')
      .values({ ...marker, isClosing: 0 })
      .execute();
  if (closes === '') await aggregateNextPlaces(tx, marker, batchSize);
  return true;
}

/** Returns the first day with movement on or after `from`; null if there is none. */
async function findNextDay(tx: Tx, from: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select min(day) as day from (
      select (select min(d.${ref('businessDay')}) from ${table('stockDaily')} as d
        where d.${ref('placeId')} = places.${ref('placeId')} and d.${ref('businessDay')} >= ${from}) as day from places) as firsts`.execute(
    tx,
  );
  return rows[0]?.day ?? null;
}

/** Returns the last closed day; '' before the first. */
async function loadLastClosing(tx: Tx): Promise<string> {
  const last = await tx
    .selectFrom('stockSumDays')
    .select('day')
    .where('isClosing', '=', 1)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.day ?? '';
}

const sumColumns = sql.join(['billions', 'rest'].map(ref));
/** Returns the SQL sum, stored as billions and remainder. */
const storedSum = (value: RawBuilder<unknown>) => {
  const { high, low } = sumHighLow(value);
  return sql`cast(${high} as bigint), cast(${low} as bigint)`;
};
const isStockPosition = sql`places.${ref('branchId')} is not null and places.type not in ('transit', 'hold')`;

interface AggregateTable {
  table: 'stockPlaceSums' | 'stockItemSums';
  id: 'placeId' | 'itemId';
  key: readonly string[];
  /** Conditions that select the late entries and the `places` that this table aggregates. */
  lateEntryFilter: RawBuilder<unknown>;
  placeFilter: RawBuilder<unknown>;
}

const placeSums: AggregateTable = {
  table: 'stockPlaceSums',
  id: 'placeId',
  key: ['placeId', 'isClosing', 'day', 'kind'],
  lateEntryFilter: sql`1 = 1`,
  placeFilter: sql`1 = 1`,
};
const itemSums: AggregateTable = {
  table: 'stockItemSums',
  id: 'itemId',
  key: ['isClosing', 'day', 'itemId', 'kind'],
  lateEntryFilter: sql`${ref('isOnShelf')} = 1`,
  placeFilter: isStockPosition,
};

/** Adds rows of (id, isClosing, day, kind, billions, rest) to the stored aggregates. */
async function addToAggregates(tx: Tx, sums: AggregateTable, rows: RawBuilder<unknown>): Promise<void> {
  const assignments = ['billions', 'rest'].map(
    (name) => sql`${ref(name)} = ${ref(`${sums.table}.${name}`)} + ${ref(`excluded.${name}`)}`,
  );
  await sql`insert into ${table(sums.table)} (${ref(sums.id)}, ${ref('isClosing')}, day, kind, ${sumColumns})
    ${rows}
    on conflict (${sql.join(sums.key.map(ref))}) do update set ${sql.join(assignments)}`.execute(tx);
}

/** Aggregates the day for the next places after `placeId`. */
async function aggregateNextPlaces(
  tx: Tx,
  { day, placeId }: Pick<StockSumDayRow, 'day' | 'placeId'>,
  batchSize: number,
): Promise<void> {
  const nextPlaces = await tx
    .selectFrom('places')
    .select('placeId')
    .where('placeId', '>', placeId)
    .orderBy('placeId')
    .limit(batchSize)
    .execute();
  const last = nextPlaces.at(-1)?.placeId ?? placeId;
  for (const sums of [placeSums, itemSums])
    await addToAggregates(
      tx,
      sums,
      sql`select d.${ref(sums.id)}, 0, d.${ref('businessDay')}, d.kind, ${storedSum(ref('d.valueE4'))}
        from places cross join ${table('stockDaily')} as d
        where d.${ref('placeId')} = places.${ref('placeId')} and d.${ref('businessDay')} = ${day}
          and places.${ref('placeId')} > ${placeId} and places.${ref('placeId')} <= ${last} and ${sums.placeFilter}
        group by d.${ref(sums.id)}, d.${ref('businessDay')}, d.kind`,
    );
  const progress =
    nextPlaces.length < batchSize ? { day: addDays(day, 1), placeId: '' } : { day, placeId: last };
  await tx.updateTable('stockSumDays').set(progress).where('isClosing', '=', 0).execute();
}

/**
 * Closes a Sunday for the next items and, after the last item, for all places: the previous closing plus the
 * days since.
 */
async function closeNextItems(tx: Tx, { closes, itemId }: StockSumDayRow, batchSize: number): Promise<void> {
  const from = await loadLastClosing(tx);
  const close = (sums: AggregateTable, rowFilter: RawBuilder<unknown>) =>
    addToAggregates(
      tx,
      sums,
      sql`select ${ref(sums.id)}, 1, cast(${closes} as text), kind, cast(sum(billions) as bigint), cast(sum(rest) as bigint)
        from ${table(sums.table)} where ((${ref('isClosing')} = 1 and day = ${from})
          or (${ref('isClosing')} = 0 and day > ${from} and day <= ${closes})) and ${rowFilter}
        group by ${ref(sums.id)}, kind`,
    );
  const nextItems = await tx
    .selectFrom('items')
    .select('_id')
    .where('_id', '>', itemId)
    .orderBy('_id')
    .limit(batchSize)
    .execute();
  const last = nextItems.at(-1)?._id ?? itemId;
  await close(itemSums, sql`${ref('itemId')} > ${itemId} and ${ref('itemId')} <= ${last}`);
  const isLast = nextItems.length < batchSize;
  if (isLast) {
    await close(placeSums, sql`1 = 1`);
    const closing = { day: closes, isClosing: 1, placeId: '', closes: '', itemId: '' };
    await tx.insertInto('stockSumDays').values(closing).execute();
  }
  const progress = isLast ? { closes: '', itemId: '' } : { itemId: last };
  await tx.updateTable('stockSumDays').set(progress).where('isClosing', '=', 0).execute();
}

/** Adds late entries to their day and to every later closing; returns false when there are none. */
async function addLateEntries(tx: Tx): Promise<boolean> {
  const nextEntries = await tx
    .selectFrom('stockLateSides')
    .select('seq')
    .orderBy('seq')
    .limit(lateEntriesPerStep)
    .execute();
  const last = nextEntries.at(-1);
  if (!last) return false;
  const isNext = sql<boolean>`late.seq <= ${last.seq}`;
  for (const sums of [placeSums, itemSums]) {
    const from = sql`from ${table('stockLateSides')} as late`;
    const sum = storedSum(ref('late.valueE4'));
    await addToAggregates(
      tx,
      sums,
      sql`select late.${ref(sums.id)}, 0, late.day, late.kind, ${sum} ${from}
        where ${isNext} and ${sums.lateEntryFilter} group by late.${ref(sums.id)}, late.day, late.kind`,
    );
    await addToAggregates(
      tx,
      sums,
      sql`select late.${ref(sums.id)}, 1, c.day, late.kind, ${sum} ${from}
        join ${table('stockSumDays')} as c on c.${ref('isClosing')} = 1 and c.day >= late.day
        where ${isNext} and ${sums.lateEntryFilter} group by late.${ref(sums.id)}, c.day, late.kind`,
    );
  }
  await tx.deleteFrom('stockLateSides').where('seq', '<=', last.seq).execute();
  return true;
}

/** Rebuilds all aggregates from the daily totals in one transaction, with postings blocked. */
export async function rebuildAggregates(tx: Tx, now: Date): Promise<void> {
  await blockPostings(tx);
  for (const name of ['stockLateSides', 'stockPlaceSums', 'stockItemSums', 'stockSumDays'] as const)
    await tx.deleteFrom(name).execute();
  while (await runAggregationStep(tx, now, 1000));
}
