import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { StockAsAt } from '../shapes.ts';
import { compareCodes } from '#core/text.ts';
import { addDays, toUtcDay } from '#core/day.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { loadLedgerSides } from '#app/server/testing/ledger-sides.ts';
import {
  runNightlyClosing,
  postPastMove,
  openFourWeekBusiness,
  openPastBusiness,
  generatePastActions,
  pastLocations,
} from '#app/server/testing/past-moves.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import { getStockAsAt } from './as-at.ts';
import { lockPeriodForPosting, tryBlockPostings } from './accounting-period.ts';
import { runClosingStep, findNearestClosing, rebuildClosings } from './closings.ts';

const items = [ids.items.flour, ids.items.bun];
const places = pastLocations;
const hour = 3_600_000;

type StockTotal = readonly [key: string, qtyMicro: number, valueE4: number];
const sortByKey = (rows: StockTotal[]) => rows.toSorted(([a], [b]) => compareCodes(a, b));

/** Reads `/stock/as-at`; signs in again because sessions have expired. */
async function loadStockAt(t: TestApp, day: string, by: 'effective' | 'posted'): Promise<StockTotal[]> {
  const { body } = await getStockAsAt(t.db.read, testAdmin, { day, by }, t.clock.now());
  return sortByKey(
    (JSON.parse(String(body)) as StockAsAt).rows.map(({ placeId, itemId, onHand, value = 0 }) => [
      `${placeId} ${itemId}`,
      Math.round(onHand * 1e6),
      Math.round(value * 1e4),
    ]),
  );
}

/** Returns a function that computes the same result move by move, each side in its location's time zone. */
async function loadMoveSums(t: TestApp) {
  const sides = await loadLedgerSides(t);
  return (day: string, by: 'effective' | 'posted'): StockTotal[] => {
    const sums = new Map<string, [number, number]>();
    for (const { key, qty, worth, ...days } of sides) {
      if (days[by] > day) continue;
      const [qtyBefore, worthBefore] = sums.get(key) ?? [0, 0];
      sums.set(key, [qtyBefore + qty, worthBefore + worth]);
    }
    return sortByKey(
      [...sums].flatMap(([key, [qty, worth]]): StockTotal[] =>
        qty === 0 && worth === 0 ? [] : [[key, qty, worth]],
      ),
    );
  };
}

const step = generatePastActions(items);

test('A1: the stock of every day equals the full sum by effective and by posting time, in any order of postings, late entries and job runs', async () => {
  let closed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const t = await openPastBusiness();
      try {
        for (const step of steps) {
          if (step.action === 'wait') t.clock.advance(step.hours * hour);
          else if (step.action === 'enter') {
            if (step.from !== step.to && [step.from, step.to].some((place) => places.includes(place)))
              await postPastMove(t, step);
          } else
            for (let index = 0; index < step.steps; index++)
              if (!(await t.db.write((tx) => runClosingStep(tx, t.clock.now(), step.atOnce)))) break;
        }
        expect(await reconcile(t.db.read)).toEqual([]);
        const days = await t.db.read
          .selectFrom('stockClosingDays')
          .select('day')
          .where('isWhole', '=', 1)
          .execute();
        closed += days.length;
        const sumMovesThrough = await loadMoveSums(t);
        const today = toUtcDay(t.clock.now());
        for (const daysAgo of [0, 1, 3, 6, 8, 11, 20, 45])
          for (const by of ['effective', 'posted'] as const) {
            const day = addDays(today, -daysAgo);
            expect([day, by, await loadStockAt(t, day, by)]).toEqual([day, by, sumMovesThrough(day, by)]);
          }
      } finally {
        await t.close();
      }
    }),
    { numRuns: getCaseCount(40) },
  );
  expect(closed).toBeGreaterThan(0);
}, 120_000);

const loadClosings = (t: TestApp) =>
  t.db.read
    .selectFrom('stockClosings')
    .selectAll()
    .where((eb) =>
      eb.or(
        (['onHandMicro', 'valueE4', 'enteredMicro', 'enteredE4'] as const).map((name) => eb(name, '!=', 0)),
      ),
    )
    .orderBy('day')
    .orderBy('placeId')
    .orderBy('itemId')
    .execute();

