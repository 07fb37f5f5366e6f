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
const ago = (ms: number) => new Date(t.clock.now().getTime() - ms).toISOString();
const waste = { item: ids.items.flour, qty: 1, reason: 'spoiled' };

async function wastedAt(headers: Record<string, string>, body: object = {}): Promise<string> {
  const response = await t.as('branch').post('/wastage', { ...waste, ...body }, headers);
  expect(response.status, response.text).toBe(201);
  return response.body.dateTime;
}

it('F17: every response carries the server’s time, refusals too', async () => {
  for (const path of ['/health', '/wastage', '/nowhere']) {
    const { headers } = await t.as('branch').get(path);
    expect(headers.get('server-time')).toBe(t.clock.now().toISOString());
  }
});

it.each([
  ['half an hour ago', String(30 * minute), 30 * minute],
  ['now, where nothing is reported', undefined, 0],
  ['now, where it makes no sense', 'yesterday', 0],
  ['now, of a client that has lost its date', String(20 * 365 * 24 * 60 * minute), 0],
])('F17: the server dates an action by its own clock: %s', async (_when, header, ms) => {
  expect(await wastedAt(header === undefined ? {} : { 'action-age': header })).toBe(ago(ms));
});

it('F17: accepts a device clock up to five minutes ahead, and dates later actions to now', async () => {
  expect(await wastedAt({}, { dateTime: ago(-4 * minute) })).toBe(ago(0));
  const { status, body } = await t.as('branch').post('/wastage', { ...waste, dateTime: ago(-6 * minute) });
  expect([status, Object.keys(body.fields)]).toEqual([422, ['dateTime']]);
});

it('F6: a repeated call gets the first response although its age has grown', async () => {
  const repeat = (ms: number) =>
    t.as('branch').post('/wastage', waste, { 'idempotency-key': 'aged', 'action-age': String(ms) });
  const first = await repeat(1000);
  t.clock.advance(minute);
  const second = await repeat(1000 + minute);
  expect([second.status, second.text]).toEqual([first.status, first.text]);
});

it('F17: dates count entries by their age, keeping the intervals between them', async () => {
  const admin = t.as('admin');
  const items = [ids.items.flour];
  const created = await admin.post('/stock-counts', { type: 'spot', branch: ids.branch1, items });
  const path = `/stock-counts/${created.body._id}`;
  const { body } = await admin.patch(path, { status: 'Counting' });
  const { lineId } = body.items[0];
  const count = async (seq: number, more: object, headers = {}) => {
    const event = { device: 'tablet', seq, mode: 'set', lineId, qty: 90, ...more };
    const response = await admin.post(`${path}/events`, { events: [event] }, headers);
    expect(response.status, response.text).toBe(200);
    return response.body.items[0].countedAt;
  };
  const aged = { 'action-age': String(30 * minute) };
  expect(await count(1, {}, aged)).toBe(ago(30 * minute));
  expect(await count(2, { afterMs: 10 * minute }, aged)).toBe(ago(20 * minute));
  expect(await count(3, { afterMs: 40 * minute }, aged)).toBe(ago(0));
  expect(await count(4, {})).toBe(ago(0));
  // Older clients send a timestamp.
  expect(await count(5, { at: ago(5 * minute) })).toBe(ago(5 * minute));
});
