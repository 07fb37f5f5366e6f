import { describe, expect, it } from 'vitest';
import type { Component } from '#modules/recipes/recipe.ts';
import { foldText } from '#core/text.ts';
import { listCurrentColumns, importKinds } from './kinds.ts';
import type { CellCodec, CellReadOptions } from './cell-codec.ts';
import { readCell } from './read-cell.ts';
import type { ImportFormat } from '#core/file-format.ts';

const vocabulary = {
  weekday: (day: number) => ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][day - 1] ?? '',
  word: (key: string) => key.replaceAll('_', ' '),
};
const point: ImportFormat = { decimal: 'point', dates: 'ymd' };
const foldedWords = Object.fromEntries(
  Object.entries({
    تكلفة: 'cost',
    حليب: 'milk',
    'قد يحتوي': 'may_contain',
    وصفة: 'recipe',
    حصة: 'portion',
  }).map(([word, key]) => [foldText(word), key]),
);
const readOptions: CellReadOptions = { format: point, words: foldedWords };
const getCodec = (name: string): CellCodec => {
  const [kind = '', field] = name.split('.');
  return importKinds[kind]?.columns.find(({ key }) => key === field)?.codec as CellCodec;
};

const buildComponent = (values: Partial<Component>): Component => ({
  itemId: null,
  recipeId: null,
  qty: 1,
  unit: 'kg',
  trimPercent: null,
  cookingPercent: null,
  alternatives: [],
  ...values,
});

/** Stored values, and their text in a cell. */
const values: [string, unknown, string][] = [
  [
    'branch.deliveryDays',
    [
      { weekday: 1, cutoffDaysBefore: 1, cutoffTime: '16:00' },
      { weekday: 4, cutoffDaysBefore: 0, cutoffTime: '09:30' },
    ],
    'Mon 16:00 -1; Thu 09:30',
  ],
  [
    'branch.closedDays',
    [
      { from: '2026-12-25', until: '2026-12-25', yearly: true, note: 'Christmas: all' },
      { from: '2026-12-28', until: '2027-01-02', yearly: false, note: null },
    ],
    '2026-12-25 yearly: Christmas: all; 2026-12-28 – 2027-01-02',
  ],
  ['suppliers.orderDays', [4, 1], 'Thu, Mon'],
  ['currencies.rates', [{ date: '2026-01-01', rate: 3.6725 }], '2026-01-01=3.6725'],
  ['currencies.rates', [{ date: '2026-01-01', rate: 0.0000001 }], '2026-01-01=0.0000001'],
  [
    'taxes.rates',
    [
      { from: null, rate: 5 },
      { from: '2024-07-01', rate: 7.5 },
    ],
    'start=5; 2024-07-01=7.5',
  ],
  ['count-schedules.weekdays', [7], 'Sun'],
  ['count-schedules.time', '22:30', '22:30'],
  ['item-levels.weekdayPar', { 1: 20, 6: 40.5 }, 'Mon=20; Sat=40.5'],
  ['items.barcodes', ['40123450', '5000-1.A'], '40123450; 5000-1.A'],
  ['items.transferPrice', { mode: 'cost' }, 'cost'],
  ['items.transferPrice', { mode: 'cost_plus', percent: 7.5 }, 'cost +7.5%'],
  ['items.transferPrice', { mode: 'fixed', price: 12.25 }, '12.25'],
  ['items.allergens', { milk: 'contains', nuts: 'may_contain' }, 'milk: contains; nuts: may contain'],
  [
    'items.nutrition',
    { per: '100ml', energyKj: 265, energyKcal: 63, fat: 3.6, saturates: 2.3 },
    '100ml; energyKj: 265; energyKcal: 63; fat: 3.6; saturates: 2.3',
  ],
  [
    'items.conversions',
    [
      { fromUnit: 'case', toUnit: 'ea', num: 12, den: 1 },
      { fromUnit: 'ea', toUnit: 'kg', num: 1, den: 3 },
      { fromUnit: 'sack', toUnit: 'kg', num: 25, den: 2 },
    ],
    'case=12 ea; ea=1/3 kg; sack=12.5 kg',
  ],
  [
    'recipes.components',
    [
      buildComponent({
        itemId: 'Bread flour',
        qty: 1.234,
        unit: 'kg',
        cookingPercent: 7.5,
        alternatives: ['Rye'],
      }),
      buildComponent({ recipeId: 'DOUGH', qty: 3, unit: 'portion' }),
      buildComponent({
        itemId: 'Egg',
        qty: 0.000001,
        unit: 'ea',
        trimPercent: 0,
        alternatives: ['Yolk', '7-up'],
      }),
    ],
    'Bread flour=1.2340 kg (cook 7.5%, or Rye); recipe: DOUGH=3 portion; Egg=0.000001 ea (trim 0%, or Yolk, or 7-up)',
  ],
  ['recipes.steps', ['Mix; knead, then rest.', 'Bake'], 'Mix; knead, then rest.\nBake'],
];

