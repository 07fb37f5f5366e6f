import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const { flour } = ids.items;

/** Receives two cases with these line entries; returns the id of the opened discrepancy. */
async function receiveWithDiscrepancy(line: object, openedAt?: Date): Promise<string> {
  const { header, lines } = await createOrderInStatus(t, 'Shipped', {
    items: [{ itemId: flour, orderQty: 2 }],
  });
  await t.as('branch').patch(`/orders/${header._id}`, { items: [{ lineId: lines[0]?.lineId, ...line }] });
  await t.as('branch').patch(`/orders/${header._id}`, { status: 'Received' });
  const { body } = await t.as('branch').get(`/discrepancies?orderId=${header._id}`);
  const [{ _id }] = body;
  if (openedAt) {
    const change = { createdAt: openedAt.toISOString() };
    await t.db.write((tx) => tx.updateTable('discrepancies').set(change).where('_id', '=', _id).execute());
  }
  return _id;
}

const listIds = async (query: string, user: 'branch' | 'branch2' | 'kitchen' = 'kitchen') => {
  const { status, body } = await t.as(user).get(`/discrepancies?${query}`);
  expect(status).toBe(200);
  return (body as { _id: string }[]).map(({ _id }) => _id);
};

test('filters the discrepancies by type, age, location and party charged, and counts them by age', async () => {
  const daysAgo = (days: number) => new Date(t.clock.now().getTime() - days * dayMs);
  const newest = await receiveWithDiscrepancy({ receivedQty: 1 });
  const fiveDaysOld = await receiveWithDiscrepancy({ receivedQty: 1 }, daysAgo(5));
  const oldest = await receiveWithDiscrepancy({ damagedQty: 1 }, daysAgo(30));
  expect(await listIds('status=Open&sort=createdAt')).toEqual([oldest, fiveDaysOld, newest]);
  expect(await listIds('type=damaged')).toEqual([oldest]);
  expect(await listIds('age=under7')).toEqual([fiveDaysOld]);
  expect(await listIds('age=older&type=short')).toEqual([]);
  expect(await listIds(`branch=${ids.branch2}`)).toEqual([]);
  expect(await listIds('status=Open', 'branch2')).toEqual([]);
  expect((await t.as('kitchen').get('/discrepancies?age=ancient')).status).toBe(400);

  const loadAgeing = async (query = '', user: 'branch2' | 'kitchen' = 'kitchen') =>
    (await t.as(user).get(`/discrepancies/ageing${query}`)).body;
  expect(await loadAgeing()).toEqual([
    { age: 'under1', count: 1, value: 12 },
    { age: 'under3', count: 0, value: 0 },
    { age: 'under7', count: 1, value: 12 },
    { age: 'older', count: 1, value: 12 },
  ]);
  expect((await loadAgeing('?type=damaged')).map(({ count }: { count: number }) => count)).toEqual([
    0, 0, 0, 1,
  ]);
  expect((await loadAgeing('', 'branch2')).every(({ count }: { count: number }) => count === 0)).toBe(true);

  await t.as('kitchen').patch(`/discrepancies/${oldest}`, { action: 'written_off', chargedTo: 'carrier' });
  expect(await listIds('chargedTo=carrier')).toEqual([oldest]);
  expect(await listIds('chargedTo=branch')).toEqual([]);
  expect((await loadAgeing()).at(-1)).toEqual({ age: 'older', count: 0, value: 0 });
});

test('accepts comments from both parties before and after the resolution, without changing the version', async () => {
  const id = await receiveWithDiscrepancy({ receivedQty: 1 });
  const path = `/discrepancies/${id}`;
  const { body: discrepancy } = await t.as('kitchen').get(path);
  expect((await t.as('branch').patch(path, { comment: ' Not on the van ' })).status).toBe(200);
  const version = { 'if-match': `"${discrepancy.version}"` };
  expect((await t.as('kitchen').patch(path, { action: 'found_at_kitchen' }, version)).status).toBe(200);
  expect((await t.as('kitchen').patch(path, { comment: 'Behind the door' })).status).toBe(200);
  const { body: history } = await t.as('branch').get(`${path}/history`);
  expect(history.map(({ to, verb, reason }: Record<string, unknown>) => [to, verb, reason])).toEqual([
    ['Open', null, null],
    ['Open', 'comment', 'Not on the van'],
    ['Resolved', 'found_at_kitchen', null],
    ['Resolved', 'comment', 'Behind the door'],
  ]);
  expect((await t.as('branch2').patch(path, { comment: 'Mine?' })).status).toBe(404);
  expect((await t.as('staff').patch(path, { comment: 'May I?' })).status).toBe(403);
  expect((await t.as('branch').patch(path, { comment: '  ' })).status).toBe(422);
  expect((await t.as('branch').patch(path, {})).status).toBe(422);
});
