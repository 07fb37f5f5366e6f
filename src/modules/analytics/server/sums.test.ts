import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StockSums, isUsageRecord, getUsageKinds } from '../stock.ts';
import { compareCodes } from '#core/text.ts';
import { addDays, toUtcDay } from '#core/day.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { loadLedgerSides } from '#app/server/testing/ledger-sides.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import {
  runNightlyClosing,
  postPastMove,
  openFourWeekBusiness,
  openPastBusiness,
  generatePastActions,
  pastLocations,
} from '#app/server/testing/past-moves.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { runTotals } from '#modules/reports/server/run.ts';
import { rebuildAggregates, runAggregationStep } from '#modules/stock/server/aggregates.ts';
import {
  buildMoveValuesByDay,
  buildStockValueByPlace,
  isNearAggregates,
} from '#modules/stock/server/closed-day-aggregates.ts';
import { loadStockMovements, loadStockTotals, computeUsageAtCost } from './stock.ts';
import { sql } from 'kysely';

const items = [ids.items.flour, ids.items.bun];
const hour = 3_600_000;

type Days = { from: string; to: string };
const sortByKey = <T>(rows: readonly (readonly [string, T])[]) =>
  rows.toSorted(([a], [b]) => compareCodes(a, b));
const hasStock = ([, { usedE4, openingE4, closingE4 }]: readonly [string, StockSums]) =>
  usedE4 !== 0n || openingE4 !== 0n || closingE4 !== 0n;

/** Inputs of the views from the aggregates. */
async function loadViews(t: TestApp, days: Days) {
  const request = { actor: testAdmin, now: t.clock.now(), ...days };
  const byDay = await loadStockMovements(t.db.read, { ...request, by: 'day' }, true);
  const stock = await loadStockMovements(t.db.read, { ...request, by: 'branch' }, false);
  return {
    used: sortByKey([...computeUsageAtCost(byDay, 'day')].filter(([, usedE4]) => usedE4 !== 0n)),
    branch: sortByKey(
      [...(await loadStockTotals(t.db.read, { ...request, by: 'branch' }, stock))].filter(hasStock),
    ),
    item: sortByKey(
      [...(await loadStockTotals(t.db.read, { ...request, by: 'item' }, stock))].filter(hasStock),
    ),
  };
}

/** Computes the same inputs from individual ledger movements. */
async function sumMoves(t: TestApp) {
  const sides = (await loadLedgerSides(t)).filter(({ place }) => pastLocations.includes(place));
  return ({ from, to }: Days) => {
    const within = sides.filter(({ effective }) => effective >= from && effective <= to);
    const records = (place: string) =>
      within.some((side) => side.place === place && isUsageRecord(side.kind));
    const getUsed = ({ place, kind, worth }: (typeof sides)[number]) =>
      (getUsageKinds('combined', records(place)) as readonly string[]).includes(kind)
        ? BigInt(records(place) ? -worth : worth)
        : 0n;
    const used = new Map<string, bigint>();
    for (const side of within) used.set(side.effective, (used.get(side.effective) ?? 0n) + getUsed(side));
    const sumBy = (key: 'place' | 'item') => {
      const sums = new Map<string, StockSums>();
      for (const side of sides) {
        const sum = sums.get(side[key]) ?? { usedE4: 0n, openingE4: 0n, closingE4: 0n };
        sums.set(side[key], {
          usedE4: sum.usedE4 + (within.includes(side) ? getUsed(side) : 0n),
          openingE4: sum.openingE4 + (side.effective < from ? BigInt(side.worth) : 0n),
          closingE4: sum.closingE4 + (side.effective <= to ? BigInt(side.worth) : 0n),
        });
      }
      return sortByKey([...sums].filter(hasStock));
    };
    return {
      used: sortByKey([...used].filter(([, usedE4]) => usedE4 !== 0n)),
      branch: sumBy('place'),
      item: sumBy('item'),
    };
  };
}

const getDayAgo = (t: TestApp, back: number) => addDays(toUtcDay(t.clock.now()), -back);
/** Offsets of a period's first and last day from today. */
const periods = [
  [0, 0],
  [1, 1],
  [7, 1],
  [28, 1],
  [20, 8],
  [45, 12],
  [200, 0],
  [3, -5],
] as const;

/** Waste, returns and deliveries between locations in addition to the moves that test closings. */
const step = fc.oneof(
  { weight: 8, arbitrary: generatePastActions(items) },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('deliver' as const),
      from: fc.constantFrom(...pastLocations),
      to: fc.constantFrom(...pastLocations),
      item: fc.constantFrom(...items),
      qtyMicro: fc.integer({ min: 1, max: 900_000_000 }),
      hoursAgo: fc.integer({ min: 0, max: 400 }),
    }),
  },
);

