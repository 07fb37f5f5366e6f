import { describe, expect, it } from 'vitest';
import { computeRowOffsets, getDrawnParts, rowAt, spanBetween } from './row-offsets.ts';

/** The third of ten rows is three lines high. */
const uneven = computeRowOffsets(10, (index) => (index === 2 ? 30 : 10));
const tens = computeRowOffsets(10_000, () => 10);
const none = computeRowOffsets(0, () => 10);

it('returns where rows begin and the list ends', () => {
  expect([...uneven].slice(0, 5)).toEqual([0, 10, 20, 50, 60]);
  expect(uneven.at(-1)).toBe(120);
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
  expect(rowAt(uneven, px)).toBe(row);
});

describe('the rows between two heights', () => {
  it.each([
    ['the top of the list', tens, 0, 30, 0, { first: 0, end: 3 }],
    ['a row that shows by a pixel at either edge', tens, 9, 31, 0, { first: 0, end: 4 }],
    ['with more at either end', tens, 500, 600, 4, { first: 46, end: 64 }],
    ['at the end', tens, 99_950, 100_050, 4, { first: 9991, end: 10_000 }],
    ['a range above the list', tens, -90, -50, 2, { first: 0, end: 2 }],
    ['a higher row', uneven, 25, 51, 0, { first: 2, end: 4 }],
    ['no rows', none, 0, 100, 4, { first: 0, end: 0 }],
  ])('%s', (_name, offsets, from, to, more, span) => {
    expect(spanBetween(offsets, from, to, more)).toEqual(span);
  });
});

describe('a list as it is drawn', () => {
  const rows = (...indexes: number[]) => indexes.map((index) => ({ index }));

  it('keeps the height of omitted rows', () => {
    expect(getDrawnParts({ first: 4, end: 6 }, [], uneven)).toEqual([
      { from: 0, px: 60 },
      ...rows(4, 5),
      { from: 6, px: 40 },
    ]);
  });

  it('renders other rows once, in their position', () => {
    expect(getDrawnParts({ first: 4, end: 6 }, [9, 2, 5, 2, -1, 40], uneven)).toEqual([
      { from: 0, px: 20 },
      ...rows(2),
      { from: 3, px: 10 },
      ...rows(4, 5),
      { from: 6, px: 30 },
      ...rows(9),
    ]);
  });

  it('has no gaps if everything is rendered, and nothing without rows', () => {
    expect(getDrawnParts({ first: 0, end: 10 }, [], uneven)).toEqual(rows(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    expect(getDrawnParts({ first: 0, end: 0 }, [0], none)).toEqual([]);
  });
});
