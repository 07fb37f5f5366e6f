import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Order } from '../../shapes.ts';
import { applyOrder, invalidateOrders } from './cache.ts';
import { autosaveOrderAction } from './actions.ts';
import { setupProgressQuery } from '#modules/settings/web/queries/setup-progress.ts';
import { readOrder } from './read.ts';

const order = readOrder({
  _id: 'o1',
  version: 4,
  status: 'Under Process',
  branchName: 'Harbour',
  items: [
    { lineId: 'a', itemName: 'Flour', orderQty: 3, pickedQty: null },
    { lineId: 'b', itemName: 'Milk', orderQty: 2, pickedQty: 2, reason: 'x' },
  ],
});

/** Returns the cached order after the response, and whether the order is refetched. */
function applyResponse(response: unknown, cached: Order | undefined = order) {
  const client = new QueryClient();
  const key = ['orders_data', 'one', 'o1'];
  if (cached) client.setQueryData(key, cached);
  autosaveOrderAction.onSent(autosaveOrderAction.read(response), client);
  const isRefetched = client.getQueryState(key)?.isInvalidated ?? false;
  return { shown: client.getQueryData<Order>(key), isRefetched };
}

const saved = {
  _id: 'o1',
  basedOn: 4,
  version: 5,
  driver: 'Sam',
  savedLines: [
    { lineId: 'a', pickedQty: 3 },
    { lineId: 'b', pickedQty: null, reason: null },
  ],
  allowedMoves: [{ to: 'Shipped', verb: 'ship', reason: false }],
};

test('merges saved values into the order they are based on', () => {
  const { shown, isRefetched } = applyResponse(saved);
  expect(isRefetched).toBe(false);
  expect(shown).toMatchObject({ version: 5, driver: 'Sam', allowedMoves: saved.allowedMoves });
  expect(shown?.items).toEqual([
    { ...order.items[0], pickedQty: 3 },
    { ...order.items[1], pickedQty: null, reason: null },
  ]);
});

test('accepts a complete order as the response', () => {
  const completeOrder = { ...order, version: 5, items: [{ ...order.items[0], pickedQty: 1 }] };
  const { shown, isRefetched } = applyResponse({ order: completeOrder });
  expect([shown?.version, shown?.items.map(({ pickedQty }) => pickedQty), isRefetched]).toEqual([
    5,
    [1],
    false,
  ]);
});

test.each([
  ['nothing', null],
  ['a version alone', { version: 5 }],
  ['no version', { _id: 'o1' }],
  ['a change to another version', { ...saved, basedOn: 5, version: 6 }],
  ['invalid lines', { _id: 'o1', version: 5, savedLines: 'many' }],
])('refetches the order after a response of %s', (_, response) => {
  const { shown, isRefetched } = applyResponse(response);
  expect([shown?.version, isRefetched]).toEqual([4, true]);
});

test('ignores a response older than the cached order', () => {
  const newer = { ...order, version: 7 };
  expect(applyResponse(saved, newer)).toEqual({ shown: newer, isRefetched: false });
});

test('refetches the set-up progress when orders change', () => {
  const client = new QueryClient();
  const { queryKey } = setupProgressQuery();
  client.setQueryData(queryKey, null);
  invalidateOrders(client);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('drops a response requested before a change', async () => {
  const client = new QueryClient();
  const queryKey = ['orders_data', 'one', 'o1'];
  client.setQueryData(queryKey, order);
  const { promise, resolve } = Promise.withResolvers<Order>();
  const fetching = client.fetchQuery({ queryKey, queryFn: () => promise, staleTime: 0 }).catch(() => null);
  applyOrder({ ...order, version: 5 }, client);
  resolve(order);
  await fetching;
  expect(client.getQueryData<Order>(queryKey)?.version).toBe(5);
});
