import { expect, it } from 'vitest';
import { type Scannable, parseScanCount, resolveScan, getScannedAmount } from './resolve-scan.ts';

const createLine = (lineId: string, values: Partial<Scannable> = {}): Scannable => ({
  lineId,
  itemId: lineId,
  itemCode: lineId.toUpperCase(),
  lot: null,
  isTrackedByLot: false,
  barcodes: [],
  ...values,
});
const milk = {
  itemId: 'milk',
  itemCode: 'MLK',
  isTrackedByLot: true,
  barcodes: ['9506000134352', '40000001'],
};
const lines = [
  createLine('flour', { barcodes: ['9506000134369', '12345'] }),
  createLine('milk-a', { ...milk, lot: 'A-1' }),
  createLine('milk-b', { ...milk, lot: '10D9T' }),
];
const items = [{ _id: 'salt', itemCode: 'SLT', barcodes: ['40000002'] }];
const packs = [
  { barcode: '5000000000012', itemId: 'flour', qty: 12 },
  { barcode: '19506000134359', itemId: 'milk', qty: 6 },
  { barcode: '5000000000029', itemId: 'salt', qty: 25 },
];
const scaleLabels = ['21IIIIIWWWWWC', '22IIIIIPPP.PPC'];
const scan = (code: string, knownPacks = packs) =>
  resolveScan(code, { lines, items, packs: knownPacks }, { today: '2026-03-04', scaleLabels });
const buildLineMatch = (lineId: string, packQty: number | null = null, grams: number | null = null) => ({
  kind: 'line',
  line: lines.find((candidate) => candidate.lineId === lineId),
  packQty,
  grams,
});

it.each([
  ['a barcode', '9506000134369', buildLineMatch('flour')],
  ['an item code in any case', 'flour', buildLineMatch('flour')],
  [
    'any barcode of an item in several lots',
    '40000001',
    { kind: 'lots', lines: lines.slice(1), packQty: null, grams: null },
  ],
  ['the lot in a GS1 code', '(01)09506000134352(10)a-1', buildLineMatch('milk-a')],
  ['a pack, with its contents', '5000000000012', buildLineMatch('flour', 12)],
  ['a pack in GS1, by its own GTIN', '(01)19506000134359(10)A-1', buildLineMatch('milk-a', 6)],
  [
    'a pack of an item that is not on the sheet',
    '5000000000029',
    { kind: 'notListed', itemId: 'salt', lot: null, expiry: null, packQty: 25, grams: null },
  ],
  ['the weight on a label of the shop’s scales', '2112345012506', buildLineMatch('flour', null, 1250)],
  ['the price on a label of the shop’s scales', '2212345012503', { kind: 'priced' }],
  ['the weight in a GS1 code', '(01)09506000134352(3103)001250(10)A-1', buildLineMatch('milk-a', null, 1250)],
  ['a lot number that looks like GS1', '10D9T', buildLineMatch('milk-b')],
  ['a lot alone, in GS1', '(10)A-1', buildLineMatch('milk-a')],
  [
    'a lot that is not on the sheet',
    '(01)09506000134352(17)260331(10)NEW',
    { kind: 'newLot', itemId: 'milk', lot: 'NEW', expiry: '2026-03-31', packQty: null, grams: null },
  ],
  ['a lot of an item without lot tracking', '(01)09506000134369(10)X', buildLineMatch('flour')],
  [
    'an item that is not on the sheet',
    '40000002',
    { kind: 'notListed', itemId: 'salt', lot: null, expiry: null, packQty: null, grams: null },
  ],
  ['an unknown code', '99999999', { kind: 'unknown' }],
])('C10: resolves %s', (_name, code, match) => {
  expect(scan(code)).toEqual(match);
});

it("C10: resolves a case's barcode to the item if no pack quantity is known", () => {
  expect(scan('(01)19506000134359(10)A-1', [])).toEqual(buildLineMatch('milk-a'));
});

it.each([
  ['', 1],
  ['5', 5],
  ['5*', 5],
  ['5 x', 5],
  ['2*6', 12],
  ['2,5', 2.5],
  ['0', null],
  ['flour', null],
])('C10: %j entered before a scan multiplies it by %s', (text, times) => {
  expect(parseScanCount(text)).toBe(times);
});

const sack = { _id: 'sack', symbol: 'sack', num: 25, den: 1, wholeOnly: true };
const kg = { unit: 'kg', unitSymbol: 'kg', units: [sack] };
it.each([
  ['one count unit', 1, { packQty: null, grams: null }, { qty: 1, unit: 'sack', symbol: 'sack' }],
  ['the contents of packs', 2, { packQty: 12, grams: null }, { qty: 24, unit: 'kg', symbol: 'kg' }],
  ['the weight', 1, { packQty: null, grams: 1250 }, { qty: 1.25, unit: 'kg', symbol: 'kg' }],
  ['the weight of a pack', 2, { packQty: 12, grams: 11_800 }, { qty: 23.6, unit: 'kg', symbol: 'kg' }],
])('a scan adds %s', (_name, times, coded, amount) => {
  expect(getScannedAmount(kg, times, coded)).toEqual(amount);
});
