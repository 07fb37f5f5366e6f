import { describe, expect, it } from 'vitest';
import { convert } from './unit-converter.tsx';

const units = [
  { _id: 'g', dimension: 'mass', factorNum: 1, factorDen: 1 },
  { _id: 'kg', dimension: 'mass', factorNum: 1000, factorDen: 1 },
  { _id: 'lb', dimension: 'mass', factorNum: 45_359_237, factorDen: 100_000 },
  { _id: 'piece', dimension: 'count', factorNum: 1, factorDen: 1 },
  { _id: 'case', dimension: 'count', factorNum: 1, factorDen: 1 },
];
/** One case is 12 pieces, and a piece weighs 750 g. */
const itemConversions = [
  { fromUnit: 'case', toUnit: 'piece', num: 12, den: 1 },
  { fromUnit: 'piece', toUnit: 'g', num: 750, den: 1 },
];

const convertText = (
  quantity: number | string | null,
  from: string,
  to: string,
  conversions = itemConversions,
) => convert({ quantity, from, to, units, conversions });

describe('the converter', () => {
  it.each([
    [2, 'case', 'g', 18_000],
    [1.5, 'kg', 'g', 1500],
    [1, 'lb', 'g', 453.59237],
    [9000, 'g', 'case', 1],
    [0.1, 'kg', 'g', 100],
    [0, 'case', 'g', 0],
    [7, 'kg', 'kg', 7],
  ])('converts %d %s to %s: %d, exactly', (quantity, from, to, value) => {
    expect(convertText(quantity, from, to)).toMatchObject({ kind: 'value', value, isExact: true });
  });

  it('marks a result that six decimals cannot represent exactly', () => {
    expect(convertText(1, 'kg', 'case')).toEqual({
      kind: 'value',
      value: 0.111111,
      isExact: false,
      exactly: '1/9',
    });
  });

  it.each([
    ['there is no conversion', convertText(1, 'kg', 'piece', []), 'noConversion'],
    ['no unit is selected', convertText(1, '', 'g'), 'incomplete'],
    ['no quantity is entered', convertText(null, 'kg', 'g'), 'incomplete'],
    ['the entry is not a number', convertText('two', 'kg', 'g'), 'notANumber'],
    ['the result is too large to be exact', convertText(9_000_000_000, 'kg', 'g'), 'tooLarge'],
  ])('reports that %s', (_, result, kind) => {
    expect(result.kind).toBe(kind);
  });
});
