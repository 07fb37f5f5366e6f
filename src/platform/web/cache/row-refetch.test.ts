import { focusManager, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createClientWithPolicies, createCountedQuery, second, showQuery } from './testing.ts';

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const createUnitsQuery = () => createCountedQuery(['units_data', 'units', 'page', { page: 1 }]);

/** Creates a new client with an idle user and without earlier announcements. */
async function start() {
  const queryClient = createClientWithPolicies();
  vi.resetModules();
  const { scheduleRowRefetch, refetchRows } = await import('./row-refetch.ts');
  await wait(second);
  const announce = (collection: string) =>
    scheduleRowRefetch(queryClient, collection, () => refetchRows(queryClient, collection));
  return { queryClient, announce, scheduleRowRefetch };
}

let announce: (collection: string) => void;
let scheduleRowRefetch: typeof import('./row-refetch.ts').scheduleRowRefetch;
let queryClient: Awaited<ReturnType<typeof start>>['queryClient'];
beforeEach(async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  ({ announce, queryClient, scheduleRowRefetch } = await start());
});

test('a list on screen, an open row and names are refetched; simultaneous changes are fetched once', async () => {
  const queries = [
    createUnitsQuery(),
    createCountedQuery(['units_data', 'units', 'one', 'u1']),
    createCountedQuery(['units_data', 'units', 'all', {}]),
  ];
  for (const query of queries) await showQuery(queryClient, query);
  for (let n = 0; n < 500; n++) announce('units');
  await wait(200);
  expect(queries.map(({ calls }) => calls.length)).toEqual([2, 2, 2]);
  await wait(60 * second);
  expect(queries.map(({ calls }) => calls.length)).toEqual([2, 2, 2]);
});

test('a list with continuous changes is fetched once per 5 s, and after the last change', async () => {
  const list = createUnitsQuery();
  await showQuery(queryClient, list);
  for (let n = 0; n < 20; n++) {
    announce('units');
    await wait(second);
  }
  const last = Date.now() - second;
  await wait(10 * second);
  expect(list.calls.length - 1).toBeGreaterThanOrEqual(4);
  expect(list.calls.length - 1).toBeLessThanOrEqual(5);
  expect(list.calls.at(-1)).toBeGreaterThanOrEqual(last);
});

test('rows don’t move while the user points or types, for up to 5 s', async () => {
  const list = createUnitsQuery();
  await showQuery(queryClient, list);
  const dispatchInput = (event: string) => window.dispatchEvent(new Event(event));
  dispatchInput('pointermove');
  announce('units');
  await wait(500);
  dispatchInput('keydown');
  await wait(500);
  expect(list.calls).toHaveLength(1);
  await wait(300);
  expect(list.calls).toHaveLength(2);
  await wait(10 * second);
  announce('units');
  for (let n = 0; n < 45; n++) {
    dispatchInput('pointermove');
    await wait(100);
  }
  expect(list.calls).toHaveLength(2);
  for (let n = 0; n < 10; n++) {
    dispatchInput('pointermove');
    await wait(100);
  }
  expect(list.calls).toHaveLength(3);
});

test('a hundred tabs that receive a change at the same time do not fetch at the same moment', async () => {
  vi.mocked(Math.random).mockRestore();
  const refetchDelays: number[] = [];
  const announcedAt = Date.now();
  for (let n = 0; n < 100; n++)
    scheduleRowRefetch(new QueryClient(), 'units', () => refetchDelays.push(Date.now() - announcedAt));
  await wait(second);
  expect(refetchDelays).toHaveLength(100);
  expect(Math.min(...refetchDelays)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...refetchDelays)).toBeLessThanOrEqual(400);
  for (const startMs of [100, 200, 300])
    expect(refetchDelays.filter((ms) => ms >= startMs && ms <= startMs + 100).length).toBeGreaterThan(5);
});

test('doesn’t refetch other collections, even if cached under the same key', async () => {
  const others = [
    createCountedQuery(['brands_data', 'brands', 'page', {}]),
    createCountedQuery(['categories_data', 'sub-categories', 'page', {}]),
    createCountedQuery(['user_data', 'profile']),
    createCountedQuery(['orders_data', 'list', {}]),
  ];
  const own = createCountedQuery(['categories_data', 'item-categories', 'page', {}]);
  for (const query of [...others, own]) await showQuery(queryClient, query);
  announce('item-categories');
  await wait(second);
  expect(others.map(({ calls }) => calls.length)).toEqual([1, 1, 1, 1]);
  expect(own.calls).toHaveLength(2);
});

