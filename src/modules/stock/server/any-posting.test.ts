import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StockAsAt } from '../shapes.ts';
import { type Posting, buildReversal } from '../postings.ts';
import { transitLocation } from '../ledger-locations.ts';
import { compareCodes } from '#core/text.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { ApiProblem } from '#platform/server/http/problems.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { loadLedgerSides } from '#app/server/testing/ledger-sides.ts';
import { ids } from '#app/server/testing/ids.ts';
import { allMoveSides, rebuildDailyTotals } from './daily-totals.ts';
import { postStockChange } from './ledger.ts';

/**
 * Branches and the kitchen allow negative stock here, so that costs can arrive later than the goods they
 * belong to.
 */
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.db.writer.updateTable('branches').set({ negativeStock: 'warn' }).execute();
  await t.db.writer
    .updateTable('items')
    .set({ catchWeight: 1, pieceWeightMicro: 2_500_000 })
    .where('_id', '=', ids.items.tomato)
    .execute();
  await t.db.writer
    .updateTable('branches')
    .set({ timezone: 'Pacific/Auckland' })
    .where('_id', '=', ids.kitchen)
    .execute();
});
afterAll(() => t.close());

const items = [ids.items.flour, ids.items.tomato, ids.items.bun];
const places = [ids.kitchen, ids.branch1, ids.branch2];

/** A posting between any two places; `reversal` reverses an earlier posting. */
const step = fc.record({
  action: fc.constantFrom('receipt', 'ship', 'consumption', 'waste', 'transfer', 'reversal'),
  item: fc.constantFrom(...items),
  place: fc.constantFrom(...places),
  otherPlace: fc.constantFrom(...places),
  qtyMicro: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 600_000_000 })),
  costE4: fc.integer({ min: 0, max: 500_000 }),
  hour: fc.integer({ min: 0, max: 47 }),
  /** When the change is posted, in hours from 1 March: two to five days after its first step. */
  enteredHour: fc.integer({ min: 48, max: 120 }),
  /** Issues everything that is on hand. */
  takesAll: fc.boolean(),
});

let lineCount = 0;

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function buildPosting(step: Step): Promise<Posting | null> {
  const onHand = await t.db.read
    .selectFrom('balances')
    .select('onHandMicro')
    .where('placeId', '=', step.place)
    .where('itemId', '=', step.item)
    .executeTakeFirst();
  const allMicro = onHand && onHand.onHandMicro > 0 ? onHand.onHandMicro : step.qtyMicro;
  const effectiveAt = new Date(Date.UTC(2026, 2, 1, step.hour)).toISOString();
  const docLineId = `line-${++lineCount}`;
  const common = {
    itemId: step.item,
    qtyMicro: step.takesAll ? allMicro : step.qtyMicro,
    docType: 'sales' as const,
    docId: docLineId,
    docLineId,
    lot: '',
    effectiveAt,
  };
  switch (step.action) {
    case 'receipt':
      return {
        ...common,
        qtyMicro: step.qtyMicro,
        fromPlace: 'supplier',
        toPlace: step.place,
        kind: 'receipt',
        unitCostE4: step.costE4,
      };
    case 'ship':
      return { ...common, fromPlace: step.place, toPlace: transitLocation(ids.branch1), kind: 'ship' };
    case 'transfer':
      if (step.otherPlace === step.place) return null;
      return { ...common, fromPlace: step.place, toPlace: step.otherPlace, kind: 'ship' };
    case 'reversal': {
      const last = await t.db.read
        .selectFrom('stockMoves as m')
        .selectAll('m')
        .where('m.docType', '=', 'sales')
        .where('m.kind', 'in', ['ship', 'waste'])
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('stockMoves as r').select('r.seq').whereRef('r.reversesSeq', '=', 'm.seq'))),
        )
        .orderBy('m.seq', step.takesAll ? 'desc' : 'asc')
        .limit(1)
        .executeTakeFirst();
      return last ? buildReversal(last) : null;
    }
    default:
      return {
        ...common,
        fromPlace: step.place,
        toPlace: step.action === 'waste' ? 'wastage' : 'consumption',
        kind: step.action,
      };
  }
}

type StockTotal = readonly [key: string, qtyMicro: number, valueE4: number];
const compareKeys = ([a]: StockTotal, [b]: StockTotal) => compareCodes(a, b);

/** Loads stock by location and item with the total from `/stock/as-at`. */
async function loadStockAt(day: string, by: 'effective' | 'posted') {
  const { body } = await t.as('admin').get(`/stock/as-at?day=${day}&by=${by}`);
  const rows = (body as StockAsAt).rows.map(
    ({ placeId, itemId, onHand, value = 0 }): StockTotal => [
      `${placeId} ${itemId}`,
      Math.round(onHand * 1e6),
      Math.round(value * 1e4),
    ],
  );
  return { rows: rows.toSorted(compareKeys), worth: Math.round((body.value ?? 0) * 1e4), late: body.late };
}

/** Computes the same result from the moves by effective time; all of them were posted later. */
async function sumMovesThrough(day: string) {
  const { rows } = await sql<{ key: string; qty: number; worth: number }>`
    select ${sql.ref('placeId')} || ' ' || ${sql.ref('itemId')} as key,
      cast(sum(qty) as bigint) as qty, cast(sum(value) as bigint) as worth
    from ${allMoveSides} as sides where ${sql.ref('businessDay')} <= ${day} group by 1
    having sum(qty) <> 0 or sum(value) <> 0`.execute(t.db.read);
  return {
    rows: rows
      .map(({ key, qty, worth }): StockTotal => [key, Number(qty), Number(worth)])
      .toSorted(compareKeys),
    worth: rows.reduce((sum, { worth }) => sum + Number(worth), 0),
    late: null,
  };
}