test('row 25: for any sequence of postings, late entries and job runs, aggregates equal the sum of the movements', async () => {
  let nearAggregatesCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const t = await openPastBusiness();
      try {
        for (const step of steps) {
          if (step.action === 'wait') t.clock.advance(step.hours * hour);
          else if (step.action === 'close') {
            for (let nth = 0; nth < step.steps; nth++)
              if (!(await t.db.write((tx) => runAggregationStep(tx, t.clock.now(), step.atOnce)))) break;
          } else if (
            step.from !== step.to &&
            [step.from, step.to].some((place) => pastLocations.includes(place))
          )
            await postPastMove(
              t,
              step.action === 'deliver' ? { ...step, kindBetweenLocations: 'receive' } : step,
            );
        }
        expect(await reconcile(t.db.read)).toEqual([]);
        const expected = await sumMoves(t);
        const checkPeriods = async () => {
          for (const [first, last] of periods) {
            const days = { from: getDayAgo(t, first), to: getDayAgo(t, last) };
            if (await isNearAggregates(t.db.read, days.to)) nearAggregatesCount++;
            expect([days, await loadViews(t, days)]).toEqual([days, expected(days)]);
            const loadWorth = async (only?: string) => {
              const context = { actor: testAdmin, now: t.clock.now(), prefersAltName: false };
              return (await runTotals(t.db.read, 'valuation', { day: days.to }, context, only)).totals[
                'value'
              ];
            };
            expect([days, await loadWorth('value')]).toEqual([days, await loadWorth()]);
          }
        };
        await checkPeriods();
        // Repeats the comparison after the nightly job has processed everything.
        while (await t.db.write((tx) => runAggregationStep(tx, t.clock.now())));
        await checkPeriods();
      } finally {
        await t.close();
      }
    }),
    { numRuns: getCaseCount(40) },
  );
  expect(nearAggregatesCount).toBeGreaterThan(0);
}, 120_000);

const loadAggregates = async (t: TestApp) => ({
  places: await t.db.read
    .selectFrom('stockPlaceSums')
    .selectAll()
    .orderBy('placeId')
    .orderBy('isClosing')
    .orderBy('day')
    .orderBy('kind')
    .execute(),
  items: await t.db.read
    .selectFrom('stockItemSums')
    .selectAll()
    .orderBy('isClosing')
    .orderBy('day')
    .orderBy('itemId')
    .orderBy('kind')
    .execute(),
  days: await t.db.read.selectFrom('stockSumDays').select(['day', 'isClosing']).orderBy('day').execute(),
});

test('row 25: aggregates are verified by reconcile, reported when wrong, and rebuilt from the daily totals', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const before = await loadAggregates(t);
    // Today is 1 April, so 31 March is aggregated tomorrow.
    expect(before.days).toEqual([
      ...['2026-03-08', '2026-03-15', '2026-03-22', '2026-03-29'].map((day) => ({
        day,
        isClosing: 1,
      })),
      { day: '2026-03-31', isClosing: 0 },
    ]);
    expect(await reconcile(t.db.read)).toEqual([]);
    const reconcileWithError = async (
      table: 'stockPlaceSums' | 'stockItemSums',
      isClosing: 0 | 1,
      by: number,
    ) => {
      await t.db.writer
        .updateTable(table)
        .set((eb) => ({ rest: eb('rest', '+', by) }))
        .where('day', '=', '2026-03-15')
        .where('kind', '=', 'receipt')
        .where('isClosing', '=', isClosing)
        .execute();
      const found = await reconcile(t.db.read);
      await t.db.writer
        .updateTable(table)
        .set((eb) => ({ rest: eb('rest', '-', by) }))
        .where('day', '=', '2026-03-15')
        .where('kind', '=', 'receipt')
        .where('isClosing', '=', isClosing)
        .execute();
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map(({ invariant }) => invariant))).toEqual(new Set(['I12']));
      return found.map(({ message }) => message).join('\n');
    };
    expect(await reconcileWithError('stockPlaceSums', 0, 3)).toMatch(
      /receipt at .* on 2026-03-15: 3 too high/,
    );
    expect(await reconcileWithError('stockPlaceSums', 1, 4)).toMatch(
      /receipt at .* through 2026-03-15: 4 too high/,
    );
    expect(await reconcileWithError('stockItemSums', 0, -5)).toMatch(
      /receipt of item .* on 2026-03-15: -5 too high/,
    );
    expect(await reconcileWithError('stockItemSums', 1, 6)).toMatch(
      /receipt of item .* through 2026-03-15: 6 too high/,
    );

    await t.db.write((tx) => rebuildAggregates(tx, t.clock.now()));
    expect(await reconcile(t.db.read)).toEqual([]);
    expect(await loadAggregates(t)).toEqual(before);
  } finally {
    await t.close();
  }
});

