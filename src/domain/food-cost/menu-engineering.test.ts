import { describe, expect, it } from 'vitest';
import { judgeMenu } from './menu-engineering.ts';

const dish = (id: string, sold: number, marginEach: number | null) => ({
  id,
  soldMicro: sold * 1_000_000,
  marginE4: marginEach === null ? null : sold * marginEach * 10_000,
});

describe('the menu', () => {
  // Kasavana & Smith, Menu Engineering (1982): four dishes, even share 25 %, popular from 17.5 %.
  it('tells dishes apart by popularity and margin, with the thresholds', () => {
    const told = judgeMenu([
      dish('steak', 40, 8),
      dish('pasta', 35, 3),
      dish('lobster', 15, 10),
      dish('soup', 10, 2),
      dish('unknown', 50, null),
    ]);
    expect(told.dishes.map(({ id, class: is }) => [id, is])).toEqual([
      ['steak', 'star'],
      ['pasta', 'plowhorse'],
      ['lobster', 'puzzle'],
      ['soup', 'dog'],
      ['unknown', null],
    ]);
    expect(told.popularFromPercent).toBe(17.5);
    // (40 x 8 + 35 x 3 + 15 x 10 + 10 x 2) / 100
    expect(told.profitableFromE4).toBe(59_500);
    expect(told.dishes[0]?.mixPercent).toBe(40);
  });

  it('counts a dish at exactly the threshold as popular and profitable', () => {
    const told = judgeMenu([dish('a', 35, 5), dish('b', 65, 5)]);
    expect(told.dishes.map(({ class: is }) => is)).toEqual(['star', 'star']);
  });

  it('judges nothing of nothing', () => {
    expect(judgeMenu([])).toEqual({ dishes: [], popularFromPercent: null, profitableFromE4: null });
    expect(judgeMenu([dish('returned', -1, 2)]).dishes).toEqual([
      { id: 'returned', mixPercent: 0, class: null },
    ]);
  });
});
