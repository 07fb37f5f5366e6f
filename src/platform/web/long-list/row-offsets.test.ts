import { describe, expect, it } from 'vitest';
import { computeRowOffsets, getRenderedParts, findRowAt, findVisibleSpan } from './row-offsets.ts';

/** Ten rows, of which the third is three times as tall as the others. */
const unevenRows = computeRowOffsets(10, (index) => (index === 2 ? 30 : 10));
const evenRows = computeRowOffsets(10_000, () => 10);
const emptyList = computeRowOffsets(0, () => 10);

it('returns the offset of each row and the end of the list', () => {
  expect([...unevenRows].slice(0, 5)).toEqual([0, 10, 20, 50, 60]);
  expect(unevenRows.at(-1)).toBe(120);
});

it.each([
  [-20, 0],
  [0, 0],
  [19.9, 1],
  [20, 2],
  [49, 2],
  [50, 3],
  [119, 9],
  [900, 9],
])('the row at %d px is %d', (px, row) => {
  expect(findRowAt(unevenRows, px)).toBe(row);
});

describe('the rows visible between two offsets', () => {
  it.each([
    ['the top of the list', evenRows, 0, 30, 0, { first: 0, end: 3 }],
    ['rows that are visible by one pixel at either edge', evenRows, 9, 31, 0, { first: 0, end: 4 }],
    ['with extra rows at either end', evenRows, 500, 600, 4, { first: 46, end: 64 }],
    ['at the end', evenRows, 99_950, 100_050, 4, { first: 9991, end: 10_000 }],
    ['a range above the list', evenRows, -90, -50, 2, { first: 0, end: 2 }],
    ['a higher row', unevenRows, 25, 51, 0, { first: 2, end: 4 }],
    ['no rows', emptyList, 0, 100, 4, { first: 0, end: 0 }],
  ])('%s', (_name, offsets, startPx, endPx, extraRows, span) => {
    expect(findVisibleSpan(offsets, startPx, endPx, extraRows)).toEqual(span);
  });
});

describe('the rendered parts of a list', () => {
  const rows = (...indexes: number[]) => indexes.map((index) => ({ index }));

  it('include gaps with the height of omitted rows', () => {
    expect(getRenderedParts({ first: 4, end: 6 }, [], unevenRows)).toEqual([
      { from: 0, px: 60 },
      ...rows(4, 5),
      { from: 6, px: 40 },
    ]);
  });

  it('include each pinned row once, at its position', () => {
    expect(getRenderedParts({ first: 4, end: 6 }, [9, 2, 5, 2, -1, 40], unevenRows)).toEqual([
      { from: 0, px: 20 },
      ...rows(2),
      { from: 3, px: 10 },
      ...rows(4, 5),
      { from: 6, px: 30 },
      ...rows(9),
    ]);
  });

  it('have no gaps if all rows are rendered, and are empty without rows', () => {
    expect(getRenderedParts({ first: 0, end: 10 }, [], unevenRows)).toEqual(
      rows(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    );
    expect(getRenderedParts({ first: 0, end: 0 }, [0], emptyList)).toEqual([]);
  });
});
