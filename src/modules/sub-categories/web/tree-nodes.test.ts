import { describe, expect, it } from 'vitest';
import { buildTreeNodes, getTreeStep } from './tree-nodes.ts';

const rows = (...names: string[]) => names.map((name) => ({ _id: name.toLowerCase(), name }));
const childRows: Record<string, ReturnType<typeof rows>> = {
  food: rows('Bread', 'Dairy'),
  drinks: rows('Juice'),
};

function buildNodes(overrides: Partial<Parameters<typeof buildTreeNodes>[0]> = {}) {
  return buildTreeNodes({
    categories: rows('Food', 'Drinks', 'Other'),
    getSubCategories: (category) => childRows[category] ?? [],
    all: 'All',
    none: null,
    q: '',
    isOpen: () => true,
    openByUser: () => undefined,
    ...overrides,
  });
}
const names = (overrides?: Parameters<typeof buildNodes>[0]) => buildNodes(overrides).map(({ name }) => name);

describe('the lines of the tree', () => {
  it('include their level and position', () => {
    expect(
      buildNodes().map(({ name, level, isOpen, position, siblingCount }) => [
        name,
        level,
        isOpen,
        position,
        siblingCount,
      ]),
    ).toEqual([
      ['All', 1, null, 1, 4],
      ['Food', 1, true, 2, 4],
      ['Bread', 2, null, 1, 2],
      ['Dairy', 2, null, 2, 2],
      ['Drinks', 1, true, 3, 4],
      ['Juice', 2, null, 1, 1],
      ['Other', 1, null, 4, 4],
    ]);
  });

  it('omit the children of a collapsed category', () => {
    expect(names({ isOpen: (id) => id === 'drinks', none: 'Without' })).toEqual([
      'All',
      'Food',
      'Drinks',
      'Juice',
      'Other',
      'Without',
    ]);
  });

  it('contain only the matches of a search, in expanded categories', () => {
    const closed = { isOpen: () => false };
    expect(names({ q: 'DAIR', ...closed })).toEqual(['Food', 'Dairy']);
    expect(names({ q: 'food', ...closed })).toEqual(['Food']);
    expect(names({ q: 'food', openByUser: () => true, ...closed })).toEqual(['Food', 'Bread', 'Dairy']);
    expect(names({ q: 'bread', openByUser: () => false })).toEqual(['Food']);
    expect(names({ q: 'fish' })).toEqual([]);
  });
});

describe('the keyboard navigation of the tree', () => {
  // All, Food (open), Bread, Dairy, Drinks (closed), Other
  const nodes = buildNodes({ isOpen: (id) => id === 'food' });
  it.each([
    [0, 'ArrowDown', { focusIndex: 1 }],
    [0, 'ArrowUp', null],
    [5, 'ArrowDown', null],
    [3, 'Home', { focusIndex: 0 }],
    [0, 'End', { focusIndex: 5 }],
    [1, 'ArrowRight', { focusIndex: 2 }],
    [4, 'ArrowRight', { open: true }],
    [2, 'ArrowRight', null],
    [1, 'ArrowLeft', { open: false }],
    [3, 'ArrowLeft', { focusIndex: 1 }],
    [4, 'ArrowLeft', null],
    [1, 'a', null],
    [9, 'ArrowUp', null],
  ] as const)('on line %d, %s results in %j', (index, key, step) => {
    expect(getTreeStep(nodes, index, key, false)).toEqual(step);
  });

  it('expand and collapse with swapped arrow keys in right-to-left layout', () => {
    expect(getTreeStep(nodes, 4, 'ArrowLeft', true)).toEqual({ open: true });
    expect(getTreeStep(nodes, 1, 'ArrowRight', true)).toEqual({ open: false });
  });
});
