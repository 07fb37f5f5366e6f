import { expect, it } from 'vitest';
import { computeWasteCost, findWasteWarning } from './waste-warning.ts';

const kg = { id: 'kg', symbol: 'kg', num: 1, den: 1, isWhole: false };
const bag = { id: 'bag', symbol: 'bag', num: 10, den: 1, isWhole: false };

it('computes the cost in any unit from the average cost', () => {
  expect(computeWasteCost(0.3, kg, { onHand: 4, avgCost: 1.25 })).toBe(0.375);
  expect(computeWasteCost(2, bag, { onHand: 40, avgCost: 1.25 })).toBe(25);
  expect(computeWasteCost(2, bag, { onHand: null, avgCost: null })).toBeNull();
});

it('returns no cost beyond exact numbers, and warns about the quantity', () => {
  const stock = { onHand: 4, avgCost: 90_000_000 };
  expect([computeWasteCost(9_000_000_000, bag, stock), computeWasteCost(8_000_000, kg, stock)]).toEqual([
    null,
    null,
  ]);
  expect(findWasteWarning(9_000_000_000, bag, stock, [])).toEqual({ kind: 'exceedsStock', onHand: 4 });
});

it.each([
  [2, bag, { onHand: 15, avgCost: null }, [], { kind: 'exceedsStock', onHand: 15 }],
  [1, bag, { onHand: 15, avgCost: null }, [], null],
  [6, kg, { onHand: 15, avgCost: null }, [{ qty: 1, unit: 'kg' }], { kind: 'unusual', usual: 1 }],
  [6, kg, { onHand: 15, avgCost: null }, [{ qty: 1, unit: 'bag' }], null],
  [500, kg, { onHand: null, avgCost: null }, [], null],
])('returns the warning for %d %o with %o on hand', (qty, unit, stock, earlierRecords, warning) => {
  expect(findWasteWarning(qty, unit, stock, earlierRecords)).toEqual(warning);
});
