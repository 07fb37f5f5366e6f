import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '#platform/web/session/session.ts';
import { type FormDraft, formDrafts } from './form-drafts.ts';

const day = 24 * 60 * 60_000;
const buildDraft = (savedAt: number, values: Record<string, unknown> = { name: 'Crate' }): FormDraft => ({
  values,
  base: { name: 'Case', version: 3 },
  key: null,
  savedAt,
});
const getKey = (id: string) => formDrafts.getKey('u1', `units.${id}`);

const endSession = () => sessionStore.set({ status: 'anonymous', client: 'first', ended: null });

/** Loads the stored draft as a new tab would. */
function loadDraft(id: string, nowMs: number, userId = 'u1'): FormDraft | null {
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  endSession();
  return formDrafts.open(userId, `units.${id}`).get();
}

function saveDraft(id: string, draft: FormDraft | null, nowMs: number): void {
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  formDrafts.open('u1', `units.${id}`).set(draft);
}

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  endSession();
});

describe('a form draft', () => {
  it('is restored for its owner only', () => {
    saveDraft('case', buildDraft(1000), 1000);
    expect(loadDraft('case', 2000)).toEqual(buildDraft(1000));
    expect(loadDraft('case', 2000, 'u2')).toBeNull();
    saveDraft('case', null, 2000);
    expect(loadDraft('case', 2000)).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('omits passwords, even in memory, and is not stored if nothing else was entered', () => {
    saveDraft('new', buildDraft(1000, { name: 'Ines', password: 'a-secret-password' }), 1000);
    expect(formDrafts.open('u1', 'units.new').get()?.values).toEqual({ name: 'Ines' });
    expect(localStorage.getItem(getKey('new'))).not.toContain('a-secret-password');
    saveDraft('new', buildDraft(1000, { password: 'a-secret-password' }), 1000);
    expect(loadDraft('new', 2000)).toBeNull();
  });

  it('is deleted after seven days', () => {
    saveDraft('case', buildDraft(1000), 1000);
    expect(loadDraft('case', 1000 + 7 * day - 1)).not.toBeNull();
    expect(loadDraft('case', 1000 + 7 * day)).toBeNull();
  });

  it('is stored only if among the latest fifty and not too long', () => {
    for (let n = 1; n <= 55; n += 1) saveDraft(String(n), buildDraft(n), n);
    expect(localStorage).toHaveLength(50);
    expect(loadDraft('5', 30)).toBeNull();
    expect(loadDraft('55', 60)).not.toBeNull();
    saveDraft('55', buildDraft(56, { name: 'x'.repeat(100_001) }), 56);
    expect(loadDraft('55', 60)).toBeNull();
  });

  it('is empty if the stored text cannot be parsed', () => {
    for (const stored of ['', '{', '[]', '{"values":1}', '{"values":{"a":1},"savedAt":"x"}']) {
      localStorage.setItem(getKey('case'), stored);
      expect(loadDraft('case', 2000)).toBeNull();
    }
  });

  it('lasts as long as the session if storage is blocked', () => {
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    saveDraft('other', buildDraft(1000), 1000);
    blocked.mockRestore();
    expect(formDrafts.open('u1', 'units.other').get()).toEqual(buildDraft(1000));
    expect(loadDraft('other', 2000)).toBeNull();
  });

  it('follows changes in another tab without storing them again', () => {
    const store = formDrafts.open('u1', 'units.case');
    vi.spyOn(Date, 'now').mockReturnValue(2000);
    localStorage.setItem(getKey('case'), JSON.stringify(buildDraft(1000)));
    const writes = vi.spyOn(Storage.prototype, 'setItem');
    window.dispatchEvent(new StorageEvent('storage', { key: getKey('case') }));
    expect(store.get()).toEqual(buildDraft(1000));
    expect(writes).not.toHaveBeenCalled();
  });
});
