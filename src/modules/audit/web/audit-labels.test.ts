import { describe, expect, it } from 'vitest';
import { findFieldDifferences, type ValueLabels, formatValue } from './audit-labels.ts';

const labels: ValueLabels = {
  yes: 'Yes',
  no: 'No',
  none: '–',
  getFieldLabel: (field) => field.toUpperCase(),
  getValueLabel: (text) => ({ b1: 'Riverside' })[text] ?? text,
};

describe('field differences', () => {
  it('list changes, even inside nested records, without technical fields', () => {
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
    expect(findFieldDifferences(before, after)).toEqual([
      { field: 'permissions.canEdit', before: false, after: true },
      { field: 'branches', before: ['b1'], after: [] },
    ]);
  });

  it('list all fields of a created or deleted row', () => {
    expect(findFieldDifferences({}, { name: 'New', code: null, places: { a: 1 } })).toEqual([
      { field: 'name', before: undefined, after: 'New' },
      { field: 'places.a', before: undefined, after: 1 },
    ]);
    expect(findFieldDifferences({ name: 'Old' }, {})).toEqual([
      { field: 'name', before: 'Old', after: undefined },
    ]);
  });

  it("treat fields that a change doesn't include as unchanged", () => {
    expect(findFieldDifferences({ status: 'Draft', lines: 2 }, { status: 'Under Review' })).toEqual([
      { field: 'status', before: 'Draft', after: 'Under Review' },
    ]);
  });

  it('treat a list of records as one value', () => {
    expect(findFieldDifferences({ packs: [{ num: 1 }] }, { packs: [{ num: 2 }] })).toEqual([
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
])('formats %j as %s', (value, text) => {
  expect(formatValue(value, labels)).toBe(text);
});
