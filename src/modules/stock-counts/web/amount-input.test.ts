import { describe, expect, it } from 'vitest';
import { type EntryUnit, splitIntoUnits, totalAmountInput, formatAmountInput } from './amount-input.ts';

const caseOf12: EntryUnit = { id: 'case', symbol: 'case', num: 12, den: 1, isWhole: true };
const bag: EntryUnit = { id: 'bag', symbol: 'bag', num: 5, den: 2, isWhole: false };
const bottle: EntryUnit = { id: 'btl', symbol: 'btl', num: 1, den: 1, isWhole: true };
const kg: EntryUnit = { id: 'kg', symbol: 'kg', num: 1, den: 1, isWhole: false };

describe('totalAmountInput', () => {
  it.each([
    ['2 cases and 3 loose', { case: '2', btl: '3' }, 27],
    ['sums entered in any unit', { case: '1+1', btl: '2*6' }, 36],
    ['loose units only', { btl: '7' }, 7],
    ['0 is a count', { btl: '0' }, 0],
    ['Arabic digits', { case: '٢', btl: '٣' }, 27],
  ])('%s', (_name, input, base) => {
    expect(totalAmountInput(input, [caseOf12, bottle])).toMatchObject({ kind: 'total', base });
  });

  it('adds up all units', () => {
    expect(totalAmountInput({ bag: '1.5', kg: '0.25' }, [bag, kg])).toEqual({
      kind: 'total',
      base: 4,
      parts: [
        { unit: 'bag', qty: 1.5 },
        { unit: 'kg', qty: 0.25 },
      ],
    });
  });

  it('returns empty instead of zero if nothing is entered', () => {
    expect(totalAmountInput({}, [caseOf12, bottle])).toEqual({ kind: 'empty' });
    expect(totalAmountInput({ case: ' ', btl: '' }, [caseOf12, bottle])).toEqual({ kind: 'empty' });
  });

  it.each([
    ['not a quantity', { btl: 'many' }, 'btl', 'notAQuantity'],
    ['a fraction of a whole unit', { case: '1.5' }, 'case', 'wholeOnly'],
    ['too large for exact numbers', { case: '9000000000' }, 'case', 'tooMuch'],
  ])('reports the field that is %s', (_name, input, unit, reason) => {
    expect(totalAmountInput(input, [caseOf12, bottle])).toEqual({ kind: 'invalid', unit, reason });
  });
});

describe('splitIntoUnits', () => {
  it.each([
    [27, { case: '2', btl: '3' }],
    [24, { case: '2' }],
    [3, { btl: '3' }],
    [0, { btl: '0' }],
  ])('splits %d bottles', (base, input) => {
    expect(formatAmountInput(splitIntoUnits(base, [caseOf12, bottle]))).toEqual(input);
  });

  it('returns parts that add up to the amount', () => {
    for (const base of [0, 0.000001, 2.5, 7.25, 1000.125]) {
      const input = formatAmountInput(splitIntoUnits(base, [bag, kg]));
      expect(totalAmountInput(input, [bag, kg])).toMatchObject({ kind: 'total', base });
    }
  });
});
