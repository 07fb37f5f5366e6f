import { expect, test } from 'vitest';
import { type ColumnTexts, decideFormats, type FormatHints } from './decide-format.ts';

const english: FormatHints = { delimiter: ',', decimal: 'point', dates: 'dmy' };
const american: FormatHints = { ...english, dates: 'mdy' };
const semicolons: FormatHints = { ...english, delimiter: ';' };
const german: FormatHints = { delimiter: ',', decimal: 'comma', dates: 'dmy' };

const numbers = (key: string, ...texts: string[]): ColumnTexts => ({ key, kind: 'number', texts });
const dates = (key: string, ...texts: string[]): ColumnTexts => ({ key, kind: 'date', texts });

test.each<[ColumnTexts[], FormatHints, Record<string, 'point' | 'comma'>, Record<string, boolean>]>([
  // An unambiguous column determines an ambiguous one, which is still listed as `open`.
  [
    [numbers('qty', '0,125', '1,250'), numbers('cost', '12,500', '8,750')],
    english,
    { qty: 'comma', cost: 'comma' },
    { cost: false },
  ],
  [
    [numbers('qty', '3.5'), numbers('cost', '1,250')],
    german,
    { qty: 'point', cost: 'point' },
    { cost: false },
  ],
  [[numbers('cost', '1,250')], semicolons, { cost: 'comma' }, { cost: false }],
  // Only the device's style is left to go by, so the user has to choose.
  [[numbers('cost', '1,250')], english, { cost: 'point' }, { cost: true }],
  [[numbers('cost', '1,250')], german, { cost: 'comma' }, { cost: true }],
  // Each column is determined by its own cells, independently of the others.
  [[numbers('a', '1,5'), numbers('b', '2.5')], english, { a: 'comma', b: 'point' }, {}],
  [[numbers('rate', '5,5 %', '13%')], english, { rate: 'comma' }, {}],
  [[numbers('whole', '7', '12')], german, { whole: 'comma' }, {}],
])('determines the decimal separator of columns: %#', (columns, hints, expected, unsure) => {
  const formats = decideFormats(columns, hints);
  expect(
    Object.fromEntries(Object.entries(formats.columns).map(([key, { decimal }]) => [key, decimal])),
  ).toEqual(expected);
  expect(
    Object.fromEntries(Object.entries(formats.open).map(([key, { requiresChoice }]) => [key, requiresChoice])),
  ).toEqual(unsure);
});

test.each<[ColumnTexts[], FormatHints, Record<string, string>, Record<string, boolean>]>([
  [[dates('a', '31.12.26', '28.11.27')], english, { a: 'dmy' }, {}],
  [[dates('a', '26-11-05', '99-12-31')], english, { a: 'yymd' }, {}],
  [[dates('a', '11/20/26')], english, { a: 'mdy' }, {}],
  [[dates('a', '2026-11-20', '2026-01-02')], american, { a: 'ymd' }, {}],
  [[dates('a', '03/04/2026')], english, { a: 'dmy' }, { a: true }],
  [[dates('a', '3 Apr 2026', '03-MAR-26')], american, { a: 'dmy' }, {}],
  [[dates('a', 'Apr 3, 2026'), dates('b', '03/04/2026')], american, { a: 'ymd', b: 'mdy' }, { b: true }],
  [[dates('a', '03/04/2026')], american, { a: 'mdy' }, { a: true }],
  [[dates('a', '03/04/2026'), dates('b', '03/25/2026')], english, { a: 'mdy', b: 'mdy' }, { a: false }],
  [[dates('a', '04/04/2026')], american, { a: 'dmy' }, {}],
])('determines the date order of columns: %#', (columns, hints, expected, unsure) => {
  const formats = decideFormats(columns, hints);
  expect(
    Object.fromEntries(Object.entries(formats.columns).map(([key, { dates: order }]) => [key, order])),
  ).toEqual(expected);
  expect(
    Object.fromEntries(Object.entries(formats.open).map(([key, { requiresChoice }]) => [key, requiresChoice])),
  ).toEqual(unsure);
});
