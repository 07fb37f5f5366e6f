import { expect, test } from 'vitest';
import { findScannedGoods } from './find-goods.ts';

const cheese = { itemCode: 'DRY-7', barcodes: ['4006381333931'] };
const carton = { itemCode: 'DRY-8', barcodes: ['14006381333938'] };
const juice = { itemCode: 'DRY-9', barcodes: ['0012345678905'] };
const ham = { itemCode: '12345', barcodes: ['2112345000008'] };
const list = [{ itemCode: '', barcodes: [] }, cheese, carton, juice, ham];
const rules = { today: '2026-03-04', scaleLabels: ['21IIIIIWWWWWC', '22IIIIIPPP.PPC'] };
const plain = { lot: null, expiry: null, grams: null, price: null };

test.each([
  ['a barcode', '4006381333931', { goods: cheese, ...plain }],
  ['an item code in any spelling', ' dry-7 ', { goods: cheese, ...plain }],
  ['a barcode with a leading zero', '04006381333931', { goods: cheese, ...plain }],
  ['a UPC-A code of 12 digits, stored with 13', '012345678905', { goods: juice, ...plain }],
  ['a carton that is a separate item', '0114006381333938', { goods: carton, ...plain }],
  ['another carton', '24006381333935', { goods: cheese, ...plain }],
  [
    'GTIN, expiry, weight and lot',
    '010400638133393117260430310200012510L42',
    { goods: cheese, lot: 'L42', expiry: '2026-04-30', grams: 1250, price: null },
  ],
  ['a scale label with a weight', '2112345012506', { goods: ham, ...plain, grams: 1250 }],
  ['a scale label with a price', '2212345012503', { goods: ham, ...plain, price: 12.5 }],
  ['a scale label that is also a barcode', '2112345000008', { goods: ham, ...plain, grams: 0 }],
  ['a scale label of another item', '2199999012502', null],
  ['a lot without a GTIN', '10L42', null],
  ['goods that are not in the list', '0109506000134352', null],
  ['an empty text', '', null],
])('%s', (_, text, expected) => {
  expect(findScannedGoods(text, list, rules)).toEqual(expected);
});
