import { expect, test } from 'vitest';
import { readScannedGoods, type ScannableItem } from './scan.ts';

const rules = { today: '2026-03-04', scaleLabels: ['21IIIIIWWWWWC'] };
const items: ScannableItem[] = [
  {
    itemId: 'cheese',
    itemCode: 'IT-7',
    barcodes: ['4006381333931', '12345'],
    lots: [
      { lot: 'L42', expiry: '2026-04-30' },
      { lot: '10D9T', expiry: '2026-05-31' },
    ],
  },
  { itemId: 'carton', itemCode: 'IT-9', barcodes: ['14006381333938'], lots: [] },
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
const withoutDetails = { lot: null, unknownLot: null, grams: null };

test.each([
  ['a barcode', '4006381333931', { itemId: 'cheese', ...withoutDetails }],
  ['an item code in any spelling', 'it-8', { itemId: 'milk', ...withoutDetails }],
  ['a lot of one item', 'm1', { itemId: 'milk', ...withoutDetails, lot: 'M1' }],
  ['P12: a lot whose name looks like AI 10', '10D9T', { itemId: 'cheese', ...withoutDetails, lot: '10D9T' }],
  ['a lot code of two items', 'L42', null],
  [
    'P12: GTIN, expiry, weight and lot',
    `]C1010400638133393117260430${'3102000125'}10L42`,
    { itemId: 'cheese', lot: 'L42', unknownLot: null, grams: 1250 },
  ],
  [
    'P12: the lot before the weight, with FNC1 between',
    `0104006381333931${'10L42'}${fnc1}3103002500`,
    { itemId: 'cheese', lot: 'L42', unknownLot: null, grams: 2500 },
  ],
  [
    'the text printed below the barcode',
    '(01)04006381333931(15)260531(3101)000012',
    { itemId: 'cheese', lot: '10D9T', unknownLot: null, grams: 1200 },
  ],
  [
    'an unknown lot',
    '010400638133393110NEW',
    { itemId: 'cheese', lot: null, unknownLot: 'NEW', grams: null },
  ],
  [
    'P12: the weight after another measure, with six decimals',
    '010400638133393131050125003152000750',
    { itemId: 'cheese', ...withoutDetails, grams: 125 },
  ],
  [
    'P12: the code of a carton that is an item of its own',
    '0114006381333938',
    { itemId: 'carton', ...withoutDetails },
  ],
  ['P12: the code of another carton', '0124006381333935', { itemId: 'cheese', ...withoutDetails }],
  ['P12: a barcode with a symbology identifier', ']E04006381333931', { itemId: 'cheese', ...withoutDetails }],
  ['P12: a barcode with a leading zero', '04006381333931', { itemId: 'cheese', ...withoutDetails }],
  [
    'P12: a lot in a code that the scanner does not mark as GS1',
    ']C010D9T',
    { itemId: 'cheese', ...withoutDetails, lot: '10D9T' },
  ],
  ['P12: a code not marked as GS1 does not match lot L42', ']C010M1', null],
  ['P12: a lot with more than 20 characters is ignored', '010400638133393110ABCDEFGHIJKLMNOPQRSTU', null],
  ['P12: a measure with a letter is ignored', '01040063813339313103O02500', null],
  ['P12: an invalid AI', '010400638133393128ABC', null],
  ['goods that are not on the list', '0109506000134352', null],
  ['a label of the shop’s scales', '2112345012506', { itemId: 'cheese', ...withoutDetails, grams: 1250 }],
  ['not a code', 'hello', null],
])('%s', (_, text, expected) => {
  expect(readScannedGoods(text, items, rules)).toEqual(expected);
});
