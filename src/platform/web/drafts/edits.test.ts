import { describe, expect, it } from 'vitest';
import { resolveEdits, type FieldValues, mergeEdits, updateEdits } from './edits.ts';

const row = { name: 'Case', symbol: 'cs', factor: 12, days: [] as unknown[], note: '' };
const merge = (values: FieldValues, base: FieldValues | null, currentRow: FieldValues) =>
  mergeEdits({ values: { ...values }, base: base && { ...base } }, currentRow);

describe('edits', () => {
  it('are merged with an unchanged row, and with changes to other fields', () => {
    expect(merge({ name: 'Crate' }, row, row)).toEqual({ mine: { name: 'Crate' }, conflictingFields: [] });
    expect(merge({ name: 'Crate' }, row, { ...row, symbol: 'crt' })).toEqual({
      mine: { name: 'Crate' },
      conflictingFields: [],
    });
  });

  it('conflict if another user has changed the same field to a different value', () => {
    expect(merge({ name: 'Crate', factor: 24 }, row, { ...row, name: 'Box' })).toEqual({
      mine: { name: 'Crate', factor: 24 },
      conflictingFields: ['name'],
    });
  });

  it('are dropped if the row has their values', () => {
    expect(merge({ name: 'Crate' }, row, { ...row, name: 'Crate' }).mine).toEqual({});
  });

  it('omit fields that the form no longer has, or has with a different type', () => {
    const values = { removed: 'x', factor: '24', days: {}, note: null, name: 'Crate' };
    expect(merge(values, null, row)).toEqual({ mine: { note: null, name: 'Crate' }, conflictingFields: [] });
  });

  it('keep the base of the first keystroke, regardless of later changes', () => {
    const first = updateEdits(null, { name: 'Crate' }, row);
    const theirRow = { ...row, name: 'Box', factor: 24 };
    const second = updateEdits(first, { name: 'Crates', factor: 6 }, theirRow);
    expect(second).toEqual({ values: { name: 'Crates', factor: 6 }, base: { name: 'Case', factor: 24 } });
    expect(mergeEdits(second, theirRow).conflictingFields).toEqual(['name']);
  });

  it('get a new base after someone else has saved the same value, and disappear when the original value is entered again', () => {
    const first = updateEdits(null, { name: 'Crate' }, row);
    const agreed = { ...row, name: 'Crate' };
    expect(updateEdits(first, { name: 'Crates' }, agreed).base).toEqual({ name: 'Crate' });
    expect(updateEdits(first, { name: 'Case' }, row)).toEqual({ values: {}, base: {} });
  });

  it('are dropped or rebased, depending on the user’s choice', () => {
    const edits = updateEdits(null, { name: 'Crate', factor: 24 }, row);
    const currentRow = { ...row, name: 'Box', factor: 6 };
    const resolved = resolveEdits(edits, currentRow, ['name'], 'mine');
    expect(mergeEdits(resolved, currentRow)).toEqual({
      mine: { name: 'Crate', factor: 24 },
      conflictingFields: ['factor'],
    });
    expect(mergeEdits(resolveEdits(resolved, currentRow, ['factor'], 'theirs'), currentRow)).toEqual({
      mine: { name: 'Crate' },
      conflictingFields: [],
    });
  });
});
