import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exact, toExact } from '#core/exact.ts';
import {
  type ProductionMethod,
  planProductionDay,
  type PlanDay,
  type PlanInput,
  sortTopDown,
} from './plan.ts';

const kg = 1_000_000;
const buildMethod = (recipeId: string, batch: number, needs: Record<string, number>): ProductionMethod => ({
  recipeId,
  batch: toExact(batch),
  needs: new Map(Object.entries(needs).map(([id, qty]) => [id, toExact(qty)])),
});
const buildOrder = (itemId: string, qty: number, id = 'o1') => ({
  itemId,
  qtyMicro: qty * kg,
  source: { kind: 'order', id } as const,
});
const buildDay = (date: string, demands: PlanDay['demands'], overrides: Partial<PlanDay> = {}): PlanDay => ({
  day: date,
  demands,
  planned: new Map(),
  reserved: new Map(),
  ...overrides,
});
const buildStock = (quantities: Record<string, number>) =>
  new Map(Object.entries(quantities).map(([id, qty]) => [id, qty * kg]));
const planItems = (input: Partial<PlanInput> & Pick<PlanInput, 'days' | 'methods'>) =>
  new Map(
    planProductionDay({ day: '2026-03-06', onHand: new Map(), incoming: new Map(), ...input }).map((row) => [
      row.itemId,
      row,
    ]),
  );
const listFigures = (row: ReturnType<typeof planProductionDay>[number] | undefined) =>
  row && [
    row.neededMicro / kg,
    row.claimedMicro / kg,
    row.onHandMicro / kg,
    row.plannedMicro / kg,
    row.incomingMicro / kg,
    row.missingMicro / kg,
    row.toMakeMicro / kg,
  ];

/** Pizza and bread from dough, dough from flour, in batches of 10. */
const bakery = new Map([
  ['pizza', buildMethod('r-pizza', 1, { dough: 0.25, cheese: 0.1 })],
  ['bread', buildMethod('r-bread', 1, { dough: 0.5 })],
  ['dough', buildMethod('r-dough', 10, { flour: 6 })],
]);

test('M4: stock at every level is used before anything is made', () => {
  const rows = planItems({
    days: [buildDay('2026-03-06', [buildOrder('pizza', 100)])],
    methods: bakery,
    onHand: buildStock({ pizza: 20, dough: 5, flour: 4, cheese: 100 }),
  });
  expect(listFigures(rows.get('pizza'))).toEqual([100, 0, 20, 0, 0, 80, 80]);
  // 80 pizzas need 20 kg, and 5 kg are on hand: 15 kg are missing, so two batches of 10 kg are made.
  expect(listFigures(rows.get('dough'))).toEqual([20, 0, 5, 0, 0, 15, 20]);
  expect(listFigures(rows.get('flour'))).toEqual([12, 0, 4, 0, 0, 8, 8]);
  expect(rows.get('flour')?.recipeId).toBeNull();
});

test.each([
  ['a batch of 33 and a third', 100 / 3, 34, 66],
  ['three batches of 33 and a third are 100', 100 / 3, 100, 100],
  ['a batch of less than one piece', 0.4, 1, 1],
  ['a part used in a recipe', 1.5, 1.4, 2],
])('M3: whole-number items are produced in whole numbers: %s', (_title, batch, required, produced) => {
  const bun = {
    ...buildMethod('r-bun', 1, {}),
    batch: exact(BigInt(Math.round(batch * 30)), 30n),
    isWhole: true,
  };
  const rows = planItems({
    days: [buildDay('2026-03-06', [buildOrder('bun', required)])],
    methods: new Map([['bun', bun]]),
  });
  expect((rows.get('bun')?.toMakeMicro ?? 0) / kg).toBe(produced);
});

test('M5: a shared sub-recipe is one row with the total and its parents, rounded up to batches once', () => {
  const rows = planItems({
    days: [buildDay('2026-03-06', [buildOrder('pizza', 10), buildOrder('bread', 5)])],
    methods: bakery,
  });
  const dough = rows.get('dough');
  // 2.5 and 2.5 kg: one batch of 10, not two.
  expect([dough?.neededMicro, dough?.toMakeMicro, dough?.batches]).toEqual([5 * kg, 10 * kg, 1]);
  expect(dough?.sources.toSorted((a, b) => (a.source.id < b.source.id ? 1 : -1))).toEqual([
    { source: { kind: 'item', id: 'pizza' }, qtyMicro: 2_500_000 },
    { source: { kind: 'item', id: 'bread' }, qtyMicro: 2_500_000 },
  ]);
});

