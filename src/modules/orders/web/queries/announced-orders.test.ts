import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { handleAnnouncedChange } from '#platform/web/cache/background.ts';
import { createClientWithPolicies, second } from '#platform/web/cache/testing.ts';
import { followAnnouncedOrders } from './announced-orders.ts';
import { type OrderFilters, ordersQuery } from './queries.ts';
import { type OrderRecord, readOrderRow } from './read.ts';

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const instant = (n: number) => new Date(Date.UTC(2026, 10, 21) + n * second).toISOString();
const sent = (n: number, facts: object = {}) => ({
  _id: `o${n}`,
  orderNo: `ORD-${n}`,
  status: 'Under Review',
  branch: 'b1',
  branchName: 'Harbour',
  kitchen: 'k1',
  kitchenName: 'Kitchen',
  createdAt: instant(n),
  deliveryDate: '2026-11-23',
  version: 1,
  ...facts,
});
const order = (n: number, facts: object = {}): OrderRecord => readOrderRow(sent(n, facts)) as OrderRecord;

/** Starts the app with a list on screen; the server returns the current `rows`. */
async function start(filters: OrderFilters, rows: () => OrderRecord[], total = () => rows().length) {
  const queryClient = createClientWithPolicies();
  const { put, stop } = followAnnouncedOrders(queryClient);
  onTestFinished(stop);
  const { queryKey } = ordersQuery(filters);
  let calls = 0;
  async function queryFn() {
    calls += 1;
    const cachedList = { rows: rows(), total: total(), totalCapped: false, skipped: 0 };
    await new Promise((resolve) => setTimeout(resolve, 100));
    return cachedList;
  }
  onTestFinished(
    new QueryObserver(queryClient, { queryKey, queryFn, staleTime: 120_000 }).subscribe(() => {}),
  );
  await wait(200);
  return {
    queryClient,
    announce: (n: number, row: object | null) =>
      handleAnnouncedChange(
        queryClient,
        { collection: 'orders', id: `o${n}`, row: row && sent(n, row) },
        put,
      ),
    fetches: () => calls - 1,
    list: () => getCachedList(queryClient, queryKey),
    refetch: () => queryClient.refetchQueries({ queryKey }),
  };
}

function getCachedList(queryClient: QueryClient, queryKey: readonly unknown[]) {
  const data = queryClient.getQueryData<{ rows: OrderRecord[]; total: number }>(queryKey);
  return { ids: data?.rows.map(({ _id }) => _id), total: data?.total, rows: data?.rows };
}

/** Returns how long it takes until a condition is true, on the test's clock (ms). */
async function timeUntil(condition: () => boolean): Promise<number> {
  const from = Date.now();
  while (!condition() && Date.now() - from < 10 * second) await wait(100);
  return Date.now() - from;
}

test('SPEC 9, G2: each of 21 new orders in 30 s is in the list within two seconds, without a fetch', async () => {
  const page = Array.from({ length: 50 }, (_, n) => order(50 - n));
  const { announce, fetches, list } = await start(
    {},
    () => page,
    () => 400,
  );
  for (let n = 51; n < 72; n++) {
    window.dispatchEvent(new Event('pointermove'));
    announce(n, {});
    await vi.dynamicImportSettled();
    const tookMs = await timeUntil(() => list().ids?.[0] === `o${n}`);
    expect(tookMs).toBeLessThanOrEqual(2 * second);
    await wait(Math.max(0, 30_000 / 21 - tookMs));
  }
  expect(fetches()).toBe(0);
  expect(list().total).toBe(421);
  expect(list().ids).toEqual(Array.from({ length: 50 }, (_, n) => `o${71 - n}`));
});

test('G2: rows that move up from the next page are fetched at most once per five seconds', async () => {
  let rows = Array.from({ length: 50 }, (_, n) => order(50 - n));
  const { announce, fetches, list } = await start(
    { status: 'Under Review' },
    () => rows,
    () => 200,
  );
  for (let n = 50; n > 29; n--) {
    rows = rows.filter(({ _id }) => _id !== `o${n}`);
    announce(n, { status: 'Sent to Central Kitchen', version: 2 });
    await vi.dynamicImportSettled();
    expect(await timeUntil(() => !list().ids?.includes(`o${n}`))).toBeLessThanOrEqual(2 * second);
    await wait(100);
  }
  expect(fetches()).toBeGreaterThan(0);
  const elapsedMs = Date.now() - Date.UTC(2026, 10, 21, 3);
  expect(fetches()).toBeLessThanOrEqual(1 + elapsedMs / (5 * second));
});

test('a list fetched while an order changes includes the change, and is fetched again', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  let rows = [order(1)];
  const { announce, fetches, list, refetch } = await start({}, () => rows);
  // Simulates user activity, followed by idle time.
  window.dispatchEvent(new Event('pointermove'));
  await wait(second);
  announce(1, { version: 2, notes: 'Ring twice' });
  await vi.dynamicImportSettled();
  // Rows are written 100 ms after the announcement; this response is older than the change.
  await wait(50);
  void refetch();
  rows = [order(1, { version: 2, notes: 'Ring twice' })];
  const shownVersions = () => list().rows?.map(({ version, notes }) => [version, notes]);
  for (const waitMs of [60, 60, 100]) {
    await wait(waitMs);
    expect(shownVersions()).toEqual([[2, 'Ring twice']]);
  }
  await wait(6 * second);
  expect(fetches()).toBe(2);
});

test('a deleted order leaves the list, and a change without its row refetches the list', async () => {
  let rows = [order(2), order(1)];
  const { queryClient, announce, fetches, list } = await start({}, () => rows);
  announce(2, null);
  await vi.dynamicImportSettled();
  await timeUntil(() => list().ids?.length === 1);
  expect(list()).toMatchObject({ ids: ['o1'], total: 1 });
  expect(fetches()).toBe(0);
  rows = [];
  handleAnnouncedChange(
    queryClient,
    { collection: 'orders', id: 'o1' },
    followAnnouncedOrders(queryClient).put,
  );
  await vi.dynamicImportSettled();
  await timeUntil(() => list().ids?.length === 0);
  expect(fetches()).toBe(1);
});
