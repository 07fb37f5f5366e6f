import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readUser, type SessionUser } from '#platform/web/session/read-user.ts';
import { beginSession, endSession } from '#platform/web/session/session.ts';
import { recordLastOrders, lastOrdersStore } from './last-orders.ts';

const person = (id: string) =>
  readUser({ _id: id, name: id, email: `${id}@demo.test`, role: 'admin' }) as SessionUser;
const order = (id: number, status = 'Draft') => ({
  _id: `o${id}`,
  orderNo: `ORD-${id}`,
  status,
  branchName: 'Harbour',
  deliveryDate: '2026-03-06',
  createdAt: `2026-03-0${id}T08:00:00.000Z`,
  notes: 'not stored',
});

let client: QueryClient;
let stop: () => void;
const cacheList = (name: string, rows: unknown[]) => client.setQueryData([name, 'list', {}], { rows });
const orderNumbers = () => lastOrdersStore.get().map(({ orderNo }) => orderNo);

beforeEach(() => {
  localStorage.clear();
  client = new QueryClient();
  beginSession('t', person('ada'));
  stop = recordLastOrders(client);
});
afterEach(() => {
  stop();
  endSession('signed-out');
});

it('stores the newest orders from lists, each in its latest state', () => {
  cacheList('orders_data', [order(1), order(3)]);
  cacheList('orders_submission_data', [order(2), order(3, 'Under Review')]);
  expect(orderNumbers()).toEqual(['ORD-3', 'ORD-2', 'ORD-1']);
  expect(lastOrdersStore.get()[0]).toMatchObject({ status: 'Under Review', storedAt: expect.any(Number) });
  expect(JSON.stringify(localStorage)).not.toContain('not stored');
});

it('stores no more than 25', () => {
  const day = (index: number) => new Date(Date.UTC(2026, 0, index)).toISOString();
  cacheList(
    'orders_simple_data',
    Array.from({ length: 60 }, (_, index) => ({ ...order(index), createdAt: day(index) })),
  );
  expect(orderNumbers()).toHaveLength(25);
  expect(orderNumbers()[0]).toBe('ORD-59');
});

it('survives a reload', () => {
  cacheList('orders_data', [order(1)]);
  stop();
  stop = recordLastOrders(new QueryClient());
  expect(orderNumbers()).toEqual(['ORD-1']);
});

it('is deleted on sign-out, and not shown to other users', () => {
  cacheList('orders_data', [order(1)]);
  endSession('signed-out');
  expect(orderNumbers()).toEqual([]);
  expect(Object.keys(localStorage).filter((key) => key.includes('last-orders'))).toEqual([]);
  localStorage.setItem('commissary.last-orders.ada', JSON.stringify([order(1)]));
  beginSession('t', person('bob'));
  expect(orderNumbers()).toEqual([]);
  expect(localStorage.getItem('commissary.last-orders.ada')).toBeNull();
});

it('reads the valid part of a damaged copy', () => {
  stop();
  localStorage.setItem('commissary.last-orders.ada', JSON.stringify([null, { orderNo: 'x' }, { _id: 'o9' }]));
  stop = recordLastOrders(client);
  expect(lastOrdersStore.get()).toEqual([expect.objectContaining({ _id: 'o9', orderNo: 'o9', storedAt: 0 })]);
});
