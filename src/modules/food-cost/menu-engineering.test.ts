import { describe, expect, it } from 'vitest';
import { isNewDish, classifyMenu, type SoldDish } from './menu-engineering.ts';

const buildDish = (id: string, sold: number, marginEach: number | null, category: string | null = null) => ({
  id,
  category,
  soldMicro: sold * 1_000_000,
  marginE4: marginEach === null ? null : Math.round(sold * marginEach * 10_000),
});

const all = { isByCategory: false, minMicro: 0 };
const byCategory = { isByCategory: true, minMicro: 0 };
const getClasses = (dishes: readonly SoldDish[], criteria = all) =>
  classifyMenu(dishes, criteria).dishes.map(({ id, class: menuClass }) => [id, menuClass]);

/**
 * One week of a menu of main courses, from the menu engineering worksheet exercise in Dittmer & Keefe,
 * Principles of Food, Beverage, and Labor Cost Controls, chapter 11 ("George's Restaurant": sold, food cost,
 * price). Eight dishes, 629 portions with a margin of 7,075.75: popular from 70 % x 1/8 = 8.75 %, profitable
 * from 11.249 per portion. Lamb, with 55 of 629 (8.744 %), is just below the threshold.
 */
const mains = (
  [
    ['strip steak', 73, 18.9, 6.5, 'star'],
    ['fried chicken', 90, 12.75, 3.9, 'plowhorse'],
    ['lamb chops', 55, 20.35, 7, 'puzzle'],
    ['fried scallops', 92, 18.5, 5.9, 'star'],
    ['broiled haddock', 85, 15.65, 4.5, 'plowhorse'],
    ['roast turkey', 92, 12, 3, 'plowhorse'],
    ['stuffed shrimp', 77, 18.5, 6.7, 'star'],
    ['veal marsala', 65, 18.75, 6.5, 'star'],
  ] as const
).map(([id, sold, price, cost, menuClass]) => ({ ...buildDish(id, sold, price - cost, 'mains'), menuClass }));

describe('the menu', () => {
  it('classifies dishes by popularity and margin, with the thresholds', () => {
    const classified = classifyMenu(mains, all);
    expect(classified.dishes.map(({ id, class: menuClass }) => [id, menuClass])).toEqual(
      mains.map(({ id, menuClass }) => [id, menuClass]),
    );
    expect(classified.groups).toEqual([
      {
        category: null,
        compared: 8,
        excluded: { returned: 0, few: 0, cost: 0 },
        popularFromPercent: 8.75,
        profitableFromE4: 112_492,
      },
    ]);
    expect(classified.dishes.map(({ mixPercent }) => mixPercent)).toEqual([
      11.6, 14.3, 8.74, 14.62, 13.51, 14.62, 12.24, 10.33,
    ]);
  });

  it('compares dishes within their category, each with its own thresholds (A8)', () => {
    // Soups: 200 portions with a margin of 700, so profitable from 3.50 each and popular from 23.33 %.
    const soups = [
      buildDish('lentil', 120, 3, 'soups'),
      buildDish('tomato', 60, 4, 'soups'),
      buildDish('bisque', 20, 5, 'soups'),
    ];
    const classified = classifyMenu([...mains, ...soups], byCategory);
    expect(classified.dishes.map(({ id, class: menuClass }) => [id, menuClass])).toEqual([
      ...mains.map(({ id, menuClass }) => [id, menuClass]),
      ['lentil', 'plowhorse'],
      ['tomato', 'star'],
      ['bisque', 'puzzle'],
    ]);
    expect(
      classified.groups.map(({ category, compared, popularFromPercent, profitableFromE4 }) => [
        category,
        compared,
        popularFromPercent,
        profitableFromE4,
      ]),
    ).toEqual([
      ['mains', 8, 8.75, 112_492],
      ['soups', 3, 23.33, 35_000],
    ]);
    // Compared with main courses, every soup has a low margin.
    const together = new Map(getClasses([...mains, ...soups]) as [string, string][]);
    expect(soups.map(({ id }) => together.get(id))).toEqual(['plowhorse', 'plowhorse', 'dog']);
  });

  it('excludes and counts dishes with few sales, without a cost, or with more returns than sales (A8)', () => {
    const classified = classifyMenu(
      [
        buildDish('a', 35, 5),
        buildDish('b', 65, 5),
        buildDish('at the edge', 10, 5),
        buildDish('hardly', 9, 50),
        buildDish('unknown', 50, null),
        buildDish('hardly and unknown', 3, null),
        buildDish('returned', -1, 2),
      ],
      { isByCategory: true, minMicro: 10_000_000 },
    );
    expect(classified.dishes.map(({ id, excluded }) => [id, excluded])).toEqual([
      ['a', null],
      ['b', null],
      ['at the edge', null],
      ['hardly', 'few'],
      ['unknown', 'cost'],
      ['hardly and unknown', 'few'],
      ['returned', 'returned'],
    ]);
    expect(classified.groups).toEqual([
      {
        category: null,
        compared: 3,
        excluded: { returned: 1, few: 2, cost: 1 },
        popularFromPercent: 23.33,
        // Excluded dishes don't affect the threshold: all three remaining dishes have a margin of 5.
        profitableFromE4: 50_000,
      },
    ]);
  });

  it('counts a dish at exactly the threshold as popular and profitable', () => {
    expect(getClasses([buildDish('a', 35, 5), buildDish('b', 65, 5)])).toEqual([
      ['a', 'star'],
      ['b', 'star'],
    ]);
  });

  it('classifies nothing without dishes', () => {
    expect(classifyMenu([], all)).toEqual({ dishes: [], groups: [] });
    expect(classifyMenu([buildDish('returned', -1, 2)], all)).toEqual({
      dishes: [{ id: 'returned', mixPercent: 0, class: null, excluded: 'returned' }],
      groups: [
        {
          category: null,
          compared: 0,
          excluded: { returned: 1, few: 0, cost: 0 },
          popularFromPercent: null,
          profitableFromE4: null,
        },
      ],
    });
  });
});

describe('a dish is new', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' };
  it.each([
    ['its recipe took effect in the period', '2026-03-01', true, true, true],
    ['its recipe took effect on the last day', '2026-03-31', true, true, true],
    ['it was sold for the first time', '2026-01-01', false, true, true],
    ['an item was sold for the first time', null, false, true, true],
    ['it was sold before', '2026-02-28', true, true, false],
    ['its recipe takes effect later, and it was sold before', '2026-04-01', true, true, false],
    ['earlier sales are unknown', '2026-01-01', false, false, false],
  ])('%s', (_, firstRecipeDay, wasSoldBefore, hasEarlierSales, isNew) => {
    expect(isNewDish({ firstRecipeDay, wasSoldBefore }, { ...march, hasEarlierSales })).toBe(isNew);
  });
});
