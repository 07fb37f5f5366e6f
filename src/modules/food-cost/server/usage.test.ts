import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getFoodCostRole } from '../food-cost-rules.ts';
import type { MoveKind } from '#core/move-kinds.ts';
import type { Posting } from '#modules/stock/postings.ts';
import { QuantityError } from '#core/quantity.ts';
import { compareCodes } from '#core/text.ts';
import { addDays, toUtcDay } from '#core/day.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { loadLedgerSides } from '#app/server/testing/ledger-sides.ts';
import { openPastBusiness } from '#app/server/testing/past-moves.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { runAggregationStep } from '#modules/stock/server/aggregates.ts';
import { ItemNumbers } from './item-numbers.ts';
import { loadStockFlow, noUsage, type ItemUsage, loadUsage, loadUsageByBranch } from './usage.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openPastBusiness();
  // Goods in transit never go below zero.
  for (const item of items)
    for (const place of [onTheWay, `${branch2}:transit`])
      await postMove({ route: [kitchen, place, 'ship', 'order'], item, ...largeMove, hoursAgo: 24 * 40 });
});
afterAll(() => t.close());

const { branch1, branch2, kitchen } = ids;
const items = [ids.items.flour, ids.items.milk, ids.items.tomato];
const onTheWay = `${branch1}:transit`;
/** All routes on which goods move at a branch: from, to, move kind and document type. */
const routes = [
  ['supplier', branch1, 'receipt', 'goods_receipt'],
  [branch1, 'supplier', 'supplier_return', 'goods_receipt'],
  [branch1, 'consumption', 'consumption', 'sales'],
  ['consumption', branch1, 'consumption_reversal', 'sales'],
  [branch1, 'consumption', 'consumption', 'production_batch'],
  ['consumption', branch1, 'consumption_reversal', 'production_batch'],
  ['production', branch1, 'production', 'production_batch'],
  [branch1, 'wastage', 'waste', 'wastage'],
  ['wastage', branch1, 'waste_reversal', 'wastage'],
  [kitchen, onTheWay, 'ship', 'order'],
  [onTheWay, branch1, 'receive', 'order'],
  [onTheWay, 'wastage', 'written_off', 'discrepancy'],
  [branch1, `${branch2}:transit`, 'transfer_out', 'transfer'],
  [`${branch2}:transit`, branch2, 'transfer_in', 'transfer'],
  ['adjustment', branch1, 'count_gain', 'stock_count'],
  [branch1, 'adjustment', 'count_loss', 'stock_count'],
] as const;

const move = fc.record({
  route: fc.constantFrom(...routes),
  item: fc.constantFrom(...items),
  qtyMicro: fc.integer({ min: 1, max: 900_000_000 }),
  unitCostE4: fc.integer({ min: 1, max: 99_999 }),
  hoursAgo: fc.integer({ min: 0, max: 24 * 20 }),
});

let lines = 0;

type Move = Omit<typeof move extends fc.Arbitrary<infer M> ? M : never, 'way'> & { route: readonly string[] };

const smallMove = { qtyMicro: 1_000_000, unitCostE4: 100, hoursAgo: 0 };
const largeMove = { qtyMicro: 900_000_000_000, unitCostE4: 12_345 };

async function postMove({ route, item, qtyMicro, unitCostE4, hoursAgo }: Move): Promise<void> {
  const [fromPlace = '', toPlace = '', kind = '', docType = ''] = route;
  const now = t.clock.now();
  const docLineId = `any-${++lines}`;
  const effectiveAt = new Date(now.getTime() - hoursAgo * 3_600_000).toISOString();
  const line = { docType: docType as Posting['docType'], docId: docLineId, docLineId, lot: '', effectiveAt };
  const posting = { itemId: item, fromPlace, toPlace, qtyMicro, unitCostE4, kind: kind as MoveKind, ...line };
  await t.db.write((tx) =>
    postStockChange(tx, { postings: [posting] }, { userId: ids.users.admin, now: now.toISOString() }),
  );
}

/**
 * Computes a branch's ledger figures for a period from individual movements: opening, in, out and closing per
 * item.
 */
async function computeFromLedger(branch: string, { from, to }: { from: string; to: string }) {
  const places = [branch, `${branch}:transit`, `${branch}:hold`];
  const sides = (await loadLedgerSides(t)).filter(({ place }) => places.includes(place));
  const used = new Map<string, ItemUsage>();
  const all = { openingE4: 0, inE4: 0, outE4: 0, closingE4: 0 };
  const sum = (rows: typeof sides, key: 'qty' | 'worth') => rows.reduce((total, row) => total + row[key], 0);
  const isWithin = ({ effective }: (typeof sides)[number]) => from <= effective && effective <= to;
  for (const [item, itemSides] of Map.groupBy(sides, (side) => side.item)) {
    const usage = { ...noUsage };
    const [openingE4, closingE4] = [
      sum(
        itemSides.filter(({ effective }) => effective < from),
        'worth',
      ),
      sum(
        itemSides.filter(({ effective }) => effective <= to),
        'worth',
      ),
    ];
    let [inE4, outE4] = [0, 0];
    const within = itemSides.filter(isWithin);
    for (const [kind, kindSides] of Map.groupBy(within, (side) => side.kind)) {
      const [qtyMicro, valueE4] = [sum(kindSides, 'qty'), sum(kindSides, 'worth')];
      const role = getFoodCostRole(kind, qtyMicro);
      if (role === 'in') inE4 += valueE4;
      if (role === 'out') outE4 -= valueE4;
      if (role === 'use') usage.useMicro -= qtyMicro;
      if (role === 'waste') usage.wasteMicro -= qtyMicro;
      if (role === 'counts') usage.countsMicro -= qtyMicro;
      if (role === 'reversals') usage.reversalsValueE4 -= valueE4;
      if (role !== 'transfers') continue;
      usage.transfersMicro -= qtyMicro;
      if (qtyMicro === 0) usage.transfersValueE4 -= valueE4;
    }
    // Batch consumption counts as out, not as usage.
    const batches = within.filter(
      ({ docType, kind }) => docType === 'production_batch' && kind.startsWith('consumption'),
    );
    usage.useMicro += sum(batches, 'qty');
    outE4 -= sum(batches, 'worth');
    usage.actualE4 = openingE4 + inE4 - outE4 - closingE4;
    used.set(item, usage);
    all.openingE4 += openingE4;
    all.inE4 += inE4;
    all.outE4 += outE4;
    all.closingE4 += closingE4;
  }
  return { used, all };
}