describe('a structured value in a cell', () => {
  it.each(values)('%s %j is written and read back exactly', (name, value, text) => {
    expect(getCodec(name).write(value, vocabulary)).toBe(text);
    expect(getCodec(name).read(text, readOptions)).toEqual(value);
  });

  const otherSpellings: [string, string, unknown][] = [
    [
      'branch.deliveryDays',
      'Mon, Thu 14:00',
      [1, 4].map((weekday) => ({ weekday, cutoffDaysBefore: 0, cutoffTime: '14:00' })),
    ],
    ['branch.deliveryDays', 'الاثنين ٩:٠٠ -٢', [{ weekday: 1, cutoffDaysBefore: 2, cutoffTime: '09:00' }]],
    [
      'branch.deliveryDays',
      'Friday: 8:15 1 day before',
      [{ weekday: 5, cutoffDaysBefore: 1, cutoffTime: '08:15' }],
    ],
    ['suppliers.orderDays', 'monday; Fri', [1, 5]],
    ['count-schedules.time', '9:05:00', '09:05'],
    ['item-levels.weekdayPar', 'Mon, Tue = 2,5', { 1: 2.5, 2: 2.5 }],
    ['items.barcodes', '40123450, 40123467\n40123474', ['40123450', '40123467', '40123474']],
    ['items.transferPrice', 'تكلفة + ٥٪', { mode: 'cost_plus', percent: 5 }],
    ['items.transferPrice', '1,204.50', { mode: 'fixed', price: 1204.5 }],
    ['items.allergens', 'حليب، nuts: قد يحتوي', { milk: 'contains', nuts: 'may_contain' }],
    ['items.nutrition', 'Fat = 3,6; SALT: 0.1', { per: '100g', fat: 3.6, salt: 0.1 }],
    [
      'recipes.components',
      'Flour = 1,5kg (Trim 2,5%, or Rye)\nوصفة: عجين = ٣ حصة',
      [
        buildComponent({ itemId: 'Flour', qty: 1.5, unit: 'kg', trimPercent: 2.5, alternatives: ['Rye'] }),
        buildComponent({ recipeId: 'عجين', qty: 3, unit: 'portion' }),
      ],
    ],
    ['items.conversions', '1 pallet = 40 x 12 ea', [{ fromUnit: 'pallet', toUnit: 'ea', num: 480, den: 1 }]],
  ];
  it.each(otherSpellings)('reads other spellings of %s: %s', (name, text, value) => {
    expect(getCodec(name).read(text, readOptions)).toEqual(value);
  });

  it.each([
    ['branch.deliveryDays', 'Someday 14:00'],
    ['branch.deliveryDays', 'Mon 14:00, Thu 16:00'],
    ['suppliers.orderDays', 'every other Friday'],
    ['currencies.rates', '3.67'],
    ['currencies.rates', '2026-13-01=3'],
    ['taxes.rates', 'sometime=5'],
    ['count-schedules.time', 'late'],
    ['item-levels.weekdayPar', 'Mon=many'],
    ['items.transferPrice', 'a bit more'],
    ['items.allergens', 'dust'],
    ['items.nutrition', 'fat: much'],
    ['items.nutrition', 'per cup; fat: 3'],
    ['items.conversions', 'case=twelve ea'],
    ['recipes.components', 'Flour'],
    ['recipes.components', 'Flour=some kg'],
    ['recipes.components', 'Flour=1.5'],
    ['recipes.components', 'Flour=1 kg (peeled 5%)'],
    ['items.conversions', 'case=0 ea'],
  ])('rejects an invalid %s: %s', (name, text) => {
    expect(getCodec(name).read(text, readOptions)).toBeUndefined();
  });

  it('has a codec for every structured column of importable collections', () => {
    const structured = Object.values(importKinds).flatMap((kind) =>
      kind.columns
        .filter(({ field }) => field.kind === 'json')
        .map(({ key, codec: codecOfField }) => [kind.kind, key, codecOfField !== null]),
    );
    expect(structured.filter(([, , hasCodec]) => !hasCodec)).toEqual([]);
    expect(listCurrentColumns(importKinds['items'] as never).map(({ key }) => key)).toContain('conversions');
  });
});

