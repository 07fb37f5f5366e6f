import { describe, expect, it } from 'vitest';
import { resume } from './resume-form.ts';

const before = { name: 'Case', symbol: 'cs', factor: 12, days: [] as unknown[], note: '' };

describe('what was left in a form', () => {
  it('goes on over a row that nobody has changed, and over what others changed beside it', () => {
    expect(resume({ name: 'Crate' }, before, before)).toEqual({ mine: { name: 'Crate' }, disputed: [] });
    expect(resume({ name: 'Crate' }, before, { ...before, symbol: 'crt' })).toEqual({
      mine: { name: 'Crate' },
      disputed: [],
    });
  });

  it('is disputed where somebody else has changed the same field to something else', () => {
    expect(resume({ name: 'Crate', factor: 24 }, before, { ...before, name: 'Box' })).toEqual({
      mine: { name: 'Crate', factor: 24 },
      disputed: ['name'],
    });
  });

  it('is nothing where the row has it by now', () => {
    expect(resume({ name: 'Crate' }, before, { ...before, name: 'Crate' })).toBeNull();
  });

  it('leaves out what the form does not have any more, or holds in another shape', () => {
    const typed = { gone: 'x', factor: '24', days: {}, note: null, name: 'Crate' };
    expect(resume(typed, null, before)).toEqual({ mine: { note: null, name: 'Crate' }, disputed: [] });
  });
});
