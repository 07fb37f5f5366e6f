import { expect, test } from 'vitest';
import { type Findable, rankMatch, createSearch } from './rank.ts';

const basil: Findable = { names: ['Basil', 'ريحان'], codes: ['PRO-002', '5012345678900'] };
const cases: [query: string, entry: Findable, rank: number | null][] = [
  ['', basil, 0],
  ['basil', basil, 0],
  ['  BASIL ', basil, 0],
  ['ريحان', basil, 0],
  ['pro-002', basil, 0],
  ['5012345678900', basil, 0],
  ['bas', basil, 1],
  ['ريح', basil, 1],
  ['cafe', { names: ['Café crème'] }, 1],
  ['المخز', { names: ['المَخزون'] }, 1],
  ['pesto', { names: ['Basil pesto'] }, 2],
  ['co in', { names: ['Inventory Control'] }, 2],
  ['prep', { names: ['Order Processing/Prep'] }, 2],
  ['(6', { names: ['Passata (6 L)'] }, 2],
  ['pro-0', basil, 3],
  ['50123', basil, 3],
  ['kitchen dash', { names: ['Dashboard'], notes: ['Central Kitchen'] }, 4],
  ['asil', basil, 5],
  ['34567', basil, 5],
  ['xyz', basil, null],
  ['basil xyz', basil, null],
  ['a', { names: [null, undefined, ''] }, null],
];

test.each(cases)('%s in %j has rank %s', (query, entry, rank) => {
  expect(rankMatch(query, entry)).toBe(rank);
});

interface Item {
  name: string;
  nameAlt?: string;
  code: string;
  barcode?: string;
}
const search = createSearch<Item>(({ name, nameAlt, code, barcode }) => ({
  names: [name, nameAlt],
  codes: [code, barcode],
}));
const items: Item[] = [
  { name: 'Thai basil', code: 'PRO-009' },
  { name: 'Basil pesto', code: 'SAU-004' },
  { name: 'Unbasiled dough', code: 'BAK-001' },
  { name: 'Basil', nameAlt: 'ريحان', code: 'PRO-002', barcode: '5012345678900' },
  { name: 'Basil oil', code: 'OIL-003' },
  { name: 'Label roll', code: 'BASIL-1' },
];

test.each([
  ['basil', ['Basil', 'Basil oil', 'Basil pesto', 'Thai basil', 'Label roll', 'Unbasiled dough']],
  ['bas', ['Basil', 'Basil oil', 'Basil pesto', 'Thai basil', 'Label roll', 'Unbasiled dough']],
  ['basil pe', ['Basil pesto']],
  ['ريحان', ['Basil']],
  ['5012345678900', ['Basil']],
  ['PRO', ['Basil', 'Thai basil']],
  ['nothing', []],
])('%s finds %j, in this order', (query, names) => {
  expect(search(query, items).map(({ name }) => name)).toEqual(names);
});

test('returns all entries for an empty query, at most the requested number, and keeps the original order of equal ranks', () => {
  expect(search('', items, 2)).toEqual(items.slice(0, 2));
  expect(search('basil', items, 1).map(({ name }) => name)).toEqual(['Basil']);
  const equalRanks = [
    { name: 'Milk', code: 'B' },
    { name: 'Milk', code: 'A' },
  ];
  expect(search('milk', equalRanks)).toEqual(equalRanks);
});
