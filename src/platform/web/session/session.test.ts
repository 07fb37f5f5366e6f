import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { endRefusedSession } from '#platform/web/cache/error-policy.ts';
import { readUser, type SessionUser } from './read-user.ts';
import {
  beginSession,
  chooseClient,
  endSession,
  refreshUser,
  reloadSession,
  sessionStore,
} from './session.ts';
import { watchSession } from './watch.ts';

const hour = 3_600_000;
const start = Date.parse('2026-11-21T06:00:00Z');

function createUser(id = 'u1'): SessionUser {
  const user = readUser({ _id: id, name: 'Ada', email: 'ada@demo.test', role: 'admin', allowedPages: ['*'] });
  if (!user) throw new Error('no user');
  return user;
}

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  localStorage.clear();
  reloadSession();
});
afterEach(() => vi.useRealTimers());

describe('the eight-hour limit', () => {
  test('ends the session after exactly eight hours', () => {
    const stop = watchSession();
    beginSession('t1', createUser());
    vi.advanceTimersByTime(8 * hour - 1);
    expect(sessionStore.get().status).toBe('signed-in');
    vi.advanceTimersByTime(1);
    expect(sessionStore.get()).toMatchObject({ status: 'anonymous', ended: 'expired' });
    expect(localStorage.getItem('token')).toBeNull();
    stop();
  });

  test('continues to run after a reload', () => {
    beginSession('t1', createUser());
    vi.setSystemTime(start + 8 * hour - 1);
    reloadSession();
    expect(sessionStore.get()).toMatchObject({ status: 'signed-in', token: 't1', startedAt: start });
    vi.setSystemTime(start + 8 * hour);
    reloadSession();
    expect(sessionStore.get()).toMatchObject({ status: 'anonymous', ended: 'expired' });
  });

  test('is checked when the device wakes up', () => {
    const stop = watchSession();
    beginSession('t1', createUser());
    vi.setSystemTime(start + 9 * hour); // Timers stop during sleep.
    window.dispatchEvent(new Event('focus'));
    expect(sessionStore.get()).toMatchObject({ status: 'anonymous', ended: 'expired' });
    stop();
  });
});

describe('other tabs', () => {
  test('signing out in another tab signs out this one', () => {
    const stop = watchSession();
    beginSession('t1', createUser());
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
    expect(sessionStore.get()).toMatchObject({ status: 'anonymous', ended: 'other-tab' });
    stop();
  });

  test('an expiry in another tab ends the session in this one as expired', () => {
    const stop = watchSession();
    beginSession('t1', createUser());
    vi.setSystemTime(start + 8 * hour - 5);
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
    expect(sessionStore.get()).toMatchObject({ status: 'anonymous', ended: 'expired' });
    stop();
  });

  test('a suspended tab detects missed changes when it resumes', () => {
    const reload = vi.fn();
    const stop = watchSession(reload);
    beginSession('t1', createUser());
    window.dispatchEvent(new Event('pageshow'));
    expect(sessionStore.get().status).toBe('signed-in');
    localStorage.setItem('token', 't2');
    window.dispatchEvent(new Event('pageshow'));
    expect(reload).toHaveBeenCalledOnce();
    localStorage.removeItem('token');
    window.dispatchEvent(new Event('pageshow'));
    expect(sessionStore.get()).toMatchObject({ status: 'anonymous', ended: 'other-tab' });
    stop();
  });

  test('a profile loaded after another tab signed out is not stored', () => {
    beginSession('t1', createUser());
    localStorage.removeItem('token');
    localStorage.setItem('commissary.session', '{"client":"first"}');
    refreshUser(createUser(), 't1');
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('commissary.session')).toBe('{"client":"first"}');
  });

  test('a profile that arrives after the next user has signed in is dropped', () => {
    beginSession('t1', createUser());
    endSession('signed-out');
    beginSession('t2', createUser('u2'));
    refreshUser(createUser(), 't1');
    expect(sessionStore.get()).toMatchObject({ token: 't2', user: { _id: 'u2' } });
  });

  test('another user’s sign-in in another tab reloads this one', () => {
    const reload = vi.fn();
    const stop = watchSession(reload);
    beginSession('t1', createUser());
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 't2' }));
    expect(reload).toHaveBeenCalledOnce();
    stop();
  });
});

describe('a rejected token', () => {
  const createRefusal = (sessionStartedAt: number) =>
    new ApiError({ code: 'TOKEN_EXPIRED', status: 401, message: '', sessionStartedAt });

  test("ends its session and returns to its client's sign-in page", () => {
    chooseClient('second');
    beginSession('t1', createUser());
    endRefusedSession(createRefusal(start));
    expect(sessionStore.get()).toEqual({
      status: 'anonymous',
      client: 'second',
      ended: 'rejected-by-server',
    });
    reloadSession();
    expect(sessionStore.get().client).toBe('second');
  });

  test('after eight hours counts as expiry', () => {
    beginSession('t1', createUser());
    vi.setSystemTime(start + 9 * hour);
    endRefusedSession(createRefusal(start));
    expect(sessionStore.get()).toMatchObject({ status: 'anonymous', ended: 'expired' });
  });

  test('of an earlier session is ignored', () => {
    beginSession('t1', createUser());
    endSession('signed-out');
    vi.setSystemTime(start + hour);
    beginSession('t2', createUser('u2'));
    endRefusedSession(createRefusal(start));
    expect(sessionStore.get()).toMatchObject({ status: 'signed-in', token: 't2' });
  });
});

describe('reading a user from a response', () => {
  test.each([
    ['at the top level', { token: 't', _id: 'u1', role: 'admin' }],
    ['in user', { token: 't', user: { id: 'u1', role: 'admin' } }],
    ['in data', { data: { _id: 'u1', role: { key: 'admin' } } }],
  ])('finds a user %s', (_name, payload) =>
    expect(readUser(payload)).toMatchObject({ _id: 'u1', role: 'admin', name: 'User' }),
  );

  test('uses the email as the id, and the most restrictive defaults for missing values', () => {
    expect(readUser({ email: 'a@b.c' })).toEqual({
      _id: 'a@b.c',
      email: 'a@b.c',
      name: 'User',
      role: 'user',
      isMasterAdmin: false,
      permissions: { canCreate: false, canEdit: false, canDelete: false, canView: false },
      allowedPages: [],
      branches: [],
      kitchens: [],
      roleDescription: null,
      roleLabel: null,
      mustChangePassword: false,
      scaleLabels: [],
      dayEnds: [],
    });
    expect(readUser({ token: 't' })).toBeNull();
  });
});
