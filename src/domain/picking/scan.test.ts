import { expect, test } from 'vitest';
import { readGoods, type ScannableItem } from './scan.ts';

const today = '2026-03-04';
const items: ScannableItem[] = [
  {
    itemId: 'cheese',
    itemCode: 'IT-7',
    barcodes: ['4006381333931'],
    lots: [
      { lot: 'L42', expiry: '2026-04-30' },
      { lot: '10D9T', expiry: '2026-05-31' },
    ],
  },
  {
    itemId: 'milk',
    itemCode: 'IT-8',
    barcodes: [],
    lots: [
      { lot: 'L42', expiry: null },
      { lot: 'M1', expiry: null },
    ],
  },
];
const fnc1 = '\u001d';
const goods = { lot: null, unknownLot: null, grams: null };

test.each([
  ['a barcode', '4006381333931', { itemId: 'cheese', ...goods }],
  ['an item code, however it is typed', 'it-8', { itemId: 'milk', ...goods }],
  ['a lot of one item', 'm1', { itemId: 'milk', ...goods, lot: 'M1' }],
  ['P12: a lot whose name looks like AI 10', '10D9T', { itemId: 'cheese', ...goods, lot: '10D9T' }],
  ['a lot that two items have', 'L42', null],
  [
    'P12: GTIN, day, weight and lot',
    `]C1010400638133393117260430${'3102000125'}10L42`,
    { itemId: 'cheese', lot: 'L42', unknownLot: null, grams: 1250 },
  ],
  [
    'P12: the lot before the weight, with FNC1 between',
    `0104006381333931${'10L42'}${fnc1}3103002500`,
    { itemId: 'cheese', lot: 'L42', unknownLot: null, grams: 2500 },
  ],
  [
    'as it is printed below the bars',
    '(01)04006381333931(15)260531(3101)000012',
    { itemId: 'cheese', lot: '10D9T', unknownLot: null, grams: 1200 },
  ],
  [
    'a lot that the books do not have',
    '010400638133393110NEW',
    { itemId: 'cheese', lot: null, unknownLot: 'NEW', grams: null },
  ],
  ['goods that are not on the list', '0109506000134352', null],
  ['no code at all', 'hello', null],
])('%s', (_, text, expected) => {
  expect(readGoods(text, items, today)).toEqual(expected);
});
