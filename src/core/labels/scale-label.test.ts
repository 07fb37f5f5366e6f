import { expect, test } from 'vitest';
import { matchesScaleLabel, parseScaleScheme, readScaleLabel } from './scale-label.ts';
import { computeCheckDigit } from './gs1.ts';

/** Appends the check digit to a code. */
const appendCheckDigit = (body: string) => body + computeCheckDigit(body);

test.each([
  ['21IIIIIWWWWWC', 5, 0, 'weight', 3],
  ['22 IIIII WW.WWW C', 5, 0, 'weight', 3],
  ['23iiiixww.wwwc', 4, 1, 'weight', 3],
  ['24IIIIIWWW.WWC', 5, 0, 'weight', 2],
  ['25IIIIIIPP.PPC', 6, 0, 'price', 2],
  ['26IIIIIPPPPPC', 5, 0, 'price', 0],
])('reads the scheme %s', (text, itemDigits, skippedDigits, measure, decimals) => {
  expect(parseScaleScheme(text)).toEqual({
    prefix: text.slice(0, 2),
    itemDigits,
    skippedDigits,
    measure,
    decimals,
  });
});

test.each([
  ['another prefix', '30IIIIIWWWWWC'],
  ['12 digits', '21IIIIIWWWWC'],
  ['14 digits', '21IIIIIWWWWWWC'],
  ['weight and price', '21IIIIIWWPPPC'],
  ['no value', '21IIIIIXXXXXC'],
  ['no check digit', '21IIIIIWWWWWW'],
  ['two points', '21IIIIIW.WW.WWC'],
  ['an item of seven digits', '21IIIIIIIWWWC'],
  ['nothing', ''],
])('rejects a scheme with %s', (_, text) => {
  expect(parseScaleScheme(text)).toBeNull();
});

const schemes = ['21IIIIIWWWWWC', '22IIIIXW.WWWWC', '23IIIIIWWW.WWC', '24IIIIIPPP.PPC', '24IIIIIWWWWWC'];

test.each([
  [
    'weight in grams',
    appendCheckDigit('211234501250'),
    { prefix: '21', itemDigits: '12345', grams: 1250, price: null },
  ],
  [
    'a check digit for the value',
    appendCheckDigit('221234701250'),
    { prefix: '22', itemDigits: '1234', grams: 125, price: null },
  ],
  [
    'two decimals',
    appendCheckDigit('231234500125'),
    { prefix: '23', itemDigits: '12345', grams: 1250, price: null },
  ],
  [
    'a price, by the first scheme',
    appendCheckDigit('241234501999'),
    { prefix: '24', itemDigits: '12345', grams: null, price: 19.99 },
  ],
  ['a prefix without a scheme', appendCheckDigit('251234501250'), null],
  ['a wrong check digit', '2112345012500', null],
  ['12 digits', '211234501250', null],
  ['an ordinary barcode', '4006381333931', null],
])('reads a label with %s', (_, code, expected) => {
  expect(readScaleLabel(code, schemes)).toEqual(expected);
});

test.each([
  ['an item code with the same digits', { itemCode: '12345', barcodes: [] }, true],
  ['an item code with other leading zeros', { itemCode: '012345', barcodes: [] }, true],
  ['a short barcode', { itemCode: 'MEAT-1', barcodes: ['12345'] }, true],
  [
    'the barcode of another label',
    { itemCode: 'MEAT-1', barcodes: [appendCheckDigit('211234500000')] },
    true,
  ],
  ['an item code of other digits', { itemCode: '1234', barcodes: ['123456'] }, false],
  ['letters around the digits', { itemCode: 'A12345', barcodes: [] }, false],
  ['no code', { itemCode: '', barcodes: [] }, false],
])('compares a label with goods that have %s', (_, goods, expected) => {
  expect(matchesScaleLabel({ prefix: '21', itemDigits: '12345', grams: 1, price: null }, goods)).toBe(
    expected,
  );
});
