import { describe, expect, it } from 'vitest';
import { treeNodes, treeStep } from './tree-nodes.ts';

const rows = (...names: string[]) => names.map((name) => ({ _id: name.toLowerCase(), name }));
const childRows: Record<string, ReturnType<typeof rows>> = {
  food: rows('Bread', 'Dairy'),
  drinks: rows('Juice'),
};

function buildNodes(overrides: Partial<Parameters<typeof treeNodes>[0]> = {}) {
  return treeNodes({
    categories: rows('Food', 'Drinks', 'Other'),
    subsOf: (category) => childRows[category] ?? [],
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
  it('have their level and position', () => {
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

describe('the keys of the tree', () => {
  // All, Food (open), Bread, Dairy, Drinks (closed), Other
  const nodes = buildNodes({ isOpen: (id) => id === 'food' });
  it.each([
    [0, 'ArrowDown', { go: 1 }],
    [0, 'ArrowUp', null],
    [5, 'ArrowDown', null],
    [3, 'Home', { go: 0 }],
    [0, 'End', { go: 5 }],
    [1, 'ArrowRight', { go: 2 }],
    [4, 'ArrowRight', { open: true }],
    [2, 'ArrowRight', null],
    [1, 'ArrowLeft', { open: false }],
    [3, 'ArrowLeft', { go: 1 }],
    [4, 'ArrowLeft', null],
    [1, 'a', null],
    [9, 'ArrowUp', null],
  ] as const)('on line %d %s does %j', (index, key, step) => {
    expect(treeStep(nodes, index, key, false)).toEqual(step);
  });

  it('expand and collapse with swapped arrow keys in right-to-left layout', () => {
    expect(treeStep(nodes, 4, 'ArrowLeft', true)).toEqual({ open: true });
    expect(treeStep(nodes, 1, 'ArrowRight', true)).toEqual({ open: false });
  });
});
