import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AskedLine, type ComingDelivery, expectedWants } from './expected.ts';
import { planDay } from './plan.ts';

const pcs = 1_000_000;
const friday = '2026-03-06';
const delivery = (branchId: string, more: Partial<ComingDelivery> = {}): ComingDelivery => ({
  branchId,
  day: friday,
  until: '2026-03-09',
  isOpen: true,
  ...more,
});
const line = (branchId: string, qty: number, more: Partial<AskedLine> = {}): AskedLine => ({
  branchId,
  orderId: `o-${branchId}`,
  day: friday,
  itemId: 'roll',
  qtyMicro: qty * pcs,
  isSent: true,
  ...more,
});
/** Every branch is expected to want 40 rolls and 3 cakes of each of its deliveries. */
const forecast = () => [['roll', 40 * pcs] as const, ['cake', 3 * pcs] as const];
const told = (deliveries: readonly ComingDelivery[], asked: readonly AskedLine[]) =>
  expectedWants(deliveries, asked, forecast).map(
    ({ day, itemId, qtyMicro, by }) => `${day} ${itemId} ${qtyMicro / pcs} ${by.kind} ${by.id}`,
  );

test.each<[string, ComingDelivery, AskedLine[], string[]]>([
  ['nothing is ordered', delivery('a'), [], ['roll 40 forecast a', 'cake 3 forecast a']],
  ['an order came, for more', delivery('a'), [line('a', 50)], ['cake 3 forecast a']],
  ['an order came, for less', delivery('a'), [line('a', 5)], ['cake 3 forecast a']],
  ['it was cut to nothing', delivery('a'), [line('a', 0)], ['cake 3 forecast a']],
  [
    'an order is under review',
    delivery('a'),
    [line('a', 12, { isSent: false })],
    ['roll 12 review o-a', 'cake 3 forecast a'],
  ],
  [
    'one was sent, another is under review',
    delivery('a'),
    [line('a', 30), line('a', 12, { isSent: false, orderId: 'o-2' })],
    ['roll 12 review o-2', 'cake 3 forecast a'],
  ],
  [
    'an order for another day that the delivery covers',
    delivery('a'),
    [line('a', 5, { day: '2026-03-08' })],
    ['cake 3 forecast a'],
  ],
  [
    'an order for the next delivery',
    delivery('a'),
    [line('a', 5, { day: '2026-03-09' })],
    ['roll 40 forecast a', 'cake 3 forecast a'],
  ],
  ['an order of another branch', delivery('a'), [line('b', 5)], ['roll 40 forecast a', 'cake 3 forecast a']],
  ['it cannot be ordered for any more', delivery('a', { isOpen: false }), [], []],
  [
    'an order under review that is late',
    delivery('a', { isOpen: false }),
    [line('a', 12, { isSent: false })],
    ['roll 12 review o-a'],
  ],
  [
    'a branch without delivery days, each day for itself',
    delivery('a', { until: null }),
    [line('a', 5, { day: '2026-03-07' })],
    ['roll 40 forecast a', 'cake 3 forecast a'],
  ],
])('what is still expected where %s', (_, one, asked, expected) => {
  expect(told([one], asked)).toEqual(expected.map((each) => `${friday} ${each}`));
});

test('M6: a worked example: ordered + expected beyond orders + for others - on hand - planned - on order = to make', () => {
  // Four branches of 40 rolls each: A has ordered 50, B's order of 12 is under review, C has not ordered, D cannot any more.
  const asked = [line('a', 50), line('b', 12, { isSent: false })];
  const expected = expectedWants(
    [delivery('a'), delivery('b'), delivery('c'), delivery('d', { isOpen: false })],
    asked,
    forecast,
  );
  const ordered = { itemId: 'roll', qtyMicro: 50 * pcs, by: { kind: 'order', id: 'o-a' } as const };
  const [row] = planDay({
    day: friday,
    days: [
      {
        day: friday,
        wants: [ordered, ...expected.filter(({ itemId }) => itemId === 'roll')],
        planned: new Map([['roll', 20 * pcs]]),
        reserved: new Map(),
      },
    ],
    onHand: new Map([['roll', 10 * pcs]]),
    coming: new Map([['roll', 2 * pcs]]),
    makings: new Map(),
  });
  // 50 ordered + (12 + 40) expected - 10 - 20 - 2 = 70.
  expect(row).toMatchObject({
    neededMicro: 102 * pcs,
    expectedMicro: 52 * pcs,
    onHandMicro: 10 * pcs,
    plannedMicro: 20 * pcs,
    comingMicro: 2 * pcs,
    missingMicro: 70 * pcs,
    sources: [
      { by: { kind: 'order', id: 'o-a' } },
      { by: { kind: 'review', id: 'o-b' }, qtyMicro: 12 * pcs },
      { by: { kind: 'forecast', id: 'c' }, qtyMicro: 40 * pcs },
    ],
  });
});

test('no demand is counted twice: of a branch, an item and a delivery there are orders or a forecast, never both', () => {
  const some = fc.record({
    branchId: fc.constantFrom('a', 'b', 'c'),
    itemId: fc.constantFrom('roll', 'cake'),
    qty: fc.integer({ min: 0, max: 30 }),
    day: fc.constantFrom('2026-03-05', friday, '2026-03-07', '2026-03-09'),
    isSent: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), (lines) => {
      const asked = lines.map((one, at) => line(one.branchId, one.qty, { ...one, orderId: String(at) }));
      const deliveries = ['a', 'b', 'c'].map((branchId) => delivery(branchId));
      const wants = expectedWants(deliveries, asked, forecast);
      for (const { by, itemId } of wants)
        if (by.kind === 'forecast')
          expect(
            asked.filter(
              (one) =>
                one.branchId === by.id &&
                one.itemId === itemId &&
                one.day >= friday &&
                one.day < '2026-03-09',
            ),
          ).toEqual([]);
      const reviewed = wants.filter(({ by }) => by.kind === 'review');
      expect(reviewed.map(({ by }) => by.id)).toEqual(
        asked.flatMap(({ isSent, qtyMicro, orderId }) => (isSent || qtyMicro === 0 ? [] : orderId)),
      );
    }),
  );
});
