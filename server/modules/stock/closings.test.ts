import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { StockAsAt } from '#contract/stock.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { compareCodes } from '#domain/text.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import type { TestApp } from '../../testing/create-test-app.ts';
import { loadLedgerSides } from '../../testing/ledger-sides.ts';
import {
  runNightlyClosing,
  postPastMove,
  openFourWeekBusiness,
  openPastBusiness,
  pastActions,
  pastLocations,
} from '../../testing/past-moves.ts';
import { ids } from '../../testing/ids.ts';
import { testAdmin } from '../../testing/orders.ts';
import { getStockAsAt } from './as-at.ts';
import { lockPeriodForPosting, tryBlockPostings } from './accounting-period.ts';
import { runClosingStep, findNearestClosing, rebuildClosings } from './closings.ts';

const items = [ids.items.flour, ids.items.bun];
const places = pastLocations;
const hour = 3_600_000;

type Told = readonly [key: string, qtyMicro: number, valueE4: number];
const inOrder = (rows: Told[]) => rows.toSorted(([a], [b]) => compareCodes(a, b));

/** What `/stock/as-at` says; sessions are over long before. */
async function toldAt(t: TestApp, day: string, by: 'happened' | 'posted'): Promise<Told[]> {
  const { body } = await getStockAsAt(t.db.read, testAdmin, { day, by }, t.clock.now());
  return inOrder(
    (JSON.parse(String(body)) as StockAsAt).rows.map(({ placeId, itemId, onHand, value = 0 }) => [
      `${placeId} ${itemId}`,
      Math.round(onHand * 1e6),
      Math.round(value * 1e4),
    ]),
  );
}

/** The same move by move, each side on the clock of its place. */
async function addedUp(t: TestApp) {
  const sides = await loadLedgerSides(t);
  return (day: string, by: 'happened' | 'posted'): Told[] => {
    const sums = new Map<string, [number, number]>();
    for (const { key, qty, worth, ...at } of sides) {
      if (at[by] > day) continue;
      const [qtyBefore, worthBefore] = sums.get(key) ?? [0, 0];
      sums.set(key, [qtyBefore + qty, worthBefore + worth]);
    }
    return inOrder(
      [...sums].flatMap(([key, [qty, worth]]): Told[] =>
        qty === 0 && worth === 0 ? [] : [[key, qty, worth]],
      ),
    );
  };
}

const step = pastActions(items);

test('A1: in any order of postings, late entries and runs of the job every day is the full sum, by when it happened and when it was posted', async () => {
  let closed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const t = await openPastBusiness();
      try {
        for (const one of steps) {
          if (one.what === 'wait') t.clock.advance(one.hours * hour);
          else if (one.what === 'enter') {
            if (one.from !== one.to && [one.from, one.to].some((place) => places.includes(place)))
              await postPastMove(t, one);
          } else
            for (let nth = 0; nth < one.steps; nth++)
              if (!(await t.db.write((tx) => runClosingStep(tx, t.clock.now(), one.atOnce)))) break;
        }
        expect(await reconcile(t.db.read)).toEqual([]);
        const days = await t.db.read
          .selectFrom('stockClosingDays')
          .select('day')
          .where('isWhole', '=', 1)
          .execute();
        closed += days.length;
        const known = await addedUp(t);
        const today = t.clock.now().toISOString().slice(0, 10);
        for (const back of [0, 1, 3, 6, 8, 11, 20, 45])
          for (const by of ['happened', 'posted'] as const) {
            const day = addDays(today, -back);
            expect([day, by, await toldAt(t, day, by)]).toEqual([day, by, known(day, by)]);
          }
      } finally {
        await t.close();
      }
    }),
    { numRuns: process.env['TEST_DATABASE_URL'] ? 6 : 40 },
  );
  expect(closed).toBeGreaterThan(0);
}, 120_000);

const kept = (t: TestApp) =>
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

test('A1: closings are proven by reconcile, told apart when they are wrong, and made anew from the moves', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const days = await t.db.read
      .selectFrom('stockClosingDays')
      .select(['day', 'isWhole'])
      .orderBy('day')
      .execute();
    // The clock began on a Wednesday; the last Sunday of four weeks is over for two days.
    expect(days.map(({ day }) => day)).toEqual(['2026-03-08', '2026-03-15', '2026-03-22', '2026-03-29']);
    expect(days.every(({ isWhole }) => isWhole === 1)).toBe(true);
    const before = await kept(t);
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
    const found = await reconcile(t.db.read);
    expect(found.map(({ invariant }) => invariant)).toEqual(['I12', 'I12', 'I12']);
    expect(found.map(({ message }) => message).join('\n')).toMatch(
      /closing of 2026-03-29 by when it was posted: -4 worth -1 too much/,
    );

    await t.db.write((tx) => rebuildClosings(tx, t.clock.now()));
    expect(await reconcile(t.db.read)).toEqual([]);
    expect(await kept(t)).toEqual(before);
  } finally {
    await t.close();
  }
});

test('A1: what is entered for a week that is kept corrects every closing since, with the move itself', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const late = {
      from: 'supplier',
      to: ids.branch1,
      item: ids.items.milk,
      qtyMicro: 5_000_000,
      hoursAgo: 24 * 15,
    };
    await postPastMove(t, late);
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

test('a day is told from the closing that is nearest, and from what is there now where that is nearer', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const nearest = (day: string) => findNearestClosing(t.db.read, day, t.clock.now());
    expect(t.clock.now().toISOString().slice(0, 10)).toBe('2026-04-01');
    expect(await nearest('2026-03-01')).toBe('2026-03-08');
    expect(await nearest('2026-03-11')).toBe('2026-03-08');
    expect(await nearest('2026-03-12')).toBe('2026-03-15');
    expect(await nearest('2026-03-29')).toBe('2026-03-29');
    expect(await nearest('2026-03-31')).toBeNull();
    // A closing that is not whole is not told from.
    await t.db.writer
      .updateTable('stockClosingDays')
      .set({ isWhole: 0 })
      .where('day', '=', '2026-03-29')
      .execute();
    expect(await nearest('2026-03-29')).toBeNull();
  } finally {
    await t.close();
  }
});

test('G8: the job goes on where it was cut off, and leaves the books to who is posting', async () => {
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
    // Each step is a transaction of its own that says how far it came; a run that is cut off goes on there.
    const first = await t.db.write((tx) => runClosingStep(tx, t.clock.now(), 1));
    const second = await t.db.write((tx) => runClosingStep(tx, t.clock.now(), 1));
    expect([first, second]).toEqual([true, true]);
    const half = await t.db.read.selectFrom('stockClosingDays').selectAll().executeTakeFirstOrThrow();
    expect(half).toMatchObject({ isSummed: 0, isWhole: 0 });
    expect(half.placeId).not.toBe('');
    // On SQLite one transaction writes at a time anyway.
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
