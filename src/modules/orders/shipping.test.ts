import { describe, expect, it, test } from 'vitest';
import { toMicro } from '#core/quantity.ts';
import { buildTestOrderLine } from './testing/orders.ts';
import type { OrderLifecycleLine } from './lines.ts';
import { compareByStop, findShippingBlocker } from './shipping.ts';

const m = toMicro;
const substitute = { orderQtyMicro: 0, pickedQtyMicro: m(2), substituteFor: 'l0', reason: 'substituted' };

describe('an order can be shipped with others', () => {
  test.each<[string, Partial<OrderLifecycleLine>, string | null]>([
    ['picked as approved', { approvedQtyMicro: m(10), pickedQtyMicro: m(10) }, null],
    ['entered as shipped without a pick', { shippedQtyMicro: m(10) }, null],
    ['nothing entered', { approvedQtyMicro: m(10) }, 'ship-not-picked'],
    ['nothing entered, and nothing approved', { approvedQtyMicro: 0, reason: 'none left' }, null],
    ['short for a reason', { pickedQtyMicro: m(4), reason: 'out of stock' }, null],
    ['nothing picked, for a reason', { pickedQtyMicro: 0, reason: 'out of stock' }, null],
    ['short without a reason', { pickedQtyMicro: m(4) }, 'ship-unexplained'],
    ['a substitute that the branch accepts', { ...substitute, substituteAnswer: 'accepted' }, null],
    ['a substitute that the branch has not responded to', substitute, null],
    ['a substitute that the branch refuses', { ...substitute, substituteAnswer: 'refused' }, 'ship-refused'],
    [
      'a refused substitute that was removed',
      { ...substitute, substituteAnswer: 'refused', pickedQtyMicro: 0 },
      null,
    ],
    ['more than approved without a reason', { pickedQtyMicro: m(12) }, 'ship-unexplained'],
  ])('%s', (_, line, expected) => {
    expect(findShippingBlocker([buildTestOrderLine(line)])?.reason ?? null).toBe(expected);
  });

  it('reports the number of blocking lines, unpicked ones first', () => {
    const open = buildTestOrderLine({ lineId: 'a' });
    const unexplained = buildTestOrderLine({ lineId: 'b', pickedQtyMicro: m(1) });
    expect(findShippingBlocker([open, unexplained, { ...open, lineId: 'c' }])?.params).toEqual({ n: '2' });
    expect(findShippingBlocker([unexplained])?.params).toEqual({ n: '1' });
  });
});

it('sorts stops by route; branches without a stop come last on their route, and branches without a route come last', () => {
  const stop = (route: string | null, routeStop: number | null, name: string) => ({ route, routeStop, name });
  const cases = [
    stop('Route 2', 1, 'Quay'),
    stop('Route 2', 10, 'Airport'),
    stop('Route 2', null, 'Arcade'),
    stop('Route 2', null, 'Bakery'),
    stop('Route 10', 1, 'Hill'),
    stop(null, 1, 'Alone'),
  ];
  expect(cases.toReversed().toSorted(compareByStop)).toEqual(cases);
});
