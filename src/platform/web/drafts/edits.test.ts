import { describe, expect, it } from 'vitest';
import { resolveEdits, type FieldValues, mergeEdits, updateEdits } from './edits.ts';

const before = { name: 'Case', symbol: 'cs', factor: 12, days: [] as unknown[], note: '' };
const over = (values: FieldValues, base: FieldValues | null, now: FieldValues) =>
  mergeEdits({ values: { ...values }, base: base && { ...base } }, now);

describe('edits', () => {
  it('are merged with an unchanged row, and with changes of other fields', () => {
    expect(over({ name: 'Crate' }, before, before)).toEqual({ mine: { name: 'Crate' }, disputed: [] });
    expect(over({ name: 'Crate' }, before, { ...before, symbol: 'crt' })).toEqual({
      mine: { name: 'Crate' },
      disputed: [],
    });
  });

  it('conflict if someone else has changed the same field to another value', () => {
    expect(over({ name: 'Crate', factor: 24 }, before, { ...before, name: 'Box' })).toEqual({
      mine: { name: 'Crate', factor: 24 },
      disputed: ['name'],
    });
  });

  it('are dropped if the row has their values', () => {
    expect(over({ name: 'Crate' }, before, { ...before, name: 'Crate' }).mine).toEqual({});
  });

  it('omit fields that the form no longer has, or has in another shape', () => {
    const typed = { gone: 'x', factor: '24', days: {}, note: null, name: 'Crate' };
    expect(over(typed, null, before)).toEqual({ mine: { note: null, name: 'Crate' }, disputed: [] });
  });

  it('keep the base of the first key, regardless of later changes', () => {
    const first = updateEdits(null, { name: 'Crate' }, before);
    const theirs = { ...before, name: 'Box', factor: 24 };
    const second = updateEdits(first, { name: 'Crates', factor: 6 }, theirs);
    expect(second).toEqual({ values: { name: 'Crates', factor: 6 }, base: { name: 'Case', factor: 24 } });
    expect(mergeEdits(second, theirs).disputed).toEqual(['name']);
  });

  it('start again after others saved the same value, or after it was typed back', () => {
    const first = updateEdits(null, { name: 'Crate' }, before);
    const agreed = { ...before, name: 'Crate' };
    expect(updateEdits(first, { name: 'Crates' }, agreed).base).toEqual({ name: 'Crate' });
    expect(updateEdits(first, { name: 'Case' }, before)).toEqual({ values: {}, base: {} });
  });

  it('are dropped or rebased, as the user chooses', () => {
    const edits = updateEdits(null, { name: 'Crate', factor: 24 }, before);
    const now = { ...before, name: 'Box', factor: 6 };
    const resolved = resolveEdits(edits, now, ['name'], 'mine');
    expect(mergeEdits(resolved, now)).toEqual({ mine: { name: 'Crate', factor: 24 }, disputed: ['factor'] });
    expect(mergeEdits(resolveEdits(resolved, now, ['factor'], 'theirs'), now)).toEqual({
      mine: { name: 'Crate' },
      disputed: [],
    });
  });
});
