import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenToCaches } from '#platform/web/cache/observer.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { readUser } from '#platform/web/session/read-user.ts';
import { beginSession, endSession } from '#platform/web/session/session.ts';
import { detectAnnouncedOrders, detectNewOrders, isCounted } from './detect.ts';
import { newOrderStore, syncNewOrders, markOrdersSeen } from './new-orders.ts';

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
  stops = [syncNewOrders(), listenToCaches(queryClient, detectNewOrders)];
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
const cacheList = (rows: object[], filters: object = {}) =>
  void queryClient.setQueryData(key(filters), { rows, total: rows.length });
const newOrderNumbers = () => newOrderStore.get()?.newOrders.map(({ orderNo }) => orderNo) ?? [];

it.each([
  [{}, true],
  [{ limit: 50, page: 1, view: 'full' }, true],
  [{ sort: '-createdAt', status: undefined }, true],
  [{ page: 2 }, false],
  [{ status: 'Draft' }, false],
  [{ q: 'harbour' }, false],
  [{ branch: 'b1' }, false],
  [{ sort: 'deliveryDate' }, false],
])('counts a list with %o: %s', (filters, expected) => {
  expect(isCounted(key(filters))).toBe(expected);
});

describe('new orders in cached responses', () => {
  it('counts orders since the first response, and from zero after a reset', () => {
    cacheList([row('1', '2026-03-01')]);
    cacheList([row('2', '2026-03-02'), row('1', '2026-03-01')]);
    expect(newOrderNumbers()).toEqual(['ORD-2']);
    cacheList([row('3', '2026-03-03')], { status: 'Draft' });
    cacheList([row('4', '2026-03-04')], { page: 2 });
    expect(newOrderNumbers()).toEqual(['ORD-2']);
    markOrdersSeen();
    expect(newOrderNumbers()).toEqual([]);
    cacheList([row('2', '2026-03-02'), row('1', '2026-03-01')]);
    expect(newOrderNumbers()).toEqual([]);
  });

  it('omits orders that the user created here', () => {
    cacheList([]);
    queryClient.setQueryData(['orders_data', 'one', '5'], { _id: '5' });
    cacheList([row('5', '2026-03-05')]);
    expect(newOrderNumbers()).toEqual([]);
  });

  it('counts orders sent to the kitchen, by the time they were sent', () => {
    beginSession('token', person({ _id: 'u2', role: 'custom_role_ck', kitchens: ['k'] }), 2000);
    cacheList([row('1', '2026-03-02', { sentAt: '2026-03-02' })]);
    cacheList([row('0', '2026-03-01', { sentAt: '2026-03-03' })]);
    expect(newOrderNumbers()).toEqual(['ORD-0']);
  });

  it('counts each submitted order once for reviewers, even an old one, and no drafts', () => {
    const draft = (id: string, at: string) => row(id, at, { status: 'Draft', dateTime: null });
    const submitted = (id: string, at: string, dateTime: string) =>
      row(id, at, { status: 'Under Review', dateTime });
    cacheList([submitted('1', '2026-03-01', '2026-03-02T08:00')]);
    cacheList([draft('2', '2026-03-03'), submitted('1', '2026-03-01', '2026-03-02T08:00')]);
    expect(newOrderNumbers()).toEqual([]);
    const announce = (order: object) =>
      detectAnnouncedOrders([{ collection: 'orders', id: 'any', row: { ...order } }]);
    // Too old for the first page, so no list contains it.
    announce(draft('0', '2026-02-01'));
    announce(submitted('0', '2026-02-01', '2026-03-04T08:00'));
    expect(newOrderNumbers()).toEqual(['ORD-0']);
    cacheList([
      submitted('2', '2026-03-03', '2026-03-04T09:00'),
      submitted('1', '2026-03-01', '2026-03-02T08:00'),
    ]);
    expect(newOrderNumbers()).toEqual(['ORD-2', 'ORD-0']);
    // Recalled and submitted again: counted once.
    announce(row('2', '2026-03-03', { status: 'Draft', dateTime: '2026-03-04T09:00' }));
    announce(submitted('2', '2026-03-03', '2026-03-04T10:00'));
    expect(newOrderNumbers()).toEqual(['ORD-2', 'ORD-0']);
  });

  it('counts a draft that the user has opened once it is submitted', () => {
    cacheList([]);
    queryClient.setQueryData(['orders_data', 'one', '5'], row('5', '2026-03-05', { status: 'Draft' }));
    cacheList([row('5', '2026-03-05', { status: 'Under Review', dateTime: '2026-03-06' })]);
    expect(newOrderNumbers()).toEqual(['ORD-5']);
  });

  it("doesn't count orders announced before the first list", () => {
    detectAnnouncedOrders([{ collection: 'orders', id: '1', row: row('1', '2026-03-01') }]);
    expect(newOrderNumbers()).toEqual([]);
  });

  it('syncs the count from other tabs', () => {
    cacheList([]);
    cacheList([row('1', '2026-03-01')]);
    const name = 'commissary.new-orders.u1';
    const stored = localStorage.getItem(name) ?? '';
    markOrdersSeen();
    expect(newOrderNumbers()).toEqual([]);
    localStorage.setItem(name, stored);
    window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: stored }));
    expect(newOrderNumbers()).toEqual(['ORD-1']);
  });

  it('counts an order once when several tabs receive it', () => {
    cacheList([]);
    const anotherTab = new QueryClient();
    const stop = listenToCaches(anotherTab, detectNewOrders);
    cacheList([row('1', '2026-03-01')]);
    anotherTab.setQueryData(key({}), { rows: [row('1', '2026-03-01')], total: 1 });
    stop();
    expect(newOrderNumbers()).toEqual(['ORD-1']);
  });

  it('deletes the count when the session ends, and the next session has its own baseline', () => {
    cacheList([]);
    cacheList([row('1', '2026-03-01')]);
    endSession('signed-out');
    expect(localStorage.getItem('commissary.new-orders.u1')).toBeNull();
    expect(newOrderNumbers()).toEqual([]);
    beginSession('token', person({}), 3000);
    cacheList([row('2', '2026-03-02'), row('1', '2026-03-01')]);
    expect(newOrderNumbers()).toEqual([]);
  });
});