/**
 * Returns a function that computes the same result move by move by posting time, each side in its location's
 * time zone.
 */
async function loadMoveSums() {
  const sides = await loadLedgerSides(t);
  return (day: string) => {
    const sums = new Map<string, { qty: number; worth: number }>();
    for (const { key, qty, worth } of sides.filter(({ posted }) => posted <= day)) {
      const sum = sums.get(key) ?? { qty: 0, worth: 0 };
      sums.set(key, { qty: sum.qty + qty, worth: sum.worth + worth });
    }
    const rows = [...sums]
      .filter(([, { qty, worth }]) => qty !== 0 || worth !== 0)
      .map(([key, { qty, worth }]): StockTotal => [key, qty, worth]);
    const late = sides.filter(({ posted, effective }) => posted > day && effective <= day);
    return {
      rows: rows.toSorted(compareKeys),
      worth: rows.reduce((sum, [, , worth]) => sum + worth, 0),
      late: new Set(late.map(({ seq }) => seq)).size,
    };
  };
}

test('after any postings, zero stock has no value, values add up, and daily totals match the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
      fc.constantFrom('2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'),
      async (changes, postedUntil) => {
        for (const steps of changes) {
          const postings: Posting[] = [];
          for (const step of steps) {
            const posting = await buildPosting(step);
            // A change reverses a move at most once.
            if (
              posting &&
              !postings.some(
                (other) => posting.reversesSeq !== undefined && other.reversesSeq === posting.reversesSeq,
              )
            )
              postings.push(posting);
          }
          const enteredAt = Date.UTC(2026, 2, 1, steps[0]?.enteredHour);
          const context = { userId: ids.users.admin, now: new Date(enteredAt).toISOString() };
          await t.db
            .write((tx) => postStockChange(tx, { postings }, context))
            .catch((error: unknown) => {
              // Transit is never negative.
              if (!(error instanceof ApiProblem && error.code === 'INSUFFICIENT_STOCK')) throw error;
            });
        }
        const balances = await t.db.read.selectFrom('balances').selectAll().execute();
        for (const { onHandMicro, valueE4 } of balances) {
          if (onHandMicro === 0) expect(valueE4).toBe(0);
          if (onHandMicro > 0) expect(valueE4).toBeGreaterThanOrEqual(0);
        }
        expect(await reconcile(t.db.read)).toEqual([]);
        for (const day of ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'])
          expect([day, await loadStockAt(day, 'effective')]).toEqual([day, await sumMovesThrough(day)]);
        const sumPostedMoves = await loadMoveSums();
        expect(await loadStockAt(postedUntil, 'posted')).toEqual(sumPostedMoves(postedUntil));
      },
    ),
    { numRuns: getCaseCount(80) },
  );
  const rows = await t.db.read
    .selectFrom('stockMoves')
    .select(['qtyMicro', 'valueE4', 'fromPlace', 'toPlace'])
    .where('kind', '=', 'revaluation')
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { qtyMicro, valueE4, fromPlace, toPlace } of rows) {
    expect([qtyMicro, valueE4 > 0]).toEqual([0, true]);
    expect([fromPlace, toPlace]).toContain('adjustment');
  }
});

test('reconcile checks the daily totals, and rebuilds them from the ledger', async () => {
  const loadDailyTotals = () =>
    t.db.read
      .selectFrom('stockDaily')
      .selectAll()
      .where((eb) => eb.or([eb('qtyMicro', '!=', 0), eb('valueE4', '!=', 0)]))
      .orderBy('placeId')
      .orderBy('itemId')
      .orderBy('kind')
      .orderBy('businessDay')
      .execute();
  const before = await loadDailyTotals();
  expect(before.length).toBeGreaterThan(5);
  const move = before[0];
  await t.db.writer
    .updateTable('stockDaily')
    .set((eb) => ({ qtyMicro: eb('qtyMicro', '+', 3) }))
    .where('placeId', '=', move?.placeId ?? '')
    .where('itemId', '=', move?.itemId ?? '')
    .where('kind', '=', move?.kind ?? '')
    .where('businessDay', '=', move?.businessDay ?? '')
    .execute();
  await t.db.writer
    .insertInto('stockDaily')
    .values({
      placeId: ids.branch1,
      itemId: ids.items.milk,
      kind: 'waste',
      businessDay: '2026-01-01',
      qtyMicro: -5,
      valueE4: -1,
    })
    .execute();
  const broken = await reconcile(t.db.read);
  expect(broken.map(({ invariant }) => invariant)).toEqual(['I12', 'I12']);
  expect(broken.map(({ message }) => message).join()).toMatch(
    /waste on 2026-01-01: stored -5 worth -1, ledger 0 worth 0/,
  );
  await t.db.write(rebuildDailyTotals);
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(await loadDailyTotals()).toEqual(before);
});

test('concurrent postings of the same goods leave consistent daily totals', async () => {
  const waste = (qty: number, branch: string, item: string) =>
    t.as('admin').post('/wastage', { item, qty, branch, reason: 'spoiled' });
  const responses = await Promise.all(
    Array.from({ length: 24 }, (_, n) => waste(1 + n, places[n % 3] ?? '', items[n % 2] ?? '')),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
  const rows = await t.db.read
    .selectFrom('stockDaily')
    .select(['itemId', 'qtyMicro'])
    .where('kind', '=', 'waste')
    .where('businessDay', '=', '2026-03-04')
    .execute();
  const sum = rows.reduce((total, { qtyMicro }) => total + qtyMicro, 0);
  expect(sum).toBe(-300 * 1e6);
  expect(await reconcile(t.db.read)).toEqual([]);
});
