import { expect, test } from 'vitest';
import { type ColumnTexts, decideFormats, type FormatHints } from './decide-format.ts';

const english: FormatHints = { delimiter: ',', decimal: 'point', dates: 'dmy' };
const american: FormatHints = { ...english, dates: 'mdy' };
const semicolons: FormatHints = { ...english, delimiter: ';' };
const german: FormatHints = { delimiter: ',', decimal: 'comma', dates: 'dmy' };

const buildNumbers = (key: string, ...texts: string[]): ColumnTexts => ({ key, kind: 'number', texts });
const buildDates = (key: string, ...texts: string[]): ColumnTexts => ({ key, kind: 'date', texts });

test.each<[ColumnTexts[], FormatHints, Record<string, 'point' | 'comma'>, Record<string, boolean>]>([
  // An unambiguous column determines an ambiguous one, which is still listed as ambiguous.
  [
    [buildNumbers('qty', '0,125', '1,250'), buildNumbers('cost', '12,500', '8,750')],
    english,
    { qty: 'comma', cost: 'comma' },
    { cost: false },
  ],
  [
    [buildNumbers('qty', '3.5'), buildNumbers('cost', '1,250')],
    german,
    { qty: 'point', cost: 'point' },
    { cost: false },
  ],
  [[buildNumbers('cost', '1,250')], semicolons, { cost: 'comma' }, { cost: false }],
  // Only the device's style suggests a separator, so the user has to choose.
  [[buildNumbers('cost', '1,250')], english, { cost: 'point' }, { cost: true }],
  [[buildNumbers('cost', '1,250')], german, { cost: 'comma' }, { cost: true }],
  // Each column is determined by its own cells, independently of the others.
  [[buildNumbers('a', '1,5'), buildNumbers('b', '2.5')], english, { a: 'comma', b: 'point' }, {}],
  [[buildNumbers('rate', '5,5 %', '13%')], english, { rate: 'comma' }, {}],
  [[buildNumbers('whole', '7', '12')], german, { whole: 'comma' }, {}],
])('determines the decimal separator of columns: %#', (columns, hints, expected, expectedChoices) => {
  const formats = decideFormats(columns, hints);
  expect(
    Object.fromEntries(Object.entries(formats.columns).map(([key, { decimal }]) => [key, decimal])),
  ).toEqual(expected);
  expect(
    Object.fromEntries(
      Object.entries(formats.ambiguousColumns).map(([key, { requiresChoice }]) => [key, requiresChoice]),
    ),
  ).toEqual(expectedChoices);
});

test.each<[ColumnTexts[], FormatHints, Record<string, string>, Record<string, boolean>]>([
  [[buildDates('a', '31.12.26', '28.11.27')], english, { a: 'dmy' }, {}],
  [[buildDates('a', '26-11-05', '99-12-31')], english, { a: 'yymd' }, {}],
  [[buildDates('a', '11/20/26')], english, { a: 'mdy' }, {}],
  [[buildDates('a', '2026-11-20', '2026-01-02')], american, { a: 'ymd' }, {}],
  [[buildDates('a', '03/04/2026')], english, { a: 'dmy' }, { a: true }],
  [[buildDates('a', '3 Apr 2026', '03-MAR-26')], american, { a: 'dmy' }, {}],
  [
    [buildDates('a', 'Apr 3, 2026'), buildDates('b', '03/04/2026')],
    american,
    { a: 'ymd', b: 'mdy' },
    { b: true },
  ],
  [[buildDates('a', '03/04/2026')], american, { a: 'mdy' }, { a: true }],
  [
    [buildDates('a', '03/04/2026'), buildDates('b', '03/25/2026')],
    english,
    { a: 'mdy', b: 'mdy' },
    { a: false },
  ],
  [[buildDates('a', '04/04/2026')], american, { a: 'dmy' }, {}],
])('determines the date order of columns: %#', (columns, hints, expected, expectedChoices) => {
  const formats = decideFormats(columns, hints);
  expect(
    Object.fromEntries(Object.entries(formats.columns).map(([key, { dates: order }]) => [key, order])),
  ).toEqual(expected);
  expect(
    Object.fromEntries(
      Object.entries(formats.ambiguousColumns).map(([key, { requiresChoice }]) => [key, requiresChoice]),
    ),
  ).toEqual(expectedChoices);
});
