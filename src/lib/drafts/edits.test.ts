import { describe, expect, it } from 'vitest';
import { resolveEdits, type FieldValues, mergeEdits, updateEdits } from './edits.ts';

const before = { name: 'Case', symbol: 'cs', factor: 12, days: [] as unknown[], note: '' };
const over = (values: FieldValues, base: FieldValues | null, now: FieldValues) =>
  mergeEdits({ values: { ...values }, base: base && { ...base } }, now);

describe('what was typed', () => {
  it('goes on over a row that nobody has changed, and over what others changed beside it', () => {
    expect(over({ name: 'Crate' }, before, before)).toEqual({ mine: { name: 'Crate' }, disputed: [] });
    expect(over({ name: 'Crate' }, before, { ...before, symbol: 'crt' })).toEqual({
      mine: { name: 'Crate' },
      disputed: [],
    });
  });

  it('is disputed where somebody else has changed the same field to something else', () => {
    expect(over({ name: 'Crate', factor: 24 }, before, { ...before, name: 'Box' })).toEqual({
      mine: { name: 'Crate', factor: 24 },
      disputed: ['name'],
    });
  });

  it('is nothing where the row has it by now', () => {
    expect(over({ name: 'Crate' }, before, { ...before, name: 'Crate' }).mine).toEqual({});
  });

  it('leaves out what the form does not have any more, or holds in another shape', () => {
    const typed = { gone: 'x', factor: '24', days: {}, note: null, name: 'Crate' };
    expect(over(typed, null, before)).toEqual({ mine: { note: null, name: 'Crate' }, disputed: [] });
  });

  it('keeps what was seen at the first key, whatever comes before the second', () => {
    const first = updateEdits(null, { name: 'Crate' }, before);
    const theirs = { ...before, name: 'Box', factor: 24 };
    const second = updateEdits(first, { name: 'Crates', factor: 6 }, theirs);
    expect(second).toEqual({ values: { name: 'Crates', factor: 6 }, base: { name: 'Case', factor: 24 } });
    expect(mergeEdits(second, theirs).disputed).toEqual(['name']);
  });

  it('is a new change where others had saved the same, and where it was typed back', () => {
    const first = updateEdits(null, { name: 'Crate' }, before);
    const agreed = { ...before, name: 'Crate' };
    expect(updateEdits(first, { name: 'Crates' }, agreed).base).toEqual({ name: 'Crate' });
    expect(updateEdits(first, { name: 'Case' }, before)).toEqual({ values: {}, base: {} });
  });

  it('goes, or stays over what it has seen, as the person chooses', () => {
    const edits = updateEdits(null, { name: 'Crate', factor: 24 }, before);
    const now = { ...before, name: 'Box', factor: 6 };
    const kept = resolveEdits(edits, now, ['name'], 'mine');
    expect(mergeEdits(kept, now)).toEqual({ mine: { name: 'Crate', factor: 24 }, disputed: ['factor'] });
    expect(mergeEdits(resolveEdits(kept, now, ['factor'], 'theirs'), now)).toEqual({
      mine: { name: 'Crate' },
      disputed: [],
    });
  });
});
