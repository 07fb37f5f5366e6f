import { expect, test } from 'vitest';
import { computeTransferPriceMicro, computePricePerBaseMicro } from './pack-price.ts';

const units = [
  { _id: 'kg', dimension: 'mass', factorNum: 1000, factorDen: 1 },
  { _id: 'g', dimension: 'mass', factorNum: 1, factorDen: 1 },
  { _id: 'case', dimension: 'count', factorNum: 1, factorDen: 1 },
];
const item = { baseUnit: 'g', conversions: [{ fromUnit: 'case', toUnit: 'kg', num: 9, den: 1 }] };
const buildPack = (changes = {}) => ({ unit: 'kg', contentsQty: 2, price: 18, ...changes });

test.each([
  ['through the dimension', buildPack(), 9000],
  ['through a conversion of the item', buildPack({ unit: 'case', contentsQty: 1, price: 90 }), 10_000],
  ['in the base unit itself', buildPack({ unit: 'g', contentsQty: 4, price: 1 }), 250_000],
  ['half to even', buildPack({ unit: 'g', contentsQty: 8, price: 0.000_004 }), 0],
  ['without a price', buildPack({ price: null }), null],
  ['of nothing', buildPack({ contentsQty: 0 }), null],
  ['without a conversion to the base unit', buildPack({ unit: 'bag' }), null],
  ['with more decimals than are stored', buildPack({ price: 0.000_000_1 }), null],
])('price per base unit %s', (_name, pack, expected) => {
  expect(computePricePerBaseMicro(pack, item, units)).toBe(expected);
});

test.each([
  ['fixed', { mode: 'fixed', price: 2.5 }, null, 2_500_000],
  ['at cost', { mode: 'cost' }, 1.2, 1_200_000],
  ['cost and 12.5 %', { mode: 'cost_plus', percent: 12.5 }, 1.2, 1_350_000],
  ['a cost that is not set', { mode: 'cost' }, null, null],
  ['no rule', null, 1.2, null],
] as const)('price for branches: %s', (_name, rule, cost, expected) => {
  expect(computeTransferPriceMicro(rule, cost)).toBe(expected);
});
