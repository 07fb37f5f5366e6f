import { expect, test } from 'vitest';
import { formatGs1, computeCheckDigit } from './gs1.ts';
import { toSsccElement, buildSscc } from './sscc.ts';

test.each([
  // GS1 General Specifications, section 7.9.1: the worked example of the check digit, of 18 digits.
  ['37610425002123456', '9'],
  // GS1 EPC Tag Data Standard, section 7.2: the SSCC of company prefix 0614141.
  ['10614141234567890', '8'],
  // GS1 General Specifications: the GTIN-14 and GTIN-13 of its examples.
  ['0950110153000', '3'],
  ['0950600013435', '2'],
  ['0000000000000000000', '0'],
])('the check digit of %s is %s', (body, digit) => {
  expect(computeCheckDigit(body)).toBe(digit);
});

test.each([
  // The serial reference fills the digits after the prefix; its first digit becomes the extension digit.
  ['0614141', 1_234_567_890, '106141412345678908'],
  ['7610425', 3_002_123_456, '376104250021234569'],
  ['0614141', 1, '006141410000000012'],
  ['123456789012', 1, '012345678901200015'],
  ['123456789012', 99_999, '912345678901299999'],
])('builds the SSCC of prefix %s and serial number %i', (prefix, serial, sscc) => {
  expect(buildSscc(prefix, serial)).toBe(sscc);
  expect(toSsccElement(sscc)).toBe(`00${sscc}`);
  expect(formatGs1(`00${sscc}`)).toBe(`(00)${sscc}`);
});

test.each([
  ['123456789012', 100_000],
  ['123', 1],
  ['1234567890123', 1],
  ['06141x1', 1],
  ['0614141', 0],
])('builds no SSCC for prefix %s and serial number %i', (prefix, serial) => {
  expect(buildSscc(prefix, serial)).toBeNull();
});

test('serial numbers result in different SSCCs, even if the extension digit changes', () => {
  const serials = [1, 2, 9_999, 10_000, 10_001, 20_000];
  expect(new Set(serials.map((serial) => buildSscc('123456789012', serial))).size).toBe(serials.length);
});

test.each(['106141412345678907', '10614141234567890', 'ORD-2026-000123-1', ''])(
  "%j isn't an SSCC",
  (text) => {
    expect(toSsccElement(text)).toBeNull();
  },
);
