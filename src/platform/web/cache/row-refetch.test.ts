import { focusManager, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { clientWithPolicies, countedQuery, second, showQuery } from './testing.ts';

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const units = () => countedQuery(['units_data', 'units', 'page', { page: 1 }]);

/** Starts with a new client and an idle user; earlier announcements are dropped. */
async function start() {
  const queryClient = clientWithPolicies();
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
  const shown = [
    units(),
    countedQuery(['units_data', 'units', 'one', 'u1']),
    countedQuery(['units_data', 'units', 'all', {}]),
  ];
  for (const query of shown) await showQuery(queryClient, query);
  for (let n = 0; n < 500; n++) announce('units');
  await wait(200);
  expect(shown.map(({ calls }) => calls.length)).toEqual([2, 2, 2]);
  await wait(60 * second);
  expect(shown.map(({ calls }) => calls.length)).toEqual([2, 2, 2]);
});

test('a list that changes all the time is fetched once per 5 s, and the last change is not lost', async () => {
  const list = units();
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

test('no row moves while the user points or types, for 5 s at most', async () => {
  const list = units();
  await showQuery(queryClient, list);
  const use = (event: string) => window.dispatchEvent(new Event(event));
  use('pointermove');
  announce('units');
  await wait(500);
  use('keydown');
  await wait(500);
  expect(list.calls).toHaveLength(1);
  await wait(300);
  expect(list.calls).toHaveLength(2);
  await wait(10 * second);
  announce('units');
  for (let n = 0; n < 45; n++) {
    use('pointermove');
    await wait(100);
  }
  expect(list.calls).toHaveLength(2);
  for (let n = 0; n < 10; n++) {
    use('pointermove');
    await wait(100);
  }
  expect(list.calls).toHaveLength(3);
});

test('a hundred tabs that receive a change at once do not fetch at the same moment', async () => {
  vi.mocked(Math.random).mockRestore();
  const readAt: number[] = [];
  const toldAt = Date.now();
  for (let n = 0; n < 100; n++)
    scheduleRowRefetch(new QueryClient(), 'units', () => readAt.push(Date.now() - toldAt));
  await wait(second);
  expect(readAt).toHaveLength(100);
  expect(Math.min(...readAt)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...readAt)).toBeLessThanOrEqual(400);
  for (const from of [100, 200, 300])
    expect(readAt.filter((at) => at >= from && at <= from + 100).length).toBeGreaterThan(5);
});

test('other collections are left alone, also those cached under the same key', async () => {
  const others = [
    countedQuery(['brands_data', 'brands', 'page', {}]),
    countedQuery(['categories_data', 'sub-categories', 'page', {}]),
    countedQuery(['user_data', 'profile']),
    countedQuery(['orders_data', 'list', {}]),
  ];
  const own = countedQuery(['categories_data', 'item-categories', 'page', {}]);
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
  'screens of %s are refetched as a whole',
  async (name) => {
    const list = countedQuery([`${name}_data`, 'list', {}]);
    await showQuery(queryClient, list);
    announce(name);
    await wait(second);
    expect(list.calls).toHaveLength(2);
  },
);

test.each(documents)('G2: %s that change all the time are on screen within two seconds', async (name) => {
  const list = countedQuery([`${name}_data`, 'list', {}]);
  await showQuery(queryClient, list);
  const fetchTimes: number[] = [];
  for (let n = 0; n < 10; n++) {
    window.dispatchEvent(new Event('pointermove'));
    announce(name);
    fetchTimes.push(Date.now());
    await wait(700);
  }
  await wait(5 * second);
  for (const at of fetchTimes)
    expect(list.calls.find((call) => call >= at) ?? Infinity).toBeLessThan(at + 2 * second);
});

test('outdated labels are reported at once, and when a batch is opened; batches are not refetched for an item', async () => {
  const labels = countedQuery(['production-batches_data', 'outdated-labels']);
  const list = countedQuery(['production-batches_data', 'list', {}]);
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
])('data that other screens cache of %s is fetched when next shown', async (name, cacheKey, part) => {
  const query = countedQuery([cacheKey, part]);
  const { leave } = await showQuery(queryClient, query);
  announce(name);
  await wait(second);
  expect(query.calls).toHaveLength(1);
  leave();
  await showQuery(queryClient, query);
  expect(query.calls).toHaveLength(2);
});

test("after a lost connection everything on screen is refetched, except orders and the user's own permissions", async () => {
  const read = [units(), countedQuery(['gallery_data', 'pictures', {}])];
  const excluded = [countedQuery(['orders_data', 'list', {}]), countedQuery(['user_data', 'profile'])];
  for (const query of [...read, ...excluded]) await showQuery(queryClient, query);
  announce('*');
  await wait(second);
  expect(read.map(({ calls }) => calls.length)).toEqual([2, 2]);
  expect(excluded.map(({ calls }) => calls.length)).toEqual([1, 1]);
});

test('compared figures are not refetched, and are marked as changed', async () => {
  const figures = [
    countedQuery(['wastage_data', 'report', 'wastage', {}]),
    countedQuery(['stock_data', 'as-at', '2026-11-01']),
  ];
  const foreign = countedQuery(['orders_data', 'report', 'order-patterns', {}]);
  for (const query of [...figures, foreign]) await showQuery(queryClient, query);
  const marked = () =>
    [...figures, foreign].map(
      ({ options }) => queryClient.getQueryState(options.queryKey)?.isInvalidated ?? false,
    );
  announce('wastage');
  announce('stock');
  await wait(2 * second);
  expect(marked()).toEqual([true, true, false]);
  announce('*');
  await wait(2 * second);
  expect(marked()).toEqual([true, true, true]);
  expect([...figures, foreign].map(({ calls }) => calls.length)).toEqual([1, 1, 1]);
});

test('a hidden tab fetches when it is shown', async () => {
  const list = units();
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