const inOrder = (used: ReadonlyMap<string, ItemUsage>) =>
  [...used]
    .filter(([, usage]) => Object.values(usage).some((figure) => figure !== 0))
    .map(
      ([item, usage]) =>
        [item, Object.fromEntries(Object.entries(usage).map(([key, n]) => [key, n + 0]))] as const,
    )
    .toSorted(([a], [b]) => compareCodes(a, b));

/** Totals of all roles, without zero items. */
const computeSums = (used: ReadonlyMap<string, ItemUsage>) =>
  inOrder(used).flatMap(([item, usage]) => {
    const { useMicro = 0, wasteMicro = 0, transfersMicro = 0, countsMicro = 0, actualE4 = 0 } = usage;
    const sums = [useMicro + wasteMicro + transfersMicro + countsMicro, actualE4];
    return sums.some((sum) => sum !== 0) ? [[item, sums] as const] : [];
  });

/** Returns the usage computed by the loader for several branches. */
async function loadUsageForBranches(
  branches: readonly string[],
  branch: string,
  days: { from: string; to: string },
) {
  const numbers = new ItemNumbers();
  const { qtyMicro, valueE4 } = (await loadUsageByBranch(t.db.read, branches, days, numbers))(branch);
  const sums = numbers.ids.map((item, index) => [item, [qtyMicro.at(index), valueE4.at(index)]] as const);
  return Object.fromEntries(sums.filter(([, [qty, value]]) => qty !== 0 || value !== 0));
}

test('row 25: usage and stock flow equal the ledger item by item, for any movements', async () => {
  let comparedPeriods = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 25 }), fc.nat(60), async (moves, steps) => {
      for (const move of moves) await postMove(move);
      const today = toUtcDay(t.clock.now());
      // Some late postings are aggregated before the request, some aren't.
      for (
        let step = 0;
        step < steps && (await t.db.write((tx) => runAggregationStep(tx, t.clock.now(), 3)));
        step++
      );
      for (const branch of [branch1, branch2])
        for (const [first, last] of [
          [30, 0],
          [7, 1],
          [3, 3],
          [19, 8],
        ] as const) {
          const days = { from: addDays(today, -first), to: addDays(today, -last) };
          const plain = await computeFromLedger(branch, days);
          const used = await loadUsage(t.db.read, branch, days);
          expect([branch, days, inOrder(used)]).toEqual([branch, days, inOrder(plain.used)]);
          for (const branches of [[branch1, branch2], [branch]])
            expect([branches, branch, days, await loadUsageForBranches(branches, branch, days)]).toEqual([
              branches,
              branch,
              days,
              Object.fromEntries(computeSums(plain.used)),
            ]);
          const actualE4 = [...used.values()].reduce((sum, usage) => sum + usage.actualE4, 0);
          expect(await loadStockFlow(t.db.read, branch, { ...days, actualE4 })).toEqual(plain.all);
          if (plain.all.inE4 !== 0 && plain.all.outE4 !== 0) comparedPeriods++;
        }
    }),
    { numRuns: getCaseCount(15, { atLeast: 6 }) },
  );
  expect(comparedPeriods).toBeGreaterThan(0);
  expect((await reconcile(t.db.read)).filter(({ invariant }) => invariant === 'I12')).toEqual([]);
}, 120_000);

test("a branch whose usage exceeds the safe integer range has no total, which doesn't affect other branches", async () => {
  const day = toUtcDay(t.clock.now());
  for (const branch of [branch1, branch2])
    await postMove({
      route: [branch, 'consumption', 'consumption', 'sales'],
      item: ids.items.flour,
      ...smallMove,
    });
  await t.db.writer
    .updateTable('stockDaily')
    .set({ valueE4: sql`-9100000000000000000` })
    .where('placeId', '=', branch1)
    .where('businessDay', '=', day)
    .where('kind', '=', 'consumption')
    .execute();
  const days = { from: day, to: day };
  await expect(loadUsageForBranches([branch1, branch2], branch1, days)).rejects.toThrow(QuantityError);
  expect(await loadUsageForBranches([branch1, branch2], branch2, days)).toHaveProperty([ids.items.flour]);
});
