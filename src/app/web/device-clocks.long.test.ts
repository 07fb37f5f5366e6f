import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { clockAheadMs } from '#platform/web/device-clock.ts';
import { outboxStore } from '#platform/web/outbox/entries.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { enqueueAction, retryEntry, waitForEntry } from '#platform/web/outbox/outbox.ts';
import { buildEntryDraft } from '#platform/web/outbox/use-outbox.ts';
import { runQueueService } from '#platform/web/outbox/queue-service.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { enterCountAction } from '#modules/stock-counts/web/queries.ts';
import { recordWastageAction } from '#modules/wastage/web/queries.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Offset of the device's clock from the server's, and the time by which both clocks have been advanced. */
const device = { aheadMs: 0, advancedMs: 0 };
const getServerTime = () => Date.now() - device.aheadMs;
const mock = useMockApi({ clock: { now: () => new Date(getServerTime()) } });
const { flour } = ids.items;

beforeEach(() => {
  const [startedAt, monotonicStart] = [Date.now(), performance.now()];
  Object.assign(device, { aheadMs: 0, advancedMs: 0 });
  clockAheadMs.set(null);
  vi.spyOn(Date, 'now').mockImplementation(
    () => startedAt + (performance.now() - monotonicStart) + device.advancedMs + device.aheadMs,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  clockAheadMs.set(null);
});

type Row = Record<string, unknown>;
type Calls = Awaited<ReturnType<typeof apiAs>>;

/** Signs in on a device with this clock offset, with 100 kg of flour at its branch. */
async function setUpDevice(aheadMs: number): Promise<Calls> {
  device.aheadMs = aheadMs;
  const fixture = { db: mock.api.db, clock: { now: () => new Date(getServerTime() - 60 * minute) } };
  await receiveStock(fixture, ids.branch1, flour, 100, 2);
  await signInAsDemoUser('branch');
  onTestFinished(runQueueService(new QueryClient()));
  return apiAs(mock.api, 'admin');
}

const recordWaste = () =>
  enqueueAction(
    buildEntryDraft(recordWastageAction, {
      localId: newLocalId('00000000-0000-4000-8000-000000000017'),
      itemName: 'Flour',
      input: { branch: ids.branch1, item: flour, qty: 1, reason: 'spoiled' },
    }),
  );

/** Opens a count for flour. */
async function openCount(call: Calls) {
  const body = { type: 'spot', branch: ids.branch1, itemIds: [flour] };
  const created = await call('POST', '/stock-counts', body);
  const count = { _id: String(created['_id']), number: String(created['number']) };
  const opened = await call('PATCH', `/stock-counts/${count._id}`, { status: 'Counting' });
  const lineId = String((opened['items'] as Row[])[0]?.['lineId']);
  const enter = (seq: number, qty: number, mode: 'set' | 'add' = 'set') =>
    enqueueAction(
      buildEntryDraft(enterCountAction, { count, event: { device: 'tablet', seq, mode, lineId, qty } }),
    );
  return { path: `/stock-counts/${count._id}`, enter };
}

const readFlourLine = (count: Row) => (count['items'] as Row[])[0] ?? {};
/** Minutes between an instant and the server's current time. */
const getMinutesSince = (at: unknown) => Math.round((getServerTime() - Date.parse(String(at))) / minute);

const offsets: [string, number][] = [
  ['a day behind', -day],
  ['10 minutes behind', -10 * minute],
  ['4 minutes behind', -4 * minute],
  ['correct', 0],
  ['4 minutes ahead', 4 * minute],
  ['10 minutes ahead', 10 * minute],
  ['a day ahead', day],
];

describe.each(offsets)('F17: on a device whose clock is %s', (_offset, aheadMs) => {
  test('C14: asks for confirmation of a spill entered after the count, without changing the book quantity', async () => {
    const call = await setUpDevice(aheadMs);
    const { path, enter } = await openCount(call);
    // 5 of 100 kg are spilled, 95 kg are counted two minutes later, and only then is the spill entered.
    const spilledAt = new Date(getServerTime()).toISOString();
    device.advancedMs += 2 * minute;
    await waitForEntry((await enter(1, 95)).id);
    device.advancedMs += minute;
    const wasteInput = { branch: ids.branch1, item: flour, qty: 5, reason: 'spoiled', dateTime: spilledAt };
    await call('POST', '/wastage', wasteInput);
    const submitted = await call('PATCH', path, { status: 'Submitted' });
    expect(readFlourLine(submitted)).toMatchObject({ countedQty: 95, questions: [{ question: 'moves' }] });
    expect(getMinutesSince(readFlourLine(submitted)['countedAt'])).toBe(1);
  });

  test('dates wastage using the server’s clock', async () => {
    await setUpDevice(aheadMs);
    const created = (await waitForEntry((await recordWaste()).id)) as Row;
    expect(getMinutesSince(created['dateTime'])).toBe(0);
  });

  test('dates an action entered offline by its entry time', async () => {
    const call = await setUpDevice(aheadMs);
    const { path, enter } = await openCount(call);
    // The device has received the server's time once.
    await waitForEntry((await enter(1, 90)).id);
    mock.api.fail({ fault: 'offline', match: '/' });
    const entries = [await recordWaste(), await enter(2, 40)];
    await waitFor(() => expect(outboxStore.get().map(({ attempts }) => attempts)).toEqual([1, 1, 1]));
    device.advancedMs += 20 * minute;
    entries.push(await enter(3, 5, 'add'));
    await waitFor(() => expect(outboxStore.get()).toHaveLength(4));
    device.advancedMs += 10 * minute;
    mock.api.recover();
    for (const { id } of entries) await retryEntry(id);
    const [recordedWaste] = (await Promise.all(entries.map(({ id }) => waitForEntry(id)))) as [Row];
    expect(getMinutesSince(recordedWaste['dateTime'])).toBe(30);
    const line = readFlourLine(await call('GET', path));
    expect([line['countedQty'], getMinutesSince(line['countedAt'])]).toEqual([45, 10]);
  });

  test('sends queued actions with the right date after the clock has been corrected', async () => {
    await setUpDevice(aheadMs);
    mock.api.fail({ fault: '503', match: '/wastage', method: 'POST', times: 1 });
    const { id } = await recordWaste();
    await waitFor(() => expect(outboxStore.get()[0]).toMatchObject({ state: 'queued', attempts: 1 }));
    device.aheadMs = 0;
    const created = (await waitForEntry(id)) as Row;
    expect(getMinutesSince(created['dateTime'])).toBe(0);
  });
});
