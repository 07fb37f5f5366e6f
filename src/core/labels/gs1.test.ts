import { expect, test } from 'vitest';
import { formatGs1, toGtin, matchesGtin, readNetGrams, readGs1, writeGs1 } from './gs1.ts';

const gs = '\u001d';
const today = '2026-03-04';

test.each<[string, string, string | null, string | null, string | null]>([
  ['as printed', '(01)09506000134352(10)AB-12(17)260331', 'AB-12', '2026-03-31', '09506000134352'],
  ['as printed, lot first', '(10)L 7(17)261200', 'L 7', '2026-12-31', null],
  ['as scanned, lot last', '010950600013435217260331' + '10AB12', 'AB12', '2026-03-31', '09506000134352'],
  ['with separators', `0109506000134352${'10AB12'}${gs}17260331`, 'AB12', '2026-03-31', '09506000134352'],
  ['with the symbology', `]C110AB12${gs}15260228`, 'AB12', '2026-02-28', null],
  ['with FNC1 in front', `${gs}10AB12`, 'AB12', null, null],
  ['with expiry and best before', '15260228172603311' + '0X', 'X', '2026-03-31', null],
  ['with weight and count', `3103001250${'10W1'}${gs}3712${gs}17260401`, 'W1', '2026-04-01', null],
  ['for 29 February of a leap year', '(17)280200(10)F', 'F', '2028-02-29', null],
  ['in the last century', '(17)990101(10)OLD', 'OLD', '1999-01-01', null],
  ['in the nearest century', '(17)760101(10)N', 'N', '2076-01-01', null],
])('reads a code %s', (_, text, lot, expiry, gtin) => {
  expect(readGs1(text, today)).toEqual({ lot, expiry, gtin });
});

// Examples of the GS1 Digital Link standard and its implementation guides, also on other domains.
test.each<[string, string, ReturnType<typeof readGs1>, number | null]>([
  [
    'a GTIN',
    'https://id.gs1.org/01/09506000134352',
    { gtin: '09506000134352', lot: null, expiry: null },
    null,
  ],
  [
    'lot, serial number and expiry',
    'https://id.gs1.org/01/09506000134352/10/ABC1/21/12345?17=180426',
    { gtin: '09506000134352', lot: 'ABC1', expiry: '2018-04-26' },
    null,
  ],
  [
    'variant and lot',
    'https://id.gs1.org/01/09506000134352/22/2A/10/ABC123',
    { gtin: '09506000134352', lot: 'ABC123', expiry: null },
    null,
  ],
  [
    'weight, price and expiry',
    'https://id.gs1.org/01/09506000134352?3103=000195&3922=0299&17=201225',
    { gtin: '09506000134352', lot: null, expiry: '2020-12-25' },
    195,
  ],
  [
    'a path before it, parameters of the website, and a fragment',
    'HTTPS://Example.COM/some/path/01/09506000134376/10/ABC?linkType=gs1:pip&15=261231#top',
    { gtin: '09506000134376', lot: 'ABC', expiry: '2026-12-31' },
    null,
  ],
  [
    'an encoded lot, and a semicolon between attributes',
    'http://example.org/01/09506000134352/10/A%2FB%23?17=261231;3102=000125',
    { gtin: '09506000134352', lot: 'A/B#', expiry: '2026-12-31' },
    1250,
  ],
  [
    'a GTIN-13',
    'https://example.org/01/9506000134352/',
    { gtin: '09506000134352', lot: null, expiry: null },
    null,
  ],
])('reads a Digital Link with %s', (_, text, expected, grams) => {
  expect(readGs1(text, today)).toEqual(expected);
  expect(readNetGrams(text)).toBe(grams);
});

