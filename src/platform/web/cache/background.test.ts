import { focusManager, type QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionStore } from '#platform/web/api/connection.ts';
import { beginSession, endSession } from '#platform/web/session/session.ts';
import { handleAnnouncedChange, recordStreamAlive, recordStreamLost, resumeOrders } from './background.ts';
import { breakerStore } from './breaker.ts';
import { createClientWithPolicies, createCountedQuery, minute, second, showQuery } from './testing.ts';

const createDraftsQuery = () => createCountedQuery(['orders_data', 'list', { status: 'Draft' }]);
/** Announces a change, after loading the list code, which would never load with fake timers. */
async function announceChange(queryClient: QueryClient, collection: string): Promise<void> {
  handleAnnouncedChange(queryClient, { collection });
  await vi.dynamicImportSettled();
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function refocusTab(): void {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onTestFinished(() => focusManager.setFocused(undefined));
}

test('a list on screen is refetched ten times as its lifetime expires; then the breaker opens', async () => {
  const queryClient = createClientWithPolicies();
  const list = createDraftsQuery();
  await showQuery(queryClient, list);
  await wait(21 * minute);
  expect(list.calls).toHaveLength(1 + 10);
  expect(breakerStore.get().size).toBe(0);
  await wait(60 * minute);
  expect(list.calls).toHaveLength(1 + 10);
  expect([...breakerStore.get()]).toEqual(['orders_data']);
});

test('three lists of one collection share its limit of ten fetches', async () => {
  const queryClient = createClientWithPolicies();
  const lists = [1, 2, 3].map((page) => createCountedQuery(['orders_data', 'list', { page }]));
  const submission = createCountedQuery(['orders_submission_data', 'list', {}], minute);
  for (const list of [...lists, submission]) await showQuery(queryClient, list);
  await wait(9 * minute);
  expect(lists.flatMap((list) => list.calls)).toHaveLength(3 + 10);
  expect(breakerStore.get().has('orders_submission_data')).toBe(false);
});

test('two focus events fetch each list once, at most one list per five seconds', async () => {
  const queryClient = createClientWithPolicies();
  const lists = [createDraftsQuery(), createCountedQuery(['orders_data', 'list', { page: 2 }])];
  for (const list of lists) await showQuery(queryClient, list);
  await wait(10 * second);
  refocusTab();
  refocusTab();
  await wait(4 * second);
  refocusTab();
  await wait(20 * second);
  const [firstAt = 0, secondAt = 0, ...laterFetches] = lists
    .flatMap((list) => list.calls.slice(1))
    .toSorted((a, b) => a - b);
  expect(laterFetches).toEqual([]);
  expect(secondAt - firstAt).toBeGreaterThanOrEqual(5 * second);
});

test('an explicit fetch is sent at once and resets throttle and count', async () => {
  const queryClient = createClientWithPolicies();
  const list = createDraftsQuery();
  const { refetch } = await showQuery(queryClient, list);
  await wait(25 * minute);
  expect(breakerStore.get().size).toBe(1);
  void refetch();
  await wait(200);
  expect(breakerStore.get().size).toBe(0);
  expect(list.calls).toHaveLength(12);
  await wait(5 * second);
  refocusTab();
  await wait(200);
  expect(list.calls).toHaveLength(13);
  await wait(19 * minute);
  expect(list.calls).toHaveLength(22);
  expect(breakerStore.get().size).toBe(0);
});

const breakerResets: [name: string, act: (queryClient: QueryClient) => void][] = [
  ['resuming', resumeOrders],
  [
    'a local change to an order',
    (queryClient) => queryClient.setQueryData(['orders_data', 'one', '1'], 'response'),
  ],
  [
    'opening an order',
    (queryClient) => void queryClient.query(createCountedQuery(['orders_data', 'one', '2']).options),
  ],
  ['a change announced by the server', (queryClient) => void announceChange(queryClient, 'orders')],
  ['signing in', () => beginSession('token', person)],
];
const person = {
  _id: 'u1',
  name: 'Ama',
  email: 'ama@demo.test',
  roleDescription: null,
  roleLabel: null,
  mustChangePassword: false,
  baseCurrency: 'GBP',
  scaleLabels: [],
  dayEnds: [],
  role: 'admin',
  isMasterAdmin: false,
  permissions: { canCreate: true, canEdit: true, canDelete: true, canView: true },
  allowedPages: ['*'],
  branches: [],
  kitchens: [],
};

test.each(breakerResets)('%s closes the breaker', async (_case, act) => {
  const queryClient = createClientWithPolicies();
  onTestFinished(() => endSession('signed-out'));
  await showQuery(queryClient, createDraftsQuery());
  await wait(25 * minute);
  expect(breakerStore.get().size).toBe(1);
  act(queryClient);
  await wait(second);
  expect(breakerStore.get().size).toBe(0);
});

const createPageQueries = () => [
  createDraftsQuery(),
  createCountedQuery(['orders_data', 'list', { page: 2 }]),
  createCountedQuery(['orders_data', 'count', { status: 'Shipped' }]),
  createCountedQuery(['orders_submission_data', 'list', {}], minute),
  createCountedQuery(['orders_simple_data', 'list', {}], minute),
];

test('SPEC 9: with the stream open, all lists of a page together are fetched at most once per five seconds', async () => {
  const queryClient = createClientWithPolicies();
  const lists = createPageQueries();
  for (const list of lists) await showQuery(queryClient, list);
  const startedAt = Date.now();
  for (let n = 0; n < 21; n++) {
    window.dispatchEvent(new Event('pointermove'));
    await announceChange(queryClient, 'orders');
    await wait(30_000 / 21);
  }
  const fetches = lists.flatMap(({ calls }) => calls.slice(1)).toSorted((a, b) => a - b);
  expect(fetches.length).toBeLessThanOrEqual(6);
  for (const [n, fetchedAt] of fetches.slice(1).entries())
    expect(fetchedAt - (fetches[n] ?? 0)).toBeGreaterThanOrEqual(5 * second);
  // Every list is fetched in turn, and the last change reaches all of them.
  await wait(30 * second);
  for (const { calls } of lists) expect(calls.at(-1)).toBeGreaterThan(startedAt + 30_000);
  expect(breakerStore.get().size).toBe(0);
});

test('more than ten lists queued after one change do not open the breaker', async () => {
  const queryClient = createClientWithPolicies();
  const lists = Array.from({ length: 12 }, (_, page) =>
    createCountedQuery(['orders_data', 'list', { page }]),
  );
  for (const list of lists) await showQuery(queryClient, list);
  await announceChange(queryClient, 'orders');
  await wait(70 * second);
  expect(lists.map(({ calls }) => calls.length - 1)).toEqual(lists.map(() => 1));
  expect(breakerStore.get().size).toBe(0);
});

test('fetches a changed order immediately, but no other order and none already at the announced version', async () => {
  const queryClient = createClientWithPolicies();
  const versions: Record<string, number> = { changed: 3, own: 4, other: 1 };
  const orders = Object.keys(versions).map((id) => createCountedQuery(['orders_data', 'one', id]));
  for (const order of orders) await showQuery(queryClient, order);
  for (const [id, version] of Object.entries(versions))
    queryClient.setQueryData(['orders_data', 'one', id], { _id: id, version });
  for (const id of ['changed', 'own'])
    handleAnnouncedChange(queryClient, { collection: 'orders', id, row: { version: 4 } });
  await wait(0);
  expect(orders.map(({ calls }) => calls.length - 1)).toEqual([1, 0, 0]);
  handleAnnouncedChange(queryClient, { collection: 'orders', id: 'other', row: null });
  await wait(0);
  expect(orders.map(({ calls }) => calls.length - 1)).toEqual([1, 0, 1]);
});

test('fetches each list once if fifty orders change at the same time', async () => {
  const queryClient = createClientWithPolicies();
  const lists = createPageQueries();
  for (const list of lists) await showQuery(queryClient, list);
  for (let n = 0; n < 50; n++) await announceChange(queryClient, 'orders');
  await wait(30 * second);
  expect(lists.map(({ calls }) => calls.length - 1)).toEqual(lists.map(() => 1));
});

test.each(['orders', 'stock', 'purchase-orders'])(
  'G2: the order guide on screen is refetched after a change to %s',
  async (collection) => {
    const queryClient = createClientWithPolicies();
    const guide = createCountedQuery(['orders_data', 'suggestions', 'b1', '2026-11-23']);
    await showQuery(queryClient, guide);
    window.dispatchEvent(new Event('pointermove'));
    await wait(second);
    await announceChange(queryClient, collection);
    await wait(2 * second);
    expect(guide.calls).toHaveLength(2);
    for (let n = 0; n < 20; n++) {
      await announceChange(queryClient, collection);
      await wait(500);
    }
    expect(guide.calls.length).toBeLessThanOrEqual(5);
  },
);

test.each([
  ['the plan of a kitchen', ['production-batches_data', 'plan', 'k', '2026-11-23'], 'orders'],
  ['the plan of a kitchen', ['production-batches_data', 'plan', 'k', '2026-11-23'], 'stock'],
  ['the plan of a kitchen', ['production-batches_data', 'plan', 'k', '2026-11-23'], 'purchase-orders'],
  ['the plan of a kitchen', ['production-batches_data', 'plan', 'k', '2026-11-23'], 'production-batches'],
  ['quantities on order on the stock page', ['stock_data', 'shelves'], 'purchase-orders'],
])('G2: refetches %s (%j) after a change to %s', async (_, key, collection) => {
  const queryClient = createClientWithPolicies();
  const query = createCountedQuery(key);
  await showQuery(queryClient, query);
  await announceChange(queryClient, collection);
  await wait(2 * second);
  expect(query.calls).toHaveLength(2);
});

test('stock position details are refetched at once, and then at most twice a minute', async () => {
  const queryClient = createClientWithPolicies();
  const [rows, shelves] = [
    createCountedQuery(['stock_data', 'compact', {}]),
    createCountedQuery(['stock_data', 'shelves']),
  ];
  for (const query of [rows, shelves]) await showQuery(queryClient, query);
  window.dispatchEvent(new Event('pointermove'));
  await wait(second);
  for (let n = 0; n < 60; n++) {
    await announceChange(queryClient, 'stock');
    await wait(second);
  }
  expect(shelves.calls[1]).toBeLessThan((shelves.calls[0] ?? 0) + 3 * second);
  expect(shelves.calls.length - 1).toBeLessThanOrEqual(3);
  expect(rows.calls.length - 1).toBeGreaterThan(20);
});

test('lists in a hidden tab are also fetched, and not fetched again when the tab is shown', async () => {
  const queryClient = createClientWithPolicies();
  const lists = [1, 2, 3].map((page) => createCountedQuery(['orders_data', 'list', { page }]));
  recordStreamLost();
  recordStreamAlive();
  for (const list of lists) await showQuery(queryClient, list);
  onTestFinished(() => focusManager.setFocused(undefined));
  const fetched = () => lists.reduce((sum, { calls }) => sum + calls.length - 1, 0);
  focusManager.setFocused(false);
  await announceChange(queryClient, 'orders');
  for (const [waitMs, times] of [
    [3 * second, 1],
    [5 * second, 2],
    [5 * second, 3],
  ] as const) {
    await wait(waitMs);
    expect(fetched()).toBe(times);
  }
  focusManager.setFocused(true);
  await wait(20 * second);
  expect(fetched()).toBe(3);
});

test.each([
  ['of a list', ['orders_data', 'list', { status: 'Draft' }]],
  ['of one order', ['orders_data', 'one', '1']],
])('refetches after a change %s that was announced during a fetch', async (_case, queryKey) => {
  const queryClient = createClientWithPolicies();
  const query = createCountedQuery(queryKey);
  const { refetch } = await showQuery(queryClient, query);
  void refetch();
  await wait(50);
  expect(queryClient.isFetching()).toBe(1);
  await announceChange(queryClient, 'orders');
  await wait(6 * second);
  expect(query.calls).toHaveLength(3);
});

test('an announced change marks hidden data as stale, so that it is fetched when next shown', async () => {
  const queryClient = createClientWithPolicies();
  const [list, figures] = [createDraftsQuery(), createCountedQuery(['orders_data', 'figures', '1'])];
  (await showQuery(queryClient, list)).leave();
  await showQuery(queryClient, figures);
  await announceChange(queryClient, 'orders');
  await wait(10 * second);
  expect(list.calls).toHaveLength(1);
  expect(figures.calls).toHaveLength(1);
  await showQuery(queryClient, list);
  expect(list.calls).toHaveLength(2);
});

test('timers do not fetch while the event stream is alive, and resume without it', async () => {
  const queryClient = createClientWithPolicies();
  const list = createDraftsQuery();
  recordStreamLost();
  recordStreamAlive();
  await showQuery(queryClient, list);
  for (let n = 0; n < 30; n++) {
    recordStreamAlive();
    await wait(20 * second);
  }
  expect(list.calls).toHaveLength(1);
  await wait(90 * second);
  expect(list.calls).toHaveLength(2);
});

test('timers refetch data that was fetched before the stream opened', async () => {
  const queryClient = createClientWithPolicies();
  const list = createDraftsQuery();
  recordStreamLost();
  await showQuery(queryClient, list);
  for (let n = 0; n < 30; n++) {
    await wait(20 * second);
    recordStreamAlive();
  }
  expect(list.calls).toHaveLength(2);
});

test('when the stream ends, timers fetch again at once', async () => {
  const queryClient = createClientWithPolicies();
  const list = createDraftsQuery();
  recordStreamLost();
  recordStreamAlive();
  await showQuery(queryClient, list);
  for (let n = 0; n < 30; n++) {
    recordStreamAlive();
    await wait(20 * second);
  }
  expect(list.calls).toHaveLength(1);
  recordStreamLost();
  await wait(6 * second);
  expect(list.calls).toHaveLength(2);
});

test('fetches nothing while the tab is hidden or the server does not respond, and fetches afterwards', async () => {
  const queryClient = createClientWithPolicies();
  const list = createDraftsQuery();
  await showQuery(queryClient, list);
  focusManager.setFocused(false);
  await wait(10 * minute);
  expect(list.calls).toHaveLength(1);
  focusManager.setFocused(true);
  onTestFinished(() => focusManager.setFocused(undefined));
  await wait(second);
  expect(list.calls).toHaveLength(2);
  connectionStore.set({ isAlive: false, lastResponseAt: null });
  await wait(10 * minute);
  expect(list.calls).toHaveLength(2);
  connectionStore.set({ isAlive: true, lastResponseAt: null });
  await wait(second);
  expect(list.calls).toHaveLength(3);
});

test('a single order is refreshed if its screen requests it, without counting towards the breaker', async () => {
  const queryClient = createClientWithPolicies();
  const order = createCountedQuery(['orders_data', 'one', '1']);
  const live = { ...order, options: { ...order.options, meta: { isLive: true } } };
  await showQuery(queryClient, live);
  await showQuery(queryClient, createCountedQuery(['orders_data', 'one', '2']));
  await wait(41 * minute);
  expect(order.calls.length).toBeGreaterThan(15);
  expect(breakerStore.get().size).toBe(0);
});
