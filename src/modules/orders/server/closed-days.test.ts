import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const body = (deliveryDate: string) => ({
  deliveryDate,
  items: [{ itemId: ids.items.flour, orderQty: 3 }],
});
const closeDays = async (branch: string, ...days: string[]) => {
  const closedDays = days.map((day) => ({ from: day, until: day, yearly: false, note: 'Holiday' }));
  const response = await t.as('admin').put(`/branch/${branch}`, { closedDays });
  expect(response).toMatchObject({ status: 200, body: { closedDays } });
};
beforeEach(async () => {
  await closeDays(ids.kitchen);
  await closeDays(ids.branch1);
});

// There are deliveries every day, with cut-off at 16:00 on the day before. The time is Wednesday, 4 March
// 2026, 09:00.
test.each([
  ['neither is closed', [], [], '2026-03-05T16:00:00.000Z'],
  ['the branch is closed', ['2026-03-06'], [], null],
  ['the kitchen is closed', [], ['2026-03-06'], null],
  ['the kitchen is closed the day before', [], ['2026-03-05'], '2026-03-04T16:00:00.000Z'],
  ['the branch is closed the day before', ['2026-03-05'], [], '2026-03-05T16:00:00.000Z'],
])('if %s, the cut-off of a new order is set accordingly', async (_, branch, kitchen, cutoffAt) => {
  await closeDays(ids.branch1, ...branch);
  await closeDays(ids.kitchen, ...kitchen);
  const created = await t.as('branch').post('/orders', body('2026-03-06'));
  expect(created).toMatchObject({ status: 201, body: { cutoffAt } });
});

test('changing the delivery date recalculates the cut-off from the current calendars of branch and kitchen', async () => {
  const created = await t.as('branch').post('/orders', body('2026-03-06'));
  await closeDays(ids.kitchen, '2026-03-07', '2026-03-08');
  const path = `/orders/${created.body._id}`;
  expect((await t.as('branch').patch(path, { deliveryDate: '2026-03-08' })).body.cutoffAt).toBeNull();
  const moved = await t.as('branch').patch(path, { deliveryDate: '2026-03-09' });
  expect(moved.body.cutoffAt).toBe('2026-03-06T16:00:00.000Z');
});

test('whether a draft is late depends on the calendar when it is submitted', async () => {
  const created = await t.as('branch').post('/orders', body('2026-03-06'));
  expect(created.body.cutoffAt).toBe('2026-03-05T16:00:00.000Z');
  // The kitchen is closed on Wednesday and Thursday, so the cut-off was on Tuesday.
  await closeDays(ids.kitchen, '2026-03-04', '2026-03-05');
  const sent = await t.as('branch').patch(`/orders/${created.body._id}`, { status: 'Under Review' });
  expect(sent).toMatchObject({ status: 200, body: { isLate: true, cutoffAt: '2026-03-03T16:00:00.000Z' } });
});

test('an order for a closed day is accepted and never late', async () => {
  await closeDays(ids.branch1, '2026-03-06');
  const created = await t.as('branch').post('/orders', body('2026-03-06'));
  const sent = await t.as('branch').patch(`/orders/${created.body._id}`, { status: 'Under Review' });
  expect(sent).toMatchObject({ status: 200, body: { isLate: false, cutoffAt: null } });
});

test('closed days can be changed only by users who manage branches, with version checks', async () => {
  const closedDays = [{ from: '2026-03-06', until: '2026-03-08', yearly: true, note: null }];
  expect((await t.anonymous.put(`/branch/${ids.branch1}`, { closedDays })).status).toBe(401);
  expect((await t.as('branch').put(`/branch/${ids.branch1}`, { closedDays })).status).toBe(403);
  expect((await t.as('admin').put('/branch/nothing', { closedDays })).status).toBe(404);
  const headers = { 'if-match': '"1"' };
  expect((await t.as('admin').put(`/branch/${ids.branch1}`, { closedDays }, headers)).status).toBe(412);
});
