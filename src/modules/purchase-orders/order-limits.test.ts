import { describe, expect, it } from 'vitest';
import { computeMissingValues, computeUsualFreight } from './order-limits.ts';

describe("a supplier's limits", () => {
  it.each([
    ['no freight', null, 100, 50, 0],
    ['always freight without a limit', 12, null, 5000, 12],
    ['freight below the limit', 12, 100, 99.9999, 12],
    ['no freight at the limit', 12, 100, 100, 0],
    ['no freight without goods', 12, 100, 0, 0],
  ])('%s', (_name, freight, freeFreightFrom, value, expected) => {
    expect(computeUsualFreight({ freight, freeFreightFrom }, value)).toBe(expected);
  });

  it.each([
    [{ minOrderValue: 100, freeFreightFrom: 250 }, 77.7, { toMinimum: 22.3, toFreeFreight: 172.3 }],
    [{ minOrderValue: 100, freeFreightFrom: 250 }, 100, { toMinimum: 0, toFreeFreight: 150 }],
    [{ minOrderValue: null, freeFreightFrom: 250 }, 300, { toMinimum: null, toFreeFreight: 0 }],
    [{ minOrderValue: 0, freeFreightFrom: null }, 5, { toMinimum: null, toFreeFreight: null }],
  ])('the amounts missing with %o for goods of %d are %o', (terms, value, expected) => {
    expect(computeMissingValues(terms, value)).toEqual(expected);
  });
});
