import { describe, expect, it, test } from 'vitest';
import { encodeCode128 } from './barcode.ts';

/** Widths of bars and spaces of the 107 symbols (ISO/IEC 15417, table 1), to decode the output. */
const widths =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  );

/** Returns the values of the symbols, with start and check digit but without stop. */
function decodeValues(modules: string): number[] {
  const runs = (modules.match(/1+|0+/g) ?? []).map(({ length }) => length);
  const values: number[] = [];
  for (let start = 0; start + 7 < runs.length; start += 6)
    values.push(widths.indexOf(runs.slice(start, start + 6).join('')));
  expect(runs.slice(-7).join('')).toBe(widths.at(-1));
  return values;
}

const [startA, startB, startC, switchToA, fnc1] = [103, 104, 105, 101, 102];

describe('Code 128', () => {
  test.each<[text: string, values: number[]]>([
    // The standard's check digit example gives 54 with start code A, so 55 with start code B.
    ['PJJ123C', [startB, 48, 42, 42, 17, 18, 19, 35, 55]],
    // 105 + 1 x 12 + 2 x 34 + 3 x 56 + 4 x 78 + 5 x 90 = 1115, modulo 103.
    ['1234567890', [startC, 12, 34, 56, 78, 90, 85]],
  ])('encodes %s', (text, values) => {
    expect(decodeValues(encodeCode128(text) ?? '')).toEqual(values);
  });

  it('starts GS1-128 with FNC1, which its check digit includes', () => {
    // GS1 General Specifications: (01)09501101530003(17)140704(10)AB-123.
    const values = decodeValues(encodeCode128('01095011015300031714070410AB-123', true) ?? '');
    expect(values.slice(0, 2)).toEqual([startC, fnc1]);
    expect(values.slice(2, 15)).toEqual([1, 9, 50, 11, 1, 53, 0, 3, 17, 14, 7, 4, 10]);
    expect(values.slice(15, -1)).toEqual([
      switchToA,
      ...Array.from('AB-123', (character) => character.charCodeAt(0) - 32),
    ]);
    expect(computeCheckDigit(values)).toBe(values.at(-1));
  });

  it('encodes a separator within a GS1 code as FNC1', () => {
    expect(
      decodeValues(encodeCode128('10A\u001d3712', true) ?? '').filter((value) => value === fnc1),
    ).toHaveLength(2);
  });

  it('encodes a crate number', () => {
    const values = decodeValues(encodeCode128('ORD-2026-000123-12') ?? '');
    expect([startA, startB]).toContain(values[0]);
    expect(computeCheckDigit(values)).toBe(values.at(-1));
  });

  test.each(['', 'قهوة', 'é'])('cannot encode %j', (text) => {
    expect(encodeCode128(text)).toBeNull();
  });
});

/** Computes the check digit: the start code and each symbol weighted by its position, modulo 103. */
function computeCheckDigit(values: readonly number[]): number {
  const [start = 0, ...symbols] = values.slice(0, -1);
  return symbols.reduce((sum, value, index) => sum + value * (index + 1), start) % 103;
}
