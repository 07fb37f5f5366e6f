import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { addDays, countDaysBetween, toUtcDay, getWeekday } from '#core/day.ts';
import type { StockClosingDayRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { defineJob } from '#platform/server/jobs/define-job.ts';
import { scheduleJob } from '#platform/server/jobs/schedules.ts';
import { blockPostings, tryBlockPostings } from './accounting-period.ts';
import { moveSides } from './daily-totals.ts';
import { runAggregationStep } from './aggregates.ts';

// Stock and value are stored for the last day of each week, by effective time and by posting time, so that
// any day is at most a few days away from a known state. A trigger corrects the closings of a closed week
// when a late entry is written. A closing is built in many small steps, during which nothing is posted.

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/**
 * A week is closed two days later, when the day has ended in every time zone and the next morning's entries
 * are in.
 */
const daysUntilClosing = 2;
/** Older weeks are derived from the first stored closing. */
const maxWeeks = 260;
/** Balances or moves per step. */
const stepSize = 200;

/** Returns the end of a day in UTC, exclusive. */
const getEndOfDay = (day: string) => addDays(day, 1);

/**
 * Runs the next step of the closings; returns false when there is nothing to do. The caller must block
 * postings.
 */
export async function runClosingStep(tx: Tx, now: Date, batchSize = stepSize): Promise<boolean> {
  const unfinished = await tx
    .selectFrom('stockClosingDays')
    .selectAll()
    .where('isWhole', '=', 0)
    .executeTakeFirst();
  if (!unfinished) return startNextClosing(tx, now);
  if (unfinished.isSummed === 0) await closeNextBalances(tx, unfinished, batchSize);
  else await addPostedMoves(tx, unfinished, batchSize);
  return true;
}

async function startNextClosing(tx: Tx, now: Date): Promise<boolean> {
  const last = await tx
    .selectFrom('stockClosingDays')
    .select('day')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const day = last ? addDays(last.day, 7) : await findFirstDay(tx, now);
  if (day === null || addDays(day, daysUntilClosing) > toUtcDay(now)) return false;
  const noProgress = { placeId: '', itemId: '', enteredSeq: 0, isSummed: 0, isWhole: 0 };
  await tx
    .insertInto('stockClosingDays')
    .values({ ...noProgress, day, enteredAt: last ? getEndOfDay(last.day) : '' })
    .execute();
  return true;
}

/** Returns the Sunday after the first movement; null if there is none. */
async function findFirstDay(tx: Tx, now: Date): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select min(day) as day from (
      select (select min(d.${ref('businessDay')}) from ${table('stockDaily')} as d
        where d.${ref('placeId')} = places.${ref('placeId')}) as day from places) as firsts`.execute(tx);
  const first = rows[0]?.day ?? null;
  if (first === null) return null;
  const earliest = addDays(toUtcDay(now), -7 * maxWeeks);
  const from = first > earliest ? first : earliest;
  return addDays(from, 7 - getWeekday(from));
}

/** Closes the next balances of one place: the previous week's closing plus the daily totals since then. */
async function closeNextBalances(tx: Tx, { day, placeId, itemId }: StockClosingDayRow, batchSize: number) {
  const next = await tx
    .selectFrom('balances')
    .select('placeId')
    .where(sql<boolean>`(${ref('placeId')}, ${ref('itemId')}) > (${placeId}, ${itemId})`)
    .orderBy('placeId')
    .orderBy('itemId')
    .limit(1)
    .executeTakeFirst();
  const progress = next
    ? await closeBalancesOfPlace(
        tx,
        day,
        { placeId: next.placeId, after: next.placeId === placeId ? itemId : '' },
        batchSize,
      )
    : { isSummed: 1 };
  await tx.updateTable('stockClosingDays').set(progress).where('day', '=', day).execute();
}

/** Closes balances of one place after an item; returns the progress. */
async function closeBalancesOfPlace(
  tx: Tx,
  day: string,
  { placeId, after }: { placeId: string; after: string },
  batchSize: number,
): Promise<{ placeId: string; itemId: string }> {
  const { rows: ends } = await sql<{ itemId: string }>`select max(${ref('itemId')}) as ${ref('itemId')} from (
      select ${ref('itemId')} from balances where ${ref('placeId')} = ${placeId} and ${ref('itemId')} > ${after}
      order by ${ref('itemId')} limit ${sql.lit(batchSize)}) as following`.execute(tx);
  const itemId = ends[0]?.itemId ?? after;
  const previousDay = addDays(day, -7);
  const { closingCount } = await tx
    .selectFrom('stockClosingDays')
    .select((eb) => eb.fn.countAll<number>().as('closingCount'))
    .where('day', '=', previousDay)
    .executeTakeFirstOrThrow();
  const sumColumn = (column: string, addend = sql`0`) =>
    sql`cast(coalesce(p.${ref(column)}, 0) + ${addend} as bigint) as ${ref(column)}`;
  await sql`insert into ${table('stockClosings')} (${columns})
    select * from (
      select cast(${day} as text) as day, b.${ref('placeId')}, b.${ref('itemId')},
        ${sumColumn('onHandMicro', sql`coalesce(d.qty, 0)`)}, ${sumColumn('valueE4', sql`coalesce(d.value, 0)`)},
        ${sumColumn('enteredMicro')}, ${sumColumn('enteredE4')}
      from balances as b left join ${table('stockClosings')} as p
        on p.day = ${previousDay} and p.${ref('placeId')} = b.${ref('placeId')} and p.${ref('itemId')} = b.${ref('itemId')}
      left join (
        select ${ref('itemId')}, sum(${ref('qtyMicro')}) as qty, sum(${ref('valueE4')}) as value from ${table('stockDaily')}
        where ${ref('placeId')} = ${placeId} and ${ref('itemId')} > ${after} and ${ref('itemId')} <= ${itemId}
          and ${ref('businessDay')} <= ${day}
          and ${ref('businessDay')} > ${Number(closingCount) > 0 ? previousDay : ''} group by ${ref('itemId')}
      ) as d on d.${ref('itemId')} = b.${ref('itemId')}
      where b.${ref('placeId')} = ${placeId} and b.${ref('itemId')} > ${after} and b.${ref('itemId')} <= ${itemId}
    ) as summed
    where ${sql.join(
      valueColumns.map((name) => sql`${ref(name)} <> 0`),
      sql` or `,
    )}`.execute(tx);
  return { placeId, itemId };
}

/** Adds the next moves posted in the week to the closing by posting time. */
async function addPostedMoves(tx: Tx, { day, enteredAt, enteredSeq }: StockClosingDayRow, batchSize: number) {
  const isNext = sql<boolean>`${ref('postedAt')} < ${getEndOfDay(day)} and ${ref('postedAt')} >= ${enteredAt}
    and (${ref('postedAt')}, seq) > (${enteredAt}, ${enteredSeq})`;
  const last = await tx
    .selectFrom('stockMoves')
    .select(['postedAt', 'seq'])
    .where(isNext)
    .orderBy('postedAt')
    .orderBy('seq')
    .offset(batchSize - 1)
    .limit(1)
    .executeTakeFirst();
  // Selects by sequence number: moves posted at one instant, such as those of a large count, are not read
  // again in every step.
  const isInStep = sql`seq in (select seq from ${table('stockMoves')} where ${isNext}
    order by ${ref('postedAt')}, seq limit ${sql.lit(batchSize)})`;
  const addExcluded = (name: string) =>
    sql`${ref(name)} = ${ref(`stockClosings.${name}`)} + ${ref(`excluded.${name}`)}`;
  await sql`insert into ${table('stockClosings')} (${columns})
    select cast(${day} as text), ${ref('placeId')}, ${ref('itemId')}, 0, 0, cast(sum(qty) as bigint), cast(sum(value) as bigint)
    from ${moveSides(isInStep)} as sides where 1 = 1 group by ${ref('placeId')}, ${ref('itemId')}
    on conflict (day, ${ref('placeId')}, ${ref('itemId')}) do update set ${addExcluded('enteredMicro')}, ${addExcluded('enteredE4')}`.execute(
    tx,
  );
  await tx
    .updateTable('stockClosingDays')
    .set(last ? { enteredAt: last.postedAt, enteredSeq: last.seq } : { isWhole: 1 })
    .where('day', '=', day)
    .execute();
}

const valueColumns = ['onHandMicro', 'valueE4', 'enteredMicro', 'enteredE4'];
const columns = sql.join(['day', 'placeId', 'itemId', ...valueColumns].map(ref));

/** Rebuilds all closings from the ledger and the daily totals in one transaction, with postings blocked. */
export async function rebuildClosings(tx: Tx, now: Date): Promise<void> {
  await blockPostings(tx);
  await tx.deleteFrom('stockClosings').execute();
  await tx.deleteFrom('stockClosingDays').execute();
  while (await runClosingStep(tx, now, 100_000));
}

/** Maximum retries of a step while other transactions post, and the pause between retries. */
const maxTries = 200;
const pauseMs = 5;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs));

/** Builds missing aggregates and closings. Each run continues where the previous one stopped. */
export const closeWeeks = defineJob({
  kind: 'close-weeks',
  ifLost: { scheduledKind: 'close-weeks' },
  payload: z.strictObject({}),
  async run({ db, now, signal }) {
    for (let tries = 0; tries < maxTries; await pause()) {
      signal.throwIfAborted();
      const hasWorked = await db.write(async (tx) =>
        (await tryBlockPostings(tx))
          ? (await runAggregationStep(tx, now())) || runClosingStep(tx, now())
          : null,
      );
      if (hasWorked === false) return;
      tries = hasWorked === null ? tries + 1 : 0;
    }
  },
});

export const nightlyClosings = scheduleJob({
  name: 'closings of weeks',
  schedule: { every: 'day', at: '03:10', timezone: 'UTC' },
  job: closeWeeks,
  payload: () => ({}),
});

/** Returns the stored closing nearest to a day; null if the current balances are nearer. */
export async function findNearestClosing(db: Queryable, day: string, now: Date): Promise<string | null> {
  const findClosing = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('stockClosingDays')
      .select('day')
      .where('isWhole', '=', 1)
      .where('day', direction === 'asc' ? '>' : '<=', day)
      .orderBy('day', direction)
      .limit(1)
      .executeTakeFirst();
  const nearestDays = [await findClosing('desc'), await findClosing('asc')].flatMap((found) =>
    found ? [found.day] : [],
  );
  const getDistance = (other: string) => Math.abs(countDaysBetween(day, other));
  const nearest = nearestDays.toSorted((a, b) => getDistance(a) - getDistance(b))[0];
  return nearest !== undefined && getDistance(nearest) < getDistance(toUtcDay(now)) ? nearest : null;
}

/**
 * Returns a condition on the daily totals `d` between a closing (null: current balances) and a day, and the
 * sign with which their sum is added to the closing.
 */
export function buildClosingRange(
  day: string,
  closing: string | null,
): { sign: RawBuilder<unknown>; isBetween: RawBuilder<unknown> } {
  const businessDay = ref('d.businessDay');
  if (closing === null) return { sign: sql`-`, isBetween: sql`${businessDay} > ${day}` };
  return closing > day
    ? { sign: sql`-`, isBetween: sql`${businessDay} > ${day} and ${businessDay} <= ${closing}` }
    : { sign: sql``, isBetween: sql`${businessDay} > ${closing} and ${businessDay} <= ${day}` };
}