test('A1: reconcile checks closings, reports wrong ones, and rebuilds them from the moves', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const days = await t.db.read
      .selectFrom('stockClosingDays')
      .select(['day', 'isWhole'])
      .orderBy('day')
      .execute();
    // The clock started on a Wednesday; the last of four Sundays is two days ago.
    expect(days.map(({ day }) => day)).toEqual(['2026-03-08', '2026-03-15', '2026-03-22', '2026-03-29']);
    expect(days.every(({ isWhole }) => isWhole === 1)).toBe(true);
    const before = await loadClosings(t);
    expect(before.length).toBeGreaterThan(20);
    expect(await reconcile(t.db.read)).toEqual([]);

    await t.db.writer
      .updateTable('stockClosings')
      .set((eb) => ({ onHandMicro: eb('onHandMicro', '+', 3) }))
      .where('day', '=', '2026-03-15')
      .where('placeId', '=', ids.branch2)
      .where('itemId', '=', ids.items.bun)
      .execute();
    await t.db.writer
      .insertInto('stockClosings')
      .values({
        day: '2026-03-29',
        placeId: ids.branch1,
        itemId: ids.items.milk,
        onHandMicro: 0,
        valueE4: 0,
        enteredMicro: -4,
        enteredE4: -1,
      })
      .execute();
    const errors = await reconcile(t.db.read);
    expect(errors.map(({ invariant }) => invariant)).toEqual(['I12', 'I12', 'I12']);
    expect(errors.map(({ message }) => message).join('\n')).toMatch(
      /closing of 2026-03-29 by posting date: quantity too high by -4, value by -1/,
    );

    await t.db.write((tx) => rebuildClosings(tx, t.clock.now()));
    expect(await reconcile(t.db.read)).toEqual([]);
    expect(await loadClosings(t)).toEqual(before);
  } finally {
    await t.close();
  }
});

test('A1: a late entry for a closed week corrects every later closing in the same statement', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const lateEntry = {
      from: 'supplier',
      to: ids.branch1,
      item: ids.items.milk,
      qtyMicro: 5_000_000,
      hoursAgo: 24 * 15,
    };
    await postPastMove(t, lateEntry);
    const rows = await t.db.read
      .selectFrom('stockClosings')
      .select(['day', 'onHandMicro', 'valueE4', 'enteredMicro'])
      .where('itemId', '=', ids.items.milk)
      .where('placeId', '=', ids.branch1)
      .where('onHandMicro', '!=', 0)
      .orderBy('day')
      .execute();
    const corrected = { onHandMicro: 5_000_000, valueE4: 61_725, enteredMicro: 0 };
    expect(rows).toEqual([
      { day: '2026-03-22', ...corrected },
      { day: '2026-03-29', ...corrected },
    ]);
    expect(await reconcile(t.db.read)).toEqual([]);
  } finally {
    await t.close();
  }
});

test('reads a day from the nearest closing, or from current stock if that is nearer', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const findNearest = (day: string) => findNearestClosing(t.db.read, day, t.clock.now());
    expect(toUtcDay(t.clock.now())).toBe('2026-04-01');
    expect(await findNearest('2026-03-01')).toBe('2026-03-08');
    expect(await findNearest('2026-03-11')).toBe('2026-03-08');
    expect(await findNearest('2026-03-12')).toBe('2026-03-15');
    expect(await findNearest('2026-03-29')).toBe('2026-03-29');
    expect(await findNearest('2026-03-31')).toBeNull();
    // An incomplete closing is not used.
    await t.db.writer
      .updateTable('stockClosingDays')
      .set({ isWhole: 0 })
      .where('day', '=', '2026-03-29')
      .execute();
    expect(await findNearest('2026-03-29')).toBeNull();
  } finally {
    await t.close();
  }
});

test('G8: the job resumes where it was interrupted, and yields to postings', async () => {
  const t = await openPastBusiness();
  try {
    await postPastMove(t, {
      from: 'supplier',
      to: ids.branch1,
      item: ids.items.bun,
      qtyMicro: 1_000_000,
      hoursAgo: 0,
    });
    t.clock.advance(24 * 20 * hour);
    // Each step is a transaction that stores its progress; an interrupted run resumes there.
    const first = await t.db.write((tx) => runClosingStep(tx, t.clock.now(), 1));
    const second = await t.db.write((tx) => runClosingStep(tx, t.clock.now(), 1));
    expect([first, second]).toEqual([true, true]);
    const partial = await t.db.read.selectFrom('stockClosingDays').selectAll().executeTakeFirstOrThrow();
    expect(partial).toMatchObject({ isSummed: 0, isWhole: 0 });
    expect(partial.placeId).not.toBe('');
    // SQLite runs one write transaction at a time anyway.
    if (t.db.dialect === 'postgres')
      await t.db.write(async (posting) => {
        await lockPeriodForPosting(posting);
        expect(await t.db.write(tryBlockPostings)).toBe(false);
      });
    await runNightlyClosing(t);
    const { rows } = await sql<{ open: number }>`select count(*) as open from ${sql.table('stockClosingDays')}
      where ${sql.ref('isWhole')} = 0`.execute(t.db.read);
    expect(Number(rows[0]?.open)).toBe(0);
    expect(await reconcile(t.db.read)).toEqual([]);
  } finally {
    await t.close();
  }
});
