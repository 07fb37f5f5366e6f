import { expect, test } from 'vitest';
import { isGtinOf, readGs1 } from './gs1.ts';

const gs = '\u001d';
const today = '2026-03-04';

test.each<[string, string, string | null, string | null, string | null]>([
  ['as printed', '(01)09506000134352(10)AB-12(17)260331', 'AB-12', '2026-03-31', '09506000134352'],
  ['as printed, lot first', '(10)L 7(17)261200', 'L 7', '2026-12-31', null],
  ['as scanned, lot last', '010950600013435217260331' + '10AB12', 'AB12', '2026-03-31', '09506000134352'],
  ['with separators', `0109506000134352${'10AB12'}${gs}17260331`, 'AB12', '2026-03-31', '09506000134352'],
  ['with the symbology', `]C110AB12${gs}15260228`, 'AB12', '2026-02-28', null],
  ['with FNC1 in front', `${gs}10AB12`, 'AB12', null, null],
  ['expiry before best before', '15260228172603311' + '0X', 'X', '2026-03-31', null],
  ['weight and count beside it', `3103001250${'10W1'}${gs}3712${gs}17260401`, 'W1', '2026-04-01', null],
  ['last day of a leap February', '(17)280200(10)F', 'F', '2028-02-29', null],
  ['the last century', '(17)990101(10)OLD', 'OLD', '1999-01-01', null],
  ['the nearest century', '(17)760101(10)N', 'N', '2076-01-01', null],
])('reads a code %s', (_, text, lot, expiry, gtin) => {
  expect(readGs1(text, today)).toEqual({ lot, expiry, gtin });
});

test.each([
  ['a lot that is no GS1 code', 'LOT-7'],
  ['a wrong check digit', '(01)09506000134353(10)A'],
  ['no such day', '(17)260230(10)A'],
  ['no such month', '(17)261301(10)A'],
  ['cut off in the middle', '010950600013'],
  ['an AI without a value', '(10)(17)260331'],
  ['a date that is too long', '(17)2603311(10)A'],
  ['nothing', ''],
  ['a lone AI', '10'],
  ['brackets that never close', '(10ABC'],
])('is no such code: %s', (_, text) => {
  expect(readGs1(text, today)).toBeNull();
});

test.each([
  ['00000095060001', '9506000', false],
  ['09506000134352', '9506000134352', true],
  // The carton of the same goods: another first digit, another check digit.
  ['19506000134359', '9506000134352', true],
  ['09506000134352', '9506000134369', false],
  ['09506000134352', 'SHELF-3', false],
])('GTIN %s names the goods of barcode %s: %s', (gtin, barcode, expected) => {
  expect(isGtinOf(gtin, barcode)).toBe(expected);
});
