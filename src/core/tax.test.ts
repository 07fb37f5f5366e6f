import { describe, expect, test } from 'vitest';
import { type DatedRate, earlierRates, listRatePeriods, type RatedTax, getTaxRate } from './tax.ts';

const buildTax = (rate: number, validFrom: string | null, rates: DatedRate[] = []): RatedTax => ({
  rate,
  validFrom,
  rates,
});

const vat = buildTax(20, '2011-01-04', [
  { from: '2010-01-01', rate: 17.5 },
  { from: null, rate: 15 },
]);

test('the periods of a tax are consecutive, oldest first', () => {
  expect(listRatePeriods(vat)).toEqual([
    { from: null, until: '2009-12-31', rate: 15 },
    { from: '2010-01-01', until: '2011-01-03', rate: 17.5 },
    { from: '2011-01-04', until: null, rate: 20 },
  ]);
});

test.each([
  ['1999-01-01', 15],
  ['2009-12-31', 15],
  ['2010-01-01', 17.5],
  ['2011-01-03', 17.5],
  ['2011-01-04', 20],
  ['2030-01-01', 20],
])('on %s the rate is %d', (day, rate) => {
  expect(getTaxRate(vat, day)).toBe(rate);
});

test('a tax has no rate before its first day; a tax without a first day applies to any date', () => {
  expect(getTaxRate(buildTax(5, '2026-01-01'), '2025-12-31')).toBeNull();
  expect(getTaxRate(buildTax(5, null), '1900-01-01')).toBe(5);
});

describe('earlier rates stored on a change', () => {
  test.each<[title: string, before: RatedTax, after: RatedTax, expected: DatedRate[]]>([
    [
      'a new rate from a later day',
      buildTax(20, '2011-01-04'),
      buildTax(21, '2027-01-01'),
      [{ from: '2011-01-04', rate: 20 }],
    ],
    [
      'a new rate from a day, if the tax had no first day',
      buildTax(20, null),
      buildTax(21, '2027-01-01'),
      [{ from: null, rate: 20 }],
    ],
    [
      'a new rate from the same day is a correction',
      buildTax(20, '2027-01-01'),
      buildTax(21, '2027-01-01'),
      [],
    ],
    [
      'a new rate from an earlier day is a correction',
      buildTax(20, '2027-01-01'),
      buildTax(21, '2026-01-01'),
      [],
    ],
    ['a new rate without a day is a correction', buildTax(20, null), buildTax(21, null), []],
    ['the same rate from a later day', buildTax(20, '2026-01-01'), buildTax(20, '2027-01-01'), []],
    [
      'an earlier rate that is already stored is stored once',
      buildTax(20, '2011-01-04'),
      buildTax(21, '2027-01-01', [{ from: '2011-01-04', rate: 20 }]),
      [{ from: '2011-01-04', rate: 20 }],
    ],
    [
      'earlier rates stay, in order',
      buildTax(20, '2011-01-04', [{ from: null, rate: 15 }]),
      buildTax(21, '2027-01-01', [{ from: null, rate: 15 }]),
      [
        { from: null, rate: 15 },
        { from: '2011-01-04', rate: 20 },
      ],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(earlierRates(before, after)).toEqual(expected);
  });
});
