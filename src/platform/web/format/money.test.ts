import { afterEach, describe, expect, it } from 'vitest';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { formatQuantity } from './format.ts';
import {
  formatMoney,
  formatPrice,
  formatUnitCost,
  toMoneyCell,
  formatMoneyHeader,
  getMoneyFormat,
} from './money.ts';

afterEach(() => localeStore.set('en'));

describe('money', () => {
  it.each([
    [1284.5, 'GBP', '£1,284.50'],
    [1284.5, 'EUR', '€1,284.50'],
    [1284.5, 'INR', '₹1,284.50'],
    // Several currencies are called dollar, yen or crown.
    [1284.5, 'USD', 'USD 1,284.50'],
    [1284.5, 'CAD', 'CAD 1,284.50'],
    [1284.5, 'SEK', 'SEK 1,284.50'],
    [1284.5, 'AED', 'AED 1,284.50'],
    // Currencies with a different number of decimals.
    [1284.5, 'JPY', 'JPY 1,285'],
    [0.1254, 'KWD', 'KWD 0.125'],
    [-12, 'GBP', '-£12.00'],
    [-12, 'AED', '-AED 12.00'],
    // Negative zero is shown as zero.
    [-0.001, 'GBP', '£0.00'],
    [-0, 'EUR', '€0.00'],
    [-0.4, 'JPY', 'JPY 0'],
    // Unknown currency, or a code used only by another server.
    [1284.5, null, '1,284.50'],
    [2, 'EURO', 'EURO 2.00'],
    [null, 'GBP', '–'],
    [undefined, 'GBP', '–'],
  ])('%s %s is shown as %s', (value, currency, text) => {
    expect(formatMoney(value, currency).replaceAll('\u00a0', ' ')).toBe(text);
    expect(getMoneyFormat(currency)(value)).toBe(formatMoney(value, currency));
  });

  it('is isolated in right-to-left text', () => {
    localeStore.set('ar');
    expect(formatMoney(1284.5, 'GBP')).toBe('\u2066£1,284.50\u2069');
    expect(formatMoney(null, 'GBP')).toBe('–');
  });

  it('a price is shown with its decimals, up to six', () => {
    expect(formatPrice(0.002081, 'GBP')).toBe('£0.002081');
    expect(formatPrice(2.080606, 'GBP')).toBe('£2.080606');
    expect(formatPrice(0.5, 'GBP')).toBe('£0.50');
    expect(formatPrice(1200, 'GBP')).toBe('£1,200.00');
    expect(formatPrice(0.25, 'JPY')).toBe('JPY\u00a00.25');
    expect(getMoneyFormat('GBP').price(0.0125)).toBe('£0.0125');
  });

  it('a small computed cost has four decimals, a very small one six', () => {
    expect(formatUnitCost(0.01254, 'GBP')).toBe('£0.0125');
    expect(formatUnitCost(0.5, 'GBP')).toBe('£0.50');
    expect(formatUnitCost(12.34567, 'GBP')).toBe('£12.35');
    expect(formatUnitCost(0.0020806, 'GBP')).toBe('£0.002081');
    expect(formatUnitCost(-0.0000001, 'GBP')).toBe('£0.00');
    expect(formatUnitCost(0.25, 'JPY')).toBe('JPY\u00a00.25');
  });
});

it('a file has the code once in the header, and numbers with the currency’s decimals', () => {
  expect(formatMoneyHeader('Value', 'GBP')).toBe('Value (GBP)');
  expect(formatMoneyHeader('Value', null)).toBe('Value');
  expect(toMoneyCell(1512.1052, 'GBP')).toBe(1512.11);
  expect(toMoneyCell(1512.5, 'JPY')).toBe(1513);
  expect(toMoneyCell(0.1254, 'KWD')).toBe(0.125);
  expect(Object.is(toMoneyCell(-0.001, 'GBP'), 0)).toBe(true);
  expect(toMoneyCell(null, 'GBP')).toBeNull();
});

it('a quantity that rounds to zero has no sign', () => {
  expect(formatQuantity(-0.0000001)).toBe('0');
  expect(formatQuantity(-2)).toBe('-2');
});