describe('a cell', () => {
  const getColumn = (kind: string, key: string) => {
    const column = importKinds[kind]?.columns.find((candidate) => candidate.key === key);
    if (!column) throw new Error(`${kind} has no column ${key}`);
    return column;
  };
  const parseCell = (
    kind: string,
    key: string,
    raw: string | number | boolean,
    format: ImportFormat = point,
  ) => readCell(raw, getColumn(kind, key), { format, words: {} });

  it.each([
    ["'=1+1", '=1+1'],
    ["''=1+1", "'=1+1"],
    ["'-Anna", '-Anna'],
    ["'@home", '@home'],
    ["'+44", '+44'],
    ["'80s Diner", "'80s Diner"],
    ["D'Angelo", "D'Angelo"],
    ['=1+1', '=1+1'],
    ['  spaced  ', 'spaced'],
  ])('%j is read as %j', (raw, value) => {
    expect(parseCell('brands', 'name', raw)).toEqual({ value });
  });

  it.each([
    ['1,204.5', 'point', 1204.5],
    ['1.204,5', 'comma', 1204.5],
    ['1 204,5', 'comma', 1204.5],
    ["1'204.5", 'point', 1204.5],
    ['١٢٫٥', 'point', 12.5],
    ['۱۲', 'point', 12],
    ['12,5', 'point', null],
    ['twelve', 'point', null],
    [2.5, 'comma', 2.5],
  ] as const)('%j with a decimal %s is %j', (raw, decimal, value) => {
    const result = parseCell('suppliers', 'minOrderValue', raw, { decimal, dates: 'ymd' });
    if (value === null) expect(result).toMatchObject({ problem: { code: 'not-number' } });
    else expect(result).toEqual({ value });
  });

  it.each([
    ['2026-11-21', 'ymd', '2026-11-21'],
    ['21.11.2026', 'dmy', '2026-11-21'],
    ['11/21/26', 'mdy', '2026-11-21'],
    ['٢١/١١/٢٠٢٦', 'dmy', '2026-11-21'],
    ['2026-11-21T08:30:00.000Z', 'dmy', '2026-11-21'],
    ['31.02.2026', 'dmy', null],
  ] as const)('%s in %s is %s', (raw, dates, value) => {
    const result = parseCell('taxes', 'validFrom', raw, { decimal: 'point', dates });
    if (value === null) expect(result).toMatchObject({ problem: { code: 'not-date' } });
    else expect(result).toEqual({ value });
  });

  it.each([
    ['yes', true],
    ['نعم', true],
    ['0', false],
    [false, false],
  ])('%j is %j', (raw, value) => {
    expect(parseCell('taxes', 'inclusive', raw)).toEqual({ value });
  });
});
