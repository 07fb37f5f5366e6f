import { afterEach, beforeAll, expect, it } from 'vitest';
import { arabicTexts } from './arabic.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { addTranslations } from '#platform/web/i18n/messages.ts';
import {
  formatAmount,
  formatAmountChange,
  registerUnitName,
  formatUnitName,
} from '#platform/web/format/unit.ts';
import { registerUnitDigits, roundUpToUnit } from '#platform/web/format/unit-digits.ts';

beforeAll(() => addTranslations(arabicTexts));
afterEach(() => {
  localeStore.set('en');
  registerUnitName('bag', null);
});

it.each([
  [99, 'bag', '99 bags'],
  [1, 'bag', '1 bag'],
  [0, 'bag', '0 bags'],
  [-1, 'bag', '-1 bag'],
  [2, 'case', '2 cases'],
  [3, 'box', '3 boxes'],
  [4, 'pouch', '4 pouches'],
  [2, 'tray', '2 trays'],
  [2, 'loaf', '2 loaves'],
  [0.5, 'kg', '0.5 kg'],
  [7, 'each', '7 each'],
  [7, 'doz', '7 doz'],
  [7, 'pcs', '7 pcs'],
  // Not an English word, so it isn't changed.
  [2, 'CS', '2 CS'],
  [2, 'كيس', '2 كيس'],
  [2, '', '2'],
  [null, 'bag', '–'],
])('formats %s %s as %s', (qty, symbol, text) => expect(formatAmount(qty, symbol)).toBe(text));

it.each([
  [1, 'bag', '1 كيس'],
  [2, 'bag', '2 كيس'],
  [3, 'bag', '3 أكياس'],
  [11, 'bag', '11 كيسًا'],
  [100, 'bag', '100 كيس'],
  [0.5, 'bag', '0.5 كيس'],
  [5, 'case', '5 كراتين'],
  [11.74, 'kg', '11.74 كغ'],
  // The unit has no Arabic name.
  [5, 'keg', '5 keg'],
])('formats %s %s as %s in Arabic', (qty, symbol, text) => {
  localeStore.set('ar');
  expect(formatAmount(qty, symbol)).toBe(`\u2068${text}\u2069`);
});

it('a unit without a quantity is shown with its full name, and the business’s translated name takes precedence', () => {
  expect(formatUnitName(null, 'bag')).toBe('bag');
  localeStore.set('ar');
  expect(formatUnitName(null, 'kg')).toBe('كيلوغرام');
  registerUnitName('bag', 'شوال');
  registerUnitName('keg', 'برميل');
  expect(formatUnitName(3, 'bag')).toBe('شوال');
  expect(formatUnitName(3, 'keg')).toBe('برميل');
});

it('shows as many decimals as the unit allows, and rounds suggestions up', () => {
  registerUnitDigits('box', true);
  registerUnitDigits('kg', false);
  expect(formatAmount(76.152222, 'box')).toBe('76.15 boxes');
  expect(formatAmount(6.315789, 'kg')).toBe('6.316 kg');
  // If units aren't loaded, packs count as whole units and standard units as measures.
  expect(formatAmount(3.333333, 'Case 6 x 1 l')).toBe('3.33 × Case 6 x 1 l');
  expect(formatAmount(3.333333, 'bag')).toBe('3.33 bags');
  expect(formatAmount(3.333333, 'L')).toBe('3.333 L');
  expect(formatAmountChange(-88.894583, 'box')).toBe('-88.89 boxes');
  expect(formatAmount(0.004, 'box'), 'a small amount is not shown as zero').toBe('0.004 boxes');
  expect([
    roundUpToUnit(6.315789, 'kg'),
    roundUpToUnit(0.511364, 'kg'),
    roundUpToUnit(2.5, 'kg'),
    roundUpToUnit(1.001, 'box'),
  ]).toEqual([6.316, 0.512, 2.5, 1.01]);
});
