import { describe, expect, it } from 'vitest';
import { fieldDifferences, type ValueLabels, valueText } from './audit-labels.ts';

const words: ValueLabels = {
  yes: 'Yes',
  no: 'No',
  none: '–',
  fieldOf: (field) => field.toUpperCase(),
  textOf: (text) => ({ b1: 'Riverside' })[text] ?? text,
};

describe('differences', () => {
  it('tell what changed, inside of records too, and nothing of the bookkeeping', () => {
    const before = {
      _id: '1',
      version: 3,
      name: 'Nora',
      note: null,
      permissions: { canView: true, canEdit: false },
      branches: ['b1'],
    };
    const after = {
      _id: '1',
      version: 4,
      name: 'Nora',
      note: '',
      permissions: { canView: true, canEdit: true },
      branches: [],
    };
    expect(fieldDifferences(before, after)).toEqual([
      { field: 'permissions.canEdit', before: false, after: true },
      { field: 'branches', before: ['b1'], after: [] },
    ]);
  });

  it('tell all of a row that was made or is gone', () => {
    expect(fieldDifferences({}, { name: 'New', code: null, places: { a: 1 } })).toEqual([
      { field: 'name', before: undefined, after: 'New' },
      { field: 'places.a', before: undefined, after: 1 },
    ]);
    expect(fieldDifferences({ name: 'Old' }, {})).toEqual([
      { field: 'name', before: 'Old', after: undefined },
    ]);
  });

  it('take what a change does not name for unchanged', () => {
    expect(fieldDifferences({ status: 'Draft', lines: 2 }, { status: 'Under Review' })).toEqual([
      { field: 'status', before: 'Draft', after: 'Under Review' },
    ]);
  });

  it('keep a list of records as a whole', () => {
    expect(fieldDifferences({ packs: [{ num: 1 }] }, { packs: [{ num: 2 }] })).toEqual([
      { field: 'packs', before: [{ num: 1 }], after: [{ num: 2 }] },
    ]);
  });
});

it.each([
  [null, '–'],
  [[], '–'],
  [true, 'Yes'],
  [false, 'No'],
  [0, '0'],
  ['b1', 'Riverside'],
  [['b1', 'b2'], 'Riverside, b2'],
  [
    [
      { _id: 'x', qty: 2, note: null },
      { qty: 3, at: 'b1' },
    ],
    'QTY 2; QTY 3, AT Riverside',
  ],
])('%j reads %s', (value, text) => {
  expect(valueText(value, words)).toBe(text);
});
