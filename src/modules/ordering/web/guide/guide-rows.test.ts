import { describe, expect, it } from 'vitest';
import { buildGuide, filterGuide, findScanned, flattenGuide } from './guide-rows.ts';
import { buildTestSuggestion } from './testing.ts';

const section = (_id: string, name: string, sortOrder: number) => ({
  _id,
  name,
  sortOrder,
  nameAlt: null,
  code: _id,
  branchId: null,
  temperature: '',
  isActive: true,
});
const item = (_id: string, barcodes: string[]) => ({
  _id,
  itemCode: _id,
  name: _id,
  nameAlt: null,
  category: null,
  section: null,
  baseUnit: 'kg',
  orderUnit: 'bag',
  orderNum: 10,
  orderDen: 1,
  countUnit: null,
  image: null,
  isOrderUnitConvertible: true,
  barcodes,
  substitutes: [],
  branches: [],
  isOrderable: true,
  isActive: true,
});
const kg = {
  _id: 'kg',
  name: 'Kilogram',
  nameAlt: null,
  symbol: 'kg',
  decimals: 3,
  wholeOnly: false,
  dimension: 'mass',
  factorNum: 1000,
  factorDen: 1,
};

const guide = buildGuide(
  {
    suggestions: [
      buildTestSuggestion({
        itemId: 'ice',
        itemName: 'Crème glacée',
        itemNameAlt: 'مثلجات',
        section: 'frozen',
      }),
      buildTestSuggestion(),
      buildTestSuggestion({ itemId: 'salt', itemName: 'Salt', itemCode: 'DRY-002', unitNum: 1 }),
      buildTestSuggestion({ itemId: 'string', itemName: 'Kitchen string', section: null }),
    ],
    sections: [
      section('frozen', 'Freezer', 20),
      section('dry', 'Dry store', 10),
      section('empty', 'Empty', 5),
    ],
    items: [item('rice', ['5012345']), item('salt', []), item('ice', [])],
    units: [kg],
  },
  'Other items',
);

describe("the order guide's rows", () => {
  it('sorts sections in walking order, omits empty ones, and puts items without a section last', () => {
    expect(guide.map(({ name, rows }) => [name, rows.map((row) => row.item.itemId)])).toEqual([
      ['Dry store', ['rice', 'salt']],
      ['Freezer', ['ice']],
      ['Other items', ['string']],
    ]);
  });

  it('shows the contents of a pack, and only the unit if it is the base unit', () => {
    expect(guide[0]?.rows.map((row) => row.pack)).toEqual(['bag (10 kg)', 'bag']);
  });

  it.each([
    ['ignores accents and case', 'CREME glacee', ['ice']],
    ['matches words in any order', 'rice basm', ['rice']],
    ['matches the second language', 'مثلجات', ['ice']],
    ['matches codes', 'dry-002', ['salt']],
    ['matches barcodes', '5012345', ['rice']],
    ['shows everything for an empty query', '  ', ['rice', 'salt', 'ice', 'string']],
    ['shows nothing without a match', 'zebra', []],
  ])('search %s', (_, query, matches) => {
    expect(filterGuide(guide, query).flatMap(({ rows }) => rows.map((row) => row.item.itemId))).toEqual(
      matches,
    );
  });

  it('can be limited to chosen items', () => {
    const sections = filterGuide(guide, '', new Set(['salt']));
    expect(sections.flatMap(({ rows }) => rows.map((row) => row.item.itemId))).toEqual(['salt']);
  });

  it('puts a header before the rows of each section', () => {
    expect(flattenGuide(guide).map((entry) => entry.kind)).toEqual([
      'section',
      'row',
      'row',
      'section',
      'row',
      'section',
      'row',
    ]);
  });

  it('resolves a scanned code by barcode, otherwise by item code', () => {
    const rules = { today: '2026-03-04', scaleLabels: [] };
    expect(findScanned(guide, '5012345', rules)?.item.itemId).toBe('rice');
    expect(findScanned(guide, 'dry-002', rules)?.item.itemId).toBe('salt');
    expect(findScanned(guide, '999', rules)).toBeNull();
  });
});