test.each([
  ['more than is ordered', 'pizza', 12, { pizza: 10 }, {}, 12, [10, 2]],
  ['less than is ordered', 'pizza', 8, { pizza: 10 }, {}, 10, [10]],
  ['nothing ordered', 'pizza', 8, {}, {}, 8, [8]],
  ['covered by stock', 'pizza', 8, {}, { pizza: 9 }, 0, [8]],
  ['stock and batches', 'dough', 15, {}, { dough: 4 }, 20, [15]],
  // 40 pizzas need 10 kg of dough, which its minimum includes.
  ['its use in other items', 'dough', 12, { pizza: 40 }, {}, 20, [10, 2]],
] as const)(
  'tops up the demand of an item to its minimum: %s',
  (_title, itemId, minimum, ordered, onHand, toMake, sources) => {
    const minimums = new Map([
      [itemId, { qtyMicro: minimum * kg, source: { kind: 'par', id: 'b1' } as const }],
    ]);
    const demands = Object.entries(ordered).map(([id, qty]) => buildOrder(id, qty));
    const row = planItems({
      days: [buildDay('2026-03-06', demands, { minimums })],
      methods: bakery,
      onHand: buildStock(onHand),
    }).get(itemId);
    expect((row?.toMakeMicro ?? 0) / kg).toBe(toMake);
    expect(row?.sources.map(({ qtyMicro }) => qtyMicro / kg)).toEqual(sources);
    expect(row?.neededMicro).toBe(Math.max(minimum, sources[0]) * kg);
  },
);

test("M4: output and remaining input of the day's batches count as planned and needed", () => {
  const rows = planItems({
    days: [
      buildDay(
        '2026-03-06',
        [
          buildOrder('pizza', 100),
          { itemId: 'dough', qtyMicro: 25 * kg, source: { kind: 'batch', id: 'b1' } },
        ],
        { planned: buildStock({ pizza: 100 }) },
      ),
    ],
    methods: bakery,
  });
  expect(listFigures(rows.get('pizza'))).toEqual([100, 0, 0, 100, 0, 0, 0]);
  expect(listFigures(rows.get('dough'))).toEqual([25, 0, 0, 0, 0, 25, 30]);
});

test('M4: the same stock is never used for two days', () => {
  const days = [
    buildDay('2026-03-05', [buildOrder('pizza', 8, 'first')]),
    buildDay('2026-03-06', [buildOrder('pizza', 8)]),
  ];
  const onHand = buildStock({ pizza: 10 });
  const first = planItems({ days, day: '2026-03-05', methods: bakery, onHand });
  const second = planItems({ days, methods: bakery, onHand });
  expect(listFigures(first.get('pizza'))).toEqual([8, 0, 10, 0, 0, 0, 0]);
  expect(listFigures(second.get('pizza'))).toEqual([8, 8, 10, 0, 0, 6, 6]);
});

test('M4: stock reserved for an order stays reserved for it on any day', () => {
  const later = buildDay('2026-03-09', [buildOrder('pizza', 6, 'later')], {
    reserved: buildStock({ pizza: 6 }),
  });
  const days = [buildDay('2026-03-06', [buildOrder('pizza', 8)]), later];
  const rows = planItems({ days, methods: bakery, onHand: buildStock({ pizza: 10 }) });
  expect(listFigures(rows.get('pizza'))).toEqual([8, 6, 10, 0, 0, 4, 4]);
  const ownPlan = planItems({ days, day: '2026-03-09', methods: bakery, onHand: buildStock({ pizza: 10 }) });
  expect(listFigures(ownPlan.get('pizza'))).toEqual([6, 4, 10, 0, 0, 0, 0]);
});

test('M4: input of later batches is reserved, unless later production covers it', () => {
  const need = { itemId: 'dough', qtyMicro: 8 * kg, source: { kind: 'batch', id: 'b9' } } as const;
  const days = (outputQty: number) => [
    buildDay('2026-03-06', [buildOrder('bread', 10)]),
    buildDay('2026-03-09', [need], { planned: buildStock({ dough: outputQty }) }),
  ];
  const input = { methods: bakery, onHand: buildStock({ dough: 10 }) };
  expect(listFigures(planItems({ ...input, days: days(0) }).get('dough'))).toEqual([5, 8, 10, 0, 0, 3, 10]);
  expect(listFigures(planItems({ ...input, days: days(8) }).get('dough'))).toEqual([5, 0, 10, 0, 0, 0, 0]);
});

