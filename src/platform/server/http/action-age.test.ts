import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await receiveStock(t, ids.branch1, ids.items.flour, 100, 2);
});
afterAll(() => t.close());

const minute = 60_000;
const timeBefore = (ms: number) => new Date(t.clock.now().getTime() - ms).toISOString();
const input = { item: ids.items.flour, qty: 1, reason: 'spoiled' };

async function recordWaste(headers: Record<string, string>, body: object = {}): Promise<string> {
  const response = await t.as('branch').post('/wastage', { ...input, ...body }, headers);
  expect(response.status, response.text).toBe(201);
  return response.body.dateTime;
}

it('F17: every response includes the server’s time, even errors', async () => {
  for (const path of ['/health', '/wastage', '/nowhere']) {
    const { headers } = await t.as('branch').get(path);
    expect(headers.get('server-time')).toBe(t.clock.now().toISOString());
  }
});

it.each([
  ['half an hour ago', String(30 * minute), 30 * minute],
  ['now without an age', undefined, 0],
  ['now for an invalid age', 'yesterday', 0],
  ['now for a client without a valid date', String(20 * 365 * 24 * 60 * minute), 0],
])('F17: dates an action by the server’s clock: %s', async (_title, header, ms) => {
  expect(await recordWaste(header === undefined ? {} : { 'action-age': header })).toBe(timeBefore(ms));
});

it('F17: dates an action up to five minutes ahead to now, and rejects a later date', async () => {
  expect(await recordWaste({}, { dateTime: timeBefore(-4 * minute) })).toBe(timeBefore(0));
  const { status, body } = await t
    .as('branch')
    .post('/wastage', { ...input, dateTime: timeBefore(-6 * minute) });
  expect([status, Object.keys(body.fields)]).toEqual([422, ['dateTime']]);
});

it('F6: a repeated request gets the first response even though its age has grown', async () => {
  const send = (ms: number) =>
    t.as('branch').post('/wastage', input, { 'idempotency-key': 'aged', 'action-age': String(ms) });
  const first = await send(1000);
  t.clock.advance(minute);
  const second = await send(1000 + minute);
  expect([second.status, second.text]).toEqual([first.status, first.text]);
});

it('F17: dates count entries by their age, preserving the intervals between them', async () => {
  const admin = t.as('admin');
  const items = [ids.items.flour];
  const created = await admin.post('/stock-counts', { type: 'spot', branch: ids.branch1, itemIds: items });
  const path = `/stock-counts/${created.body._id}`;
  const { body } = await admin.patch(path, { status: 'Counting' });
  const { lineId } = body.items[0];
  const countLine = async (seq: number, overrides: object, headers = {}) => {
    const event = { device: 'tablet', seq, mode: 'set', lineId, qty: 90, ...overrides };
    const response = await admin.post(`${path}/events`, { events: [event] }, headers);
    expect(response.status, response.text).toBe(200);
    return response.body.items[0].countedAt;
  };
  const oldAction = { 'action-age': String(30 * minute) };
  expect(await countLine(1, {}, oldAction)).toBe(timeBefore(30 * minute));
  expect(await countLine(2, { afterMs: 10 * minute }, oldAction)).toBe(timeBefore(20 * minute));
  expect(await countLine(3, { afterMs: 40 * minute }, oldAction)).toBe(timeBefore(0));
  expect(await countLine(4, {})).toBe(timeBefore(0));
  // Older clients send a timestamp.
  expect(await countLine(5, { countedAt: timeBefore(5 * minute) })).toBe(timeBefore(5 * minute));
});