test.each([
  ['another website', 'https://example.org/products/123'],
  ['a wrong check digit', 'https://id.gs1.org/01/09506000134353'],
  ['too few digits', 'https://id.gs1.org/01/950600'],
  ['a logistic unit', 'https://id.gs1.org/00/095060001343521234'],
  ['an invalid day', 'https://id.gs1.org/01/09506000134352?17=261301'],
  ['a weight of five digits', 'https://id.gs1.org/01/09506000134352?3103=00019'],
  ['an invalid encoding', 'https://id.gs1.org/01/09506000134352/10/A%2'],
  ['a GTIN in the query', 'https://example.org/?01=09506000134352'],
])('reads nothing from an address with %s', (_, text) => {
  expect(readGs1(text, today)).toBeNull();
});

test.each([
  ['that is only a lot code', 'LOT-7'],
  ['with a wrong check digit', '(01)09506000134353(10)A'],
  ['with an invalid day', '(17)260230(10)A'],
  ['with an invalid month', '(17)261301(10)A'],
  ['that is cut off in the middle', '010950600013'],
  ['with an AI without a value', '(10)(17)260331'],
  ['with a date that is too long', '(17)2603311(10)A'],
  ['without content', ''],
  ['with only an AI', '10'],
  ['with an unclosed bracket', '(10ABC'],
])('rejects a code %s', (_, text) => {
  expect(readGs1(text, today)).toBeNull();
});

test.each([
  ['00000095060001', '9506000', false],
  ['09506000134352', '9506000134352', true],
  // The carton of the same goods has a different first digit and check digit.
  ['19506000134359', '9506000134352', true],
  ['09506000134352', '9506000134369', false],
  ['09506000134352', 'SHELF-3', false],
])('GTIN %s identifies the goods of barcode %s: %s', (gtin, barcode, expected) => {
  expect(matchesGtin(gtin, barcode)).toBe(expected);
});

test.each<[string, Parameters<typeof writeGs1>[0], string | null]>([
  // The worked example of the GS1 General Specifications.
  [
    '(01)09501101530003(17)140704(10)AB-123',
    { gtin: '09501101530003', expiry: '2014-07-04', lot: 'AB-123' },
    '01095011015300031714070410AB-123',
  ],
  ['(17)260331(10)A', { gtin: null, expiry: '2026-03-31', lot: 'A' }, '1726033110A'],
  // A lot with characters that GS1 doesn't allow is omitted.
  ['(01)09506000134352', { gtin: '09506000134352', expiry: null, lot: 'تموز' }, '0109506000134352'],
  ['(17)260331', { gtin: null, expiry: '2026-03-31', lot: 'x'.repeat(21) }, '17260331'],
  ['', { gtin: null, expiry: null, lot: 'A B' }, null],
])('writes %s, and reads it back', (printed, expected, text) => {
  const written = writeGs1(expected);
  expect(written).toBe(text);
  expect(formatGs1(written ?? '')).toBe(printed);
  if (written === null) return;
  const lot = printed.includes('(10)') ? expected.lot : null;
  expect(readGs1(written, '2015-01-01')).toEqual({ ...expected, lot });
  expect(readGs1(printed, '2015-01-01')).toEqual({ ...expected, lot });
});

test.each([
  ['9506000134352', '09506000134352'],
  ['95060001', null],
  ['00000095060001', null],
  ['614141000036', '00614141000036'],
  ['9506000134353', null],
  ['SHELF-3', null],
  ['12345', null],
])('barcode %s converted to a GTIN is %s', (barcode, gtin) => {
  expect(toGtin(barcode)).toBe(gtin);
});

test.each([
  // AI 310n (GS1 General Specifications, section 3.6.2): six digits of kilograms, n of them decimals.
  [1250, '3103001250', '(3103)001250'],
  [999_999, '3103999999', '(3103)999999'],
  [1_000_000, '3102100000', '(3102)100000'],
  [123_456_789, '3100123457', '(3100)123457'],
  [0.4, '', ''],
  [1e15, '', ''],
])('%d g is written as %s', (grams, text, printed) => {
  const written = writeGs1({ gtin: '09506000134352', expiry: null, lot: 'A', grams }) ?? '';
  expect(written).toBe(`0109506000134352${text}10A`);
  expect(formatGs1(written)).toBe(`(01)09506000134352${printed}(10)A`);
  if (text !== '') expect(readNetGrams(written)).toBeCloseTo(grams, -3);
});