test('M4: a day uses goods that arrive by then, and leaves later arrivals for later days', () => {
  const days = [
    buildDay('2026-03-05', [buildOrder('flour', 10)]),
    buildDay('2026-03-06', [buildOrder('flour', 4, 'o2')], { incoming: buildStock({ flour: 6 }) }),
  ];
  const input = {
    days,
    methods: bakery,
    onHand: buildStock({ flour: 3 }),
    incoming: buildStock({ flour: 2 }),
  };
  // The previous day gets 3 and 2 of the 10 it needs; the other 6 arrive too late.
  expect(listFigures(planItems({ ...input, day: '2026-03-05' }).get('flour'))).toEqual([
    10, 0, 3, 0, 2, 5, 5,
  ]);
  expect(listFigures(planItems(input).get('flour'))).toEqual([4, 5, 3, 0, 8, 0, 0]);
});

test('M6: needed + claimed - on hand - planned - incoming is the shortage', () => {
  const qty = fc.integer({ min: 0, max: 60 });
  const item = fc.constantFrom('pizza', 'bread', 'dough', 'flour', 'cheese');
  const perItem = fc.dictionary(item, qty).map((stockByItem) => buildStock(stockByItem));
  const anyDay = fc.record({
    day: fc.constantFrom('2026-03-04', '2026-03-05', '2026-03-06', '2026-03-08'),
    demands: fc.array(
      fc.record({
        itemId: item,
        qtyMicro: qty.map((value) => value * kg),
        source: fc.record({ kind: fc.constantFrom('order' as const, 'batch' as const), id: fc.string() }),
      }),
      { maxLength: 4 },
    ),
    planned: perItem,
    reserved: fc.constant(new Map<string, number>()),
    incoming: perItem,
  });
  fc.assert(
    fc.property(fc.array(anyDay, { maxLength: 6 }), perItem, perItem, (planDays, onHand, incoming) => {
      const days = [...planDays, buildDay('2026-03-06', [buildOrder('pizza', 7)])];
      for (const row of planProductionDay({ days, day: '2026-03-06', onHand, incoming, methods: bakery })) {
        const { neededMicro, claimedMicro, onHandMicro, plannedMicro, incomingMicro, missingMicro } = row;
        const open = neededMicro + claimedMicro - onHandMicro - plannedMicro - incomingMicro;
        expect(missingMicro).toBe(Math.max(0, open));
        expect(row.sources.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0)).toBe(neededMicro);
        expect(row.toMakeMicro).toBeGreaterThanOrEqual(missingMicro);
      }
    }),
  );
});

test('M4: together, all days never use more than the available stock', () => {
  const demands = fc.array(
    fc.record({
      day: fc.constantFrom('2026-03-04', '2026-03-05', '2026-03-06'),
      qty: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(demands, fc.integer({ min: 0, max: 100 }), (demand, onHand) => {
      const days = demand.map(({ day: date, qty }, index) =>
        buildDay(date, [buildOrder('pizza', qty, String(index))]),
      );
      const merged = [...Map.groupBy(days, (planned) => planned.day)].map(([date, dayPlans]) =>
        buildDay(
          date,
          dayPlans.flatMap(({ demands: dayDemand }) => dayDemand),
        ),
      );
      const usedMicro = merged.reduce((sum, { day: date }) => {
        const row = planItems({
          days: merged,
          day: date,
          methods: bakery,
          onHand: buildStock({ pizza: onHand }),
        }).get('pizza');
        return sum + (row ? row.neededMicro - row.missingMicro : 0);
      }, 0);
      expect(usedMicro).toBeLessThanOrEqual(onHand * kg);
    }),
  );
});

test('an item that would contain itself is bought', () => {
  const cycle = new Map([
    ['a', buildMethod('ra', 1, { b: 1 })],
    ['b', buildMethod('rb', 1, { a: 1, c: 1 })],
  ]);
  expect([...sortTopDown(cycle).methods.keys()]).toEqual(['a']);
  const rows = planItems({ days: [buildDay('2026-03-06', [buildOrder('a', 1)])], methods: cycle });
  expect(listFigures(rows.get('b'))).toEqual([1, 0, 0, 0, 0, 1, 1]);
});