const documents = [
  'stock',
  'stock-counts',
  'transfers',
  'discrepancies',
  'wastage',
  'purchase-orders',
  'goods-receipts',
  'supplier-invoices',
  'production-batches',
];

test.each([...documents, 'reviews', 'gallery', 'users', 'roles', 'jobs'])(
  'all queries of %s are refetched',
  async (name) => {
    const list = createCountedQuery([`${name}_data`, 'list', {}]);
    await showQuery(queryClient, list);
    announce(name);
    await wait(second);
    expect(list.calls).toHaveLength(2);
  },
);

test.each(documents)('G2: continuous changes to %s are on screen within two seconds', async (name) => {
  const list = createCountedQuery([`${name}_data`, 'list', {}]);
  await showQuery(queryClient, list);
  const announceTimes: number[] = [];
  for (let n = 0; n < 10; n++) {
    window.dispatchEvent(new Event('pointermove'));
    announce(name);
    announceTimes.push(Date.now());
    await wait(700);
  }
  await wait(5 * second);
  for (const announcedAt of announceTimes)
    expect(list.calls.find((call) => call >= announcedAt) ?? Infinity).toBeLessThan(announcedAt + 2 * second);
});

test('outdated labels are refetched when items or batches change; an item change doesn’t refetch batches', async () => {
  const labels = createCountedQuery(['production-batches_data', 'outdated-labels']);
  const list = createCountedQuery(['production-batches_data', 'list', {}]);
  for (const query of [labels, list]) await showQuery(queryClient, query);
  announce('items');
  await wait(second);
  expect([labels.calls.length, list.calls.length]).toEqual([2, 1]);
  announce('production-batches');
  await wait(second);
  expect([labels.calls.length, list.calls.length]).toEqual([3, 2]);
});

test.each([
  ['items', 'items_data', 'compact'],
  ['branch', 'branches_data', 'list'],
  ['sections', 'sections_active', 'list'],
])('cached data of %s that is not on screen is fetched when next shown', async (name, cacheKey, part) => {
  const query = createCountedQuery([cacheKey, part]);
  const { leave } = await showQuery(queryClient, query);
  announce(name);
  await wait(second);
  expect(query.calls).toHaveLength(1);
  leave();
  await showQuery(queryClient, query);
  expect(query.calls).toHaveLength(2);
});

test("after a lost connection everything on screen is refetched, except orders and the user's own permissions", async () => {
  const refetched = [createUnitsQuery(), createCountedQuery(['gallery_data', 'pictures', {}])];
  const excluded = [
    createCountedQuery(['orders_data', 'list', {}]),
    createCountedQuery(['user_data', 'profile']),
  ];
  for (const query of [...refetched, ...excluded]) await showQuery(queryClient, query);
  announce('*');
  await wait(second);
  expect(refetched.map(({ calls }) => calls.length)).toEqual([2, 2]);
  expect(excluded.map(({ calls }) => calls.length)).toEqual([1, 1]);
});

test('report figures are marked as outdated instead of refetched', async () => {
  const figures = [
    createCountedQuery(['wastage_data', 'report', 'wastage', {}]),
    createCountedQuery(['stock_data', 'as-at', '2026-11-01']),
  ];
  const foreign = createCountedQuery(['orders_data', 'report', 'order-patterns', {}]);
  for (const query of [...figures, foreign]) await showQuery(queryClient, query);
  const areInvalidated = () =>
    [...figures, foreign].map(
      ({ options }) => queryClient.getQueryState(options.queryKey)?.isInvalidated ?? false,
    );
  announce('wastage');
  announce('stock');
  await wait(2 * second);
  expect(areInvalidated()).toEqual([true, true, false]);
  announce('*');
  await wait(2 * second);
  expect(areInvalidated()).toEqual([true, true, true]);
  expect([...figures, foreign].map(({ calls }) => calls.length)).toEqual([1, 1, 1]);
});

test('a hidden tab fetches when it is shown', async () => {
  const list = createUnitsQuery();
  await showQuery(queryClient, list);
  queryClient.mount();
  onTestFinished(() => queryClient.unmount());
  focusManager.setFocused(false);
  onTestFinished(() => focusManager.setFocused(undefined));
  announce('units');
  await wait(10 * second);
  expect(list.calls).toHaveLength(1);
  focusManager.setFocused(true);
  await wait(second);
  expect(list.calls).toHaveLength(2);
});
