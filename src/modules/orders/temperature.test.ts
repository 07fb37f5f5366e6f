import { expect, test } from 'vitest';
import type { OrderLifecycleLine } from './lines.ts';
import { findTemperatureProblem } from './temperature.ts';

const milk: OrderLifecycleLine = {
  lineId: 'milk',
  itemId: 'milk',
  unitNum: 1,
  unitDen: 1,
  unitCostMicro: 1_000_000,
  reason: null,
  substituteFor: null,
  lots: [],
  orderQtyMicro: 4e6,
  approvedQtyMicro: null,
  pickedQtyMicro: null,
  shippedQtyMicro: 4e6,
  receivedQtyMicro: null,
  damagedQtyMicro: null,
  shortQtyMicro: null,
  overQtyMicro: null,
  receivingMaxTemp: 5,
};
const soup = { ...milk, receivingMinTemp: 63, receivingMaxTemp: null };

test.each<[string, OrderLifecycleLine, string | null]>([
  ['no temperature is required', { ...milk, receivingMaxTemp: null }, null],
  ['no measurement', milk, 'temperature-required'],
  [
    'a note instead of a measurement',
    { ...milk, note: 'The thermometer is broken', isReceivingNote: 1 },
    null,
  ],
  ['a blank note', { ...milk, note: '  ', isReceivingNote: 1 }, 'temperature-required'],
  ['a note on the order', { ...milk, note: 'With blue lids' }, 'temperature-required'],
  ['exactly the maximum', { ...milk, temperatureMicro: 5e6 }, null],
  ['below zero', { ...milk, temperatureMicro: -18.5e6 }, null],
  ['a tenth of a degree too warm', { ...milk, temperatureMicro: 5.1e6 }, 'too-warm'],
  [
    'too warm, with a reason',
    { ...milk, temperatureMicro: 9e6, reason: 'Used at once', isReceivingReason: 1 },
    null,
  ],
  ['too warm, with less shipped', { ...milk, temperatureMicro: 9e6, reason: 'Shared out' }, 'too-warm'],
  ['too warm, with nothing accepted', { ...milk, temperatureMicro: 9e6, receivedQtyMicro: 0 }, null],
  ['hot enough', { ...soup, temperatureMicro: 63e6 }, null],
  ['not hot enough', { ...soup, temperatureMicro: 40e6 }, 'too-cold'],
])('%s', (_, line, code) => {
  expect(findTemperatureProblem(line)?.reason ?? null).toBe(code);
});

test('reports the measured temperature and the limit', () => {
  const warm = { ...milk, temperatureMicro: 7.5e6 };
  expect(findTemperatureProblem(warm)).toMatchObject({ params: { measured: '7.5', bound: '5' } });
});
