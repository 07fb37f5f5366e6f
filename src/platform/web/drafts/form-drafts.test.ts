import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '#platform/web/session/session.ts';
import { type FormDraft, formDrafts } from './form-drafts.ts';

const day = 24 * 60 * 60_000;
const draftAt = (savedAt: number, values: Record<string, unknown> = { name: 'Crate' }): FormDraft => ({
  values,
  base: { name: 'Case', version: 3 },
  key: null,
  savedAt,
});
const keyOf = (id: string) => formDrafts.keyOf('u1', `units.${id}`);

const endSession = () => sessionStore.set({ status: 'anonymous', client: 'first', ended: null });

/** Returns the draft that a new tab finds. */
function loadDraft(id: string, nowMs: number, userId = 'u1'): FormDraft | null {
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  endSession();
  return formDrafts.open(userId, `units.${id}`).get();
}

function leave(id: string, draft: FormDraft | null, nowMs: number): void {
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
    leave('case', draftAt(1000), 1000);
    expect(loadDraft('case', 2000)).toEqual(draftAt(1000));
    expect(loadDraft('case', 2000, 'u2')).toBeNull();
    leave('case', null, 2000);
    expect(loadDraft('case', 2000)).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('contains no password, not even in this tab, and is not stored if it would be empty', () => {
    leave('new', draftAt(1000, { name: 'Ines', password: 'the secret one' }), 1000);
    expect(formDrafts.open('u1', 'units.new').get()?.values).toEqual({ name: 'Ines' });
    expect(localStorage.getItem(keyOf('new'))).not.toContain('the secret one');
    leave('new', draftAt(1000, { password: 'the secret one' }), 1000);
    expect(loadDraft('new', 2000)).toBeNull();
  });

  it('is deleted after seven days', () => {
    leave('case', draftAt(1000), 1000);
    expect(loadDraft('case', 1000 + 7 * day - 1)).not.toBeNull();
    expect(loadDraft('case', 1000 + 7 * day)).toBeNull();
  });

  it('is one of the latest fifty, and none that is too long', () => {
    for (let at = 1; at <= 55; at += 1) leave(String(at), draftAt(at), at);
    expect(localStorage).toHaveLength(50);
    expect(loadDraft('5', 30)).toBeNull();
    expect(loadDraft('55', 60)).not.toBeNull();
    leave('55', draftAt(56, { name: 'x'.repeat(100_001) }), 56);
    expect(loadDraft('55', 60)).toBeNull();
  });

  it('is empty if the stored text cannot be parsed', () => {
    for (const stored of ['', '{', '[]', '{"values":1}', '{"values":{"a":1},"savedAt":"x"}']) {
      localStorage.setItem(keyOf('case'), stored);
      expect(loadDraft('case', 2000)).toBeNull();
    }
  });

  it('lasts as long as the session if storage is blocked', () => {
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    leave('other', draftAt(1000), 1000);
    blocked.mockRestore();
    expect(formDrafts.open('u1', 'units.other').get()).toEqual(draftAt(1000));
    expect(loadDraft('other', 2000)).toBeNull();
  });

  it('follows changes of another tab, and stores them only once', () => {
    const store = formDrafts.open('u1', 'units.case');
    vi.spyOn(Date, 'now').mockReturnValue(2000);
    localStorage.setItem(keyOf('case'), JSON.stringify(draftAt(1000)));
    const writes = vi.spyOn(Storage.prototype, 'setItem');
    window.dispatchEvent(new StorageEvent('storage', { key: keyOf('case') }));
    expect(store.get()).toEqual(draftAt(1000));
    expect(writes).not.toHaveBeenCalled();
  });
});
