import { expect, test } from 'vitest';
import {
  totalLotAmount,
  proposeLotAmounts,
  getExpiryState,
  type LotAmounts,
  readPrintedLot,
  matchLots,
  selectChosenLots,
} from './choose.ts';

test.each([
  [null, '2026-03-04', '2026-03-09', null],
  ['2026-03-03', '2026-03-04', '2026-03-09', 'expired'],
  ['2026-03-04', '2026-03-04', '2026-03-09', 'expiresToday'],
  ['2026-03-05', '2026-03-04', '2026-03-09', 'shortDated'],
  ['2026-03-09', '2026-03-04', '2026-03-09', null],
  ['2026-03-05', '2026-03-04', '2026-03-04', null],
])('expiry %s on %s, needed through %s, gives the warning %s', (expiry, day, validThrough, expected) => {
  expect(getExpiryState(expiry, day, validThrough)).toBe(expected);
});

const lots = [
  { lot: 'AB-12', expiry: '2026-03-08' },
  { lot: 'AB-120', expiry: '2026-03-09' },
  { lot: '10X', expiry: null },
  { lot: 'X', expiry: '2026-03-09' },
  { lot: '', expiry: null },
];

test.each([
  ['', 'AB-12 AB-120 10X X '],
  ['ab-12', 'AB-12'],
  ['AB-1', 'AB-12 AB-120'],
  ['(10)AB-120(17)260309', 'AB-120'],
  // An exact match with a lot code takes precedence over the interpretation as a GS1 code.
  ['10X', '10X'],
  ['10AB-12', 'AB-12'],
  ['(17)260309', 'AB-120 X'],
  ['(10)NONE', ''],
  ['zz', ''],
])('%s matches the lots %s', (text, expected) => {
  expect(
    matchLots(text, lots, '2026-03-04')
      .map(({ lot }) => lot)
      .join(' '),
  ).toBe(expected);
});

const buildLot = (lot: string, expiry: string | null, available: number, isHeld = false) => ({
  lot,
  expiry,
  available,
  isHeld,
});
const stockLots = [
  buildLot('PAST', '2026-03-03', 3),
  buildLot('HELD', '2026-03-05', 3, true),
  buildLot('SOON', '2026-03-06', 2.5),
  buildLot('LATE', '2026-03-20', 4),
  buildLot('', null, 9),
];

test.each<[number, string | null, LotAmounts]>([
  [2, '2026-03-04', { SOON: 2 }],
  [5, '2026-03-04', { SOON: 2.5, LATE: 2.5 }],
  [5, '2026-03-08', { LATE: 4, '': 1 }],
  [99, '2026-03-04', { SOON: 2.5, LATE: 4, '': 9 }],
  [0, '2026-03-04', {}],
  // For waste, expired lots come first, including those on hold.
  [7, null, { PAST: 3, HELD: 3, SOON: 1 }],
])("chooses %s from lots that don't expire before %s", (needed, validThrough, expected) => {
  const amounts = proposeLotAmounts(needed, stockLots, validThrough);
  expect(amounts).toEqual(expected);
  expect(totalLotAmount(amounts)).toBeLessThanOrEqual(needed);
});

test('a document lists lots in FEFO order with their expiry dates, and omits stock without a lot', () => {
  expect(selectChosenLots({ LATE: 1, '': 2, SOON: 0.1, GONE: 0 }, stockLots)).toEqual([
    { lot: 'SOON', qty: 0.1, expiry: '2026-03-06' },
    { lot: 'LATE', qty: 1, expiry: '2026-03-20' },
  ]);
});

test.each([
  ['a known lot code that looks like AI 10', '10D9T', null],
  ['an unknown lot code that looks like AI 10', '10X1', null],
  ['a GS1 code with only a known lot', '10L42', { lot: 'L42', expiry: null, gtin: null }],
  [
    'a code with only a lot that the scanner marks as GS1',
    ']C110X1',
    { lot: 'X1', expiry: null, gtin: null },
  ],
  ['a lot with its expiry', '1726043010X1', { lot: 'X1', expiry: '2026-04-30', gtin: null }],
  ['a name', 'L-9', null],
])('P12: reads the lot of incoming goods: %s', (_, text, expected) => {
  expect(readPrintedLot(text, [{ lot: '10D9T' }, { lot: 'L42' }, { lot: '' }], '2026-03-04')).toEqual(
    expected,
  );
});
