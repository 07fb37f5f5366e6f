import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formDraftName, keepForm, recallForm } from './form-drafts.ts';

const day = 24 * 60 * 60_000;
const left = (savedAt: number, values: Record<string, unknown> = { name: 'Crate' }) => ({
  values,
  base: { name: 'Case', version: 3 },
  key: null,
  savedAt,
});
const name = (id: string) => formDraftName('u1', `units.${id}`);

beforeEach(() => localStorage.clear());

describe('a form that was left', () => {
  it('comes back to its owner as it was left, and to nobody else', () => {
    keepForm(name('case'), left(1000), 1000);
    expect(recallForm(name('case'), 2000)).toEqual(left(1000));
    expect(recallForm(formDraftName('u2', 'units.case'), 2000)).toBeNull();
    keepForm(name('case'), null);
    expect(recallForm(name('case'), 2000)).toBeNull();
  });

  it('keeps no password, and nothing at all where there is nothing else', () => {
    keepForm(name('new'), left(1000, { name: 'Ines', password: 'the secret one' }), 1000);
    expect(recallForm(name('new'), 2000)?.values).toEqual({ name: 'Ines' });
    expect(localStorage.getItem(name('new'))).not.toContain('the secret one');
    keepForm(name('new'), left(1000, { password: 'the secret one' }), 1000);
    expect(recallForm(name('new'), 2000)).toBeNull();
  });

  it('is forgotten after seven days', () => {
    keepForm(name('case'), left(1000), 1000);
    expect(recallForm(name('case'), 1000 + 7 * day - 1)).not.toBeNull();
    expect(recallForm(name('case'), 1000 + 7 * day)).toBeNull();
  });

  it('makes room: fifty forms, the latest ones, and none that is too long to be one', () => {
    for (let at = 1; at <= 55; at += 1) keepForm(name(String(at)), left(at), at);
    expect(localStorage).toHaveLength(50);
    expect(recallForm(name('5'), 30)).toBeNull();
    expect(recallForm(name('55'), 60)).not.toBeNull();
    keepForm(name('55'), left(56, { name: 'x'.repeat(100_001) }), 56);
    expect(recallForm(name('55'), 60)).toBeNull();
  });

  it('is nothing where what is kept cannot be read, or storage is blocked', () => {
    for (const kept of ['', '{', '[]', '{"values":1}', '{"values":{"a":1},"savedAt":"x"}']) {
      localStorage.setItem(name('case'), kept);
      expect(recallForm(name('case'), 2000)).toBeNull();
    }
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    keepForm(name('other'), left(1000), 1000);
    blocked.mockRestore();
    expect(recallForm(name('other'), 2000)).toBeNull();
  });
});