test('row 25: late postings take effect immediately without changing aggregates, and are merged at night', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const before = await loadAggregates(t);
    const days = { from: '2026-03-16', to: '2026-03-22' };
    const loadMilkValue = async () => {
      const { item } = (await sumMoves(t))(days);
      return item.find(([itemId]) => itemId === ids.items.milk)?.[1].closingE4 ?? 0n;
    };
    const milkValueBefore = await loadMilkValue();
    const milk = { from: 'supplier', to: ids.branch1, item: ids.items.milk, qtyMicro: 5_000_000 };
    await postPastMove(t, { ...milk, hoursAgo: 24 * 15 });
    await postPastMove(t, { ...milk, hoursAgo: 0 });
    expect(await loadAggregates(t)).toEqual(before);
    // Only moves of aggregated days are recorded as late.
    const late = await t.db.read.selectFrom('stockLateSides').selectAll().execute();
    expect(late.map(({ day, placeId, valueE4 }) => [day, placeId, valueE4])).toEqual([
      ['2026-03-17', ids.branch1, 61_725],
    ]);
    expect(await loadMilkValue()).toBe(milkValueBefore + 61_725n);
    const expected = (await sumMoves(t))(days);
    expect(await loadViews(t, days)).toEqual(expected);
    await runNightlyClosing(t);
    expect(await t.db.read.selectFrom('stockLateSides').selectAll().execute()).toEqual([]);
    expect(await loadViews(t, days)).toEqual(expected);
    // The aggregate of that day now exists, and both later closings include it.
    const getRest = (sums: typeof before, day: string, isClosing: number) =>
      sums.items.find(
        (row) => row.itemId === ids.items.milk && row.day === day && row.isClosing === isClosing,
      )?.rest ?? 0;
    const after = await loadAggregates(t);
    for (const [day, isClosing, more] of [
      ['2026-03-15', 1, 0],
      ['2026-03-17', 0, 61_725],
      ['2026-03-22', 1, 61_725],
      ['2026-03-29', 1, 61_725],
    ] as const)
      expect([day, getRest(after, day, isClosing)]).toEqual([day, getRest(before, day, isClosing) + more]);
    expect(await reconcile(t.db.read)).toEqual([]);
  } finally {
    await t.close();
  }
});

test('row 25: goods hidden by a blind count are excluded from the aggregates of their location', async () => {
  const t = await openFourWeekBusiness(items);
  try {
    const [hidden = ''] = items;
    const hiddenStock = {
      positions: [{ placeId: ids.branch1, itemId: hidden }],
      has: (placeId: string, itemId: string) => placeId === ids.branch1 && itemId === hidden,
      isVisible: (place: string, item: string) =>
        sql<boolean>`not (${sql.ref(place)} = ${ids.branch1} and ${sql.ref(item)} = ${hidden})`,
    };
    const days = { from: getDayAgo(t, 28), to: getDayAgo(t, 1) };
    const inRequest = sql<boolean>`places.type not in ('transit', 'hold')`;
    const { rows } = await sql<{ placeId: string; worth: number }>`
      select ${sql.ref('placeId')}, cast(sum(high) * 1000000000 + sum(low) as bigint) as worth
      from ${buildMoveValuesByDay(t.db.dialect, days, inRequest, hiddenStock)} as sides group by ${sql.ref('placeId')}`.execute(
      t.db.read,
    );
    const sides = await loadLedgerSides(t);
    const expected = new Map<string, number>();
    for (const { place, item, effective, worth } of sides)
      if (effective >= days.from && effective <= days.to && !hiddenStock.has(place, item))
        expected.set(place, (expected.get(place) ?? 0) + worth);
    expect(sortByKey(rows.map(({ placeId, worth }) => [placeId, Number(worth)] as const))).toEqual(
      sortByKey([...expected]),
    );
    const branch2Value = buildStockValueByPlace(
      t.db.dialect,
      days.to,
      sql<boolean>`places.${sql.ref('placeId')} = ${ids.branch2}`,
    );
    const { rows: ledgerValue } = await sql<{ worth: number }>`
      select cast(sum(high) * 1000000000 + sum(low) as bigint) as worth from ${branch2Value} as standing`.execute(
      t.db.read,
    );
    const branch2Sides = sides.filter(
      ({ place, effective }) => place === ids.branch2 && effective <= days.to,
    );
    expect(Number(ledgerValue[0]?.worth)).toBe(branch2Sides.reduce((sum, { worth }) => sum + worth, 0));
  } finally {
    await t.close();
  }
});
