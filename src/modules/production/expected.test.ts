import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OrderedItemLine, type UpcomingDelivery, computeExpectedDemand } from './expected.ts';
import { planProductionDay } from './plan.ts';

const pcs = 1_000_000;
const friday = '2026-03-06';
const buildDelivery = (branchId: string, overrides: Partial<UpcomingDelivery> = {}): UpcomingDelivery => ({
  branchId,
  day: friday,
  nextDay: '2026-03-09',
  isOpen: true,
  ...overrides,
});
const buildLine = (branchId: string, overrides: Partial<OrderedItemLine> = {}): OrderedItemLine => ({
  branchId,
  day: friday,
  itemId: 'roll',
  ...overrides,
});
/** Every branch has a getForecast of 40 rolls and 3 cakes for each delivery. */
const getForecast = () => [['roll', 40 * pcs] as const, ['cake', 3 * pcs] as const];
const formatForecast = (deliveries: readonly UpcomingDelivery[], orderedLines: readonly OrderedItemLine[]) =>
  computeExpectedDemand(deliveries, orderedLines, getForecast).map(
    ({ day, itemId, qtyMicro, source }) => `${day} ${itemId} ${qtyMicro / pcs} ${source.kind} ${source.id}`,
  );

test.each<[string, UpcomingDelivery, OrderedItemLine[], string[]]>([
  ['nothing is ordered', buildDelivery('a'), [], ['roll 40 forecast a', 'cake 3 forecast a']],
  ['one order was placed', buildDelivery('a'), [buildLine('a')], ['cake 3 forecast a']],
  ['two orders were placed', buildDelivery('a'), [buildLine('a'), buildLine('a', { itemId: 'cake' })], []],
  [
    'an order for another day that the delivery covers',
    buildDelivery('a'),
    [buildLine('a', { day: '2026-03-08' })],
    ['cake 3 forecast a'],
  ],
  [
    'an order for the next delivery',
    buildDelivery('a'),
    [buildLine('a', { day: '2026-03-09' })],
    ['roll 40 forecast a', 'cake 3 forecast a'],
  ],
  [
    'an order of another branch',
    buildDelivery('a'),
    [buildLine('b')],
    ['roll 40 forecast a', 'cake 3 forecast a'],
  ],
  ['a delivery that can no longer be ordered', buildDelivery('a', { isOpen: false }), [], []],
  [
    'a branch without delivery days, each day separately',
    buildDelivery('a', { nextDay: null }),
    [buildLine('a', { day: '2026-03-07' })],
    ['roll 40 forecast a', 'cake 3 forecast a'],
  ],
])('expected demand: %s', (_, delivery, orderedLines, expected) => {
  expect(formatForecast([delivery], orderedLines)).toEqual(expected.map((entry) => `${friday} ${entry}`));
});

test('M6: worked example: ordered + expected beyond orders + for others - on hand - planned - on order = to make', () => {
  // Four branches that need 40 rolls each: A has ordered 50; B's delivery covers two days, and B has ordered
  // only cakes; C hasn't ordered; D can't order any more.
  const orderedLines = [buildLine('a'), buildLine('b', { itemId: 'cake' })];
  const expected = computeExpectedDemand(
    [buildDelivery('a'), buildDelivery('b'), buildDelivery('c'), buildDelivery('d', { isOpen: false })],
    orderedLines,
    getForecast,
  );
  const ordered = { itemId: 'roll', qtyMicro: 50 * pcs, source: { kind: 'order', id: 'o-a' } as const };
  const [row] = planProductionDay({
    day: friday,
    days: [
      {
        day: friday,
        demands: [ordered, ...expected.filter(({ itemId }) => itemId === 'roll')],
        planned: new Map([['roll', 20 * pcs]]),
        reserved: new Map(),
      },
    ],
    onHand: new Map([['roll', 10 * pcs]]),
    incoming: new Map([['roll', 2 * pcs]]),
    methods: new Map(),
  });
  // 50 ordered + (40 + 40) expected - 10 - 20 - 2 = 98.
  expect(row).toMatchObject({
    neededMicro: 130 * pcs,
    expectedMicro: 80 * pcs,
    onHandMicro: 10 * pcs,
    plannedMicro: 20 * pcs,
    incomingMicro: 2 * pcs,
    missingMicro: 98 * pcs,
    sources: [
      { source: { kind: 'order', id: 'o-a' } },
      { source: { kind: 'forecast', id: 'b' }, qtyMicro: 40 * pcs },
      { source: { kind: 'forecast', id: 'c' }, qtyMicro: 40 * pcs },
    ],
  });
});

test('counts no demand twice: each branch, item and delivery has either orders or a forecast', () => {
  const lineArbitrary = fc.record({
    branchId: fc.constantFrom('a', 'b', 'c'),
    itemId: fc.constantFrom('roll', 'cake'),
    day: fc.constantFrom('2026-03-05', friday, '2026-03-07', '2026-03-09'),
  });
  fc.assert(
    fc.property(fc.array(lineArbitrary, { maxLength: 12 }), (orderedLines) => {
      const demands = computeExpectedDemand(
        ['a', 'b', 'c'].map((branchId) => buildDelivery(branchId)),
        orderedLines,
        getForecast,
      );
      for (const branchId of ['a', 'b', 'c'])
        for (const itemId of ['roll', 'cake']) {
          const isOrdered = orderedLines.some(
            (line) =>
              line.branchId === branchId &&
              line.itemId === itemId &&
              line.day >= friday &&
              line.day < '2026-03-09',
          );
          const isExpected = demands.some(
            (demand) => demand.source.id === branchId && demand.itemId === itemId,
          );
          expect(isExpected).toBe(!isOrdered);
        }
    }),
  );
});
