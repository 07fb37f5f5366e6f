import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenToCaches } from '#platform/web/cache/observer.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { readUser } from '#platform/web/session/read-user.ts';
import { beginSession, endSession } from '#platform/web/session/session.ts';
import { detectAnnounced, detectNewOrders, isCounted } from './detect.ts';
import { countingStore, syncCounting, markOrdersSeen } from './new-orders.ts';

const key = (filters: object) => ['orders_data', 'list', filters];

function person(facts: object): SessionUser {
  const user = readUser({ _id: 'u1', name: 'Nora', role: 'admin', allowedPages: ['*'], ...facts });
  if (!user) throw new Error('No user');
  return user;
}

let queryClient: QueryClient;
let stops: (() => void)[];
beforeEach(() => {
  localStorage.clear();
  queryClient = new QueryClient();
  beginSession('token', person({}), 1000);
  stops = [syncCounting(), listenToCaches(queryClient, detectNewOrders)];
});
afterEach(() => {
  for (const stop of stops) stop();
  endSession('signed-out');
});

const row = (_id: string, at: string, facts: object = {}) => ({
  _id,
  orderNo: `ORD-${_id}`,
  branchName: 'Harbour',
  createdAt: at,
  ...facts,
});
const receive = (rows: object[], filters: object = {}) =>
  void queryClient.setQueryData(key(filters), { rows, total: rows.length });
const counted = () => countingStore.get()?.fresh.map(({ orderNo }) => orderNo) ?? [];

it.each([
  [{}, true],
  [{ limit: 50, page: 1, view: 'full' }, true],
  [{ sort: '-createdAt', status: undefined }, true],
  [{ page: 2 }, false],
  [{ status: 'Draft' }, false],
  [{ q: 'harbour' }, false],
  [{ branch: 'b1' }, false],
  [{ sort: 'deliveryDate' }, false],
])('counts a list with %o: %s', (filters, isYes) => {
  expect(isCounted(key(filters))).toBe(isYes);
});

describe('new orders in responses of the cache', () => {
  it('counts from the first response on, and starts over on reset', () => {
    receive([row('1', '2026-03-01')]);
    receive([row('2', '2026-03-02'), row('1', '2026-03-01')]);
    expect(counted()).toEqual(['ORD-2']);
    receive([row('3', '2026-03-03')], { status: 'Draft' });
    receive([row('4', '2026-03-04')], { page: 2 });
    expect(counted()).toEqual(['ORD-2']);
    markOrdersSeen();
    expect(counted()).toEqual([]);
    receive([row('2', '2026-03-02'), row('1', '2026-03-01')]);
    expect(counted()).toEqual([]);
  });

  it('omits orders that the user created here', () => {
    receive([]);
    queryClient.setQueryData(['orders_data', 'one', '5'], { _id: '5' });
    receive([row('5', '2026-03-05')]);
    expect(counted()).toEqual([]);
  });

  it('counts for a kitchen the orders sent to it, whenever they were created', () => {
    beginSession('token', person({ _id: 'u2', role: 'custom_role_ck', kitchens: ['k'] }), 2000);
    receive([row('1', '2026-03-02', { sentAt: '2026-03-02' })]);
    receive([row('0', '2026-03-01', { sentAt: '2026-03-03' })]);
    expect(counted()).toEqual(['ORD-0']);
  });

  it('counts for reviewers each submission once, however old, and no draft', () => {
    const draft = (id: string, at: string) => row(id, at, { status: 'Draft', dateTime: null });
    const handedIn = (id: string, at: string, dateTime: string) =>
      row(id, at, { status: 'Under Review', dateTime });
    receive([handedIn('1', '2026-03-01', '2026-03-02T08:00')]);
    receive([draft('2', '2026-03-03'), handedIn('1', '2026-03-01', '2026-03-02T08:00')]);
    expect(counted()).toEqual([]);
    const announce = (order: object) =>
      detectAnnounced([{ collection: 'orders', id: 'any', row: { ...order } }]);
    // Older than the first page, which no list contains.
    announce(draft('0', '2026-02-01'));
    announce(handedIn('0', '2026-02-01', '2026-03-04T08:00'));
    expect(counted()).toEqual(['ORD-0']);
    receive([
      handedIn('2', '2026-03-03', '2026-03-04T09:00'),
      handedIn('1', '2026-03-01', '2026-03-02T08:00'),
    ]);
    expect(counted()).toEqual(['ORD-2', 'ORD-0']);
    // Recalled and submitted again: counted once.
    announce(row('2', '2026-03-03', { status: 'Draft', dateTime: '2026-03-04T09:00' }));
    announce(handedIn('2', '2026-03-03', '2026-03-04T10:00'));
    expect(counted()).toEqual(['ORD-2', 'ORD-0']);
  });

  it('counts an opened draft once it is submitted', () => {
    receive([]);
    queryClient.setQueryData(['orders_data', 'one', '5'], row('5', '2026-03-05', { status: 'Draft' }));
    receive([row('5', '2026-03-05', { status: 'Under Review', dateTime: '2026-03-06' })]);
    expect(counted()).toEqual(['ORD-5']);
  });

  it('counts nothing that is announced before the first list', () => {
    detectAnnounced([{ collection: 'orders', id: '1', row: row('1', '2026-03-01') }]);
    expect(counted()).toEqual([]);
  });

  it('agrees with what another tab has counted or marked as seen', () => {
    receive([]);
    receive([row('1', '2026-03-01')]);
    const name = 'commissary.new-orders.u1';
    const stored = localStorage.getItem(name) ?? '';
    markOrdersSeen();
    expect(counted()).toEqual([]);
    localStorage.setItem(name, stored);
    window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: stored }));
    expect(counted()).toEqual(['ORD-1']);
  });

  it('counts once, however many tabs receive it', () => {
    receive([]);
    const anotherTab = new QueryClient();
    const stop = listenToCaches(anotherTab, detectNewOrders);
    receive([row('1', '2026-03-01')]);
    anotherTab.setQueryData(key({}), { rows: [row('1', '2026-03-01')], total: 1 });
    stop();
    expect(counted()).toEqual(['ORD-1']);
  });

  it('ends with the session, and the next one has its own baseline', () => {
    receive([]);
    receive([row('1', '2026-03-01')]);
    endSession('signed-out');
    expect(localStorage.getItem('commissary.new-orders.u1')).toBeNull();
    expect(counted()).toEqual([]);
    beginSession('token', person({}), 3000);
    receive([row('2', '2026-03-02'), row('1', '2026-03-01')]);
    expect(counted()).toEqual([]);
  });
});
