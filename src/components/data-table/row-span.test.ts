import { describe, expect, it } from 'vitest';
import { holds, partsOf, spanBetween, widened } from './row-span.ts';

const tens = () => 10;
/** The third row is three lines high. */
const uneven = (index: number) => (index === 2 ? 30 : 10);

describe('the rows between two heights', () => {
  it.each([
    ['the top of the list', tens, 100, 0, 30, { first: 0, end: 3 }],
    ['a row that shows by a pixel at either edge', tens, 100, 9, 31, { first: 0, end: 4 }],
    ['a row that ends where sight begins', tens, 100, 10, 30, { first: 1, end: 3 }],
    ['what lies below the list: the last row', tens, 5, 900, 950, { first: 4, end: 5 }],
    ['what lies above the list', tens, 5, -90, -50, { first: 0, end: 0 }],
    ['a higher row', uneven, 10, 25, 51, { first: 2, end: 4 }],
    ['no rows', tens, 0, 0, 100, { first: 0, end: 0 }],
  ])('%s', (_name, heightOf, count, from, to, span) => {
    expect(spanBetween(heightOf, count, from, to)).toEqual(span);
  });
});

describe('a span with more rows at either end', () => {
  it('ends where the list does', () => {
    expect(widened({ first: 1, end: 9 }, 4, 10)).toEqual({ first: 0, end: 10 });
    expect(widened({ first: 20, end: 30 }, 4, 100)).toEqual({ first: 16, end: 34 });
  });

  it('holds what is within', () => {
    expect(holds({ first: 0, end: 10 }, { first: 0, end: 10 })).toBe(true);
    expect(holds({ first: 0, end: 10 }, { first: 3, end: 11 })).toBe(false);
    expect(holds({ first: 4, end: 10 }, { first: 3, end: 9 })).toBe(false);
  });
});

describe('a list as it is drawn', () => {
  const rows = (...indexes: number[]) => indexes.map((index) => ({ index }));

  it('has no gaps when all of it is', () => {
    expect(partsOf({ first: 0, end: 3 }, 3, [], tens)).toEqual(rows(0, 1, 2));
  });

  it('keeps the height of what is left out', () => {
    expect(partsOf({ first: 4, end: 6 }, 10, [], uneven)).toEqual([
      { from: 0, px: 60 },
      ...rows(4, 5),
      { from: 6, px: 40 },
    ]);
  });

  it('draws pinned rows where they stand, once', () => {
    expect(partsOf({ first: 4, end: 6 }, 10, [9, 2, 5, 2, -1, 40], uneven)).toEqual([
      { from: 0, px: 20 },
      ...rows(2),
      { from: 3, px: 10 },
      ...rows(4, 5),
      { from: 6, px: 30 },
      ...rows(9),
    ]);
  });

  it('is empty without rows', () => {
    expect(partsOf({ first: 0, end: 0 }, 0, [0], tens)).toEqual([]);
  });
});
