import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import type { DayEnd } from '#core/business-day.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

/** Branch 1 is in London; its business days end at 03:00, starting on 1 November. */
let t: TestApp;
let admin: TestClient;
beforeAll(async () => {
  t = await createTestApp({ now: '2026-10-20T12:00:00.000Z' });
  await receiveStock(t, ids.branch1, ids.items.flour, 100, 1.2);
  admin = t.as('admin');
  const response = await changeDayEnds([{ from: '2026-11-01', at: '03:00' }]);
  expect(response.status, response.text).toBe(200);
});
afterAll(() => t.close());

const changeDayEnds = (dayEnds: readonly DayEnd[], branch: string = ids.branch1) =>
  admin.put(`/branch/${branch}`, { dayEnds });
/** Sets the clock and signs the admin in again, because sessions have expired. */
async function setClock(at: string): Promise<void> {
  t.clock.advance(Date.parse(at) - t.clock.now().getTime());
  admin = await t.signIn(ids.users.admin);
}
const postWaste = async (dateTime?: string) =>
  (
    await admin.post('/wastage', {
      item: ids.items.flour,
      qty: 1,
      reason: 'spoiled',
      branch: ids.branch1,
      ...(dateTime && { dateTime }),
    })
  ).body;

test('waste, counts and sales after midnight belong to the previous business day, starting with the chosen day', async () => {
  await setClock('2026-11-20T02:00:00.000Z');
  expect((await postWaste()).businessDay).toBe('2026-11-19');
  expect((await postWaste('2026-11-01T02:59:00.000Z')).businessDay).toBe('2026-11-01');
  expect((await postWaste('2026-11-02T02:59:00.000Z')).businessDay).toBe('2026-11-01');
  expect((await postWaste('2026-10-31T02:00:00.000Z')).businessDay).toBe('2026-10-31');
  const count = await admin.post('/stock-counts', {
    type: 'spot',
    branch: ids.branch1,
    itemIds: [ids.items.flour],
  });
  expect(count.body.businessDay).toBe('2026-11-19');

  const postSales = (day: string, qty: number) =>
    admin.post('/sales', {
      source: 'Bar till',
      rows: [{ branch: ids.branch1, day, code: 'G-01', qty, net: qty * 5 }],
    });
  // An instant is assigned to its business day; a date is stored unchanged.
  const postedSales = await postSales('2026-11-19T01:29:00.000Z', 2);
  expect(postedSales.body.days).toMatchObject([{ day: '2026-11-18', after: { qty: 2, net: 10 } }]);
  expect((await postSales('2026-11-19', 3)).body.days).toMatchObject([{ day: '2026-11-19' }]);
  // At 02:00, the 20th hasn't begun.
  expect((await postSales('2026-11-20', 1)).body.fields).toMatchObject({
    'rows.0.day': expect.stringContaining('2026-11-20 is in the future'),
  });
  expect((await postSales('2026-11-20T03:00:00.000Z', 1)).status).toBe(422);
  // The accounting period can't include that day either.
  const close = await admin.put('/settings', { booksClosedUntil: '2026-11-20' });
  expect(close.body.fields.booksClosedUntil).toContain('every location is 2026-11-19');
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('the profile includes the day ends of the user’s locations', async () => {
  const branch = await t.signIn(ids.users.branch);
  expect((await branch.get('/users/profile')).body.dayEnds).toEqual([{ from: '2026-11-01', at: '03:00' }]);
  // The locations of the admin have different day ends.
  expect((await admin.get('/users/profile')).body.dayEnds).toEqual([]);
});

test('a change can take effect today and leaves recorded days unchanged', async () => {
  await setClock('2026-11-25T02:00:00.000Z');
  const savedDayEnds = [{ from: '2026-11-01', at: '03:00' }];
  const recordedWaste = await postWaste();
  expect(recordedWaste.businessDay).toBe('2026-11-24');
  const refused = await changeDayEnds([{ from: '2026-11-01', at: '04:00' }]);
  expect(refused.status).toBe(422);
  expect(refused.body.fields.dayEnds).toContain('Choose 2026-11-24 or a later day');
  // If today ended at midnight, the waste at 02:00 would move to a different day.
  const earlierEnd = await changeDayEnds([...savedDayEnds, { from: '2026-11-24', at: '00:00' }]);
  expect(earlierEnd.body.fields.dayEnds).toContain('Choose 2026-11-25 or a later day');
  const withLaterEnd = [...savedDayEnds, { from: '2026-11-24', at: '04:00' }];
  expect((await changeDayEnds(withLaterEnd)).status).toBe(200);
  await setClock('2026-11-25T03:30:00.000Z');
  expect((await postWaste()).businessDay).toBe('2026-11-24');
  expect((await admin.get(`/wastage/${recordedWaste._id}`)).body.businessDay).toBe('2026-11-24');
  // A planned change can be withdrawn.
  expect((await changeDayEnds([...withLaterEnd, { from: '2027-01-01', at: '00:00' }])).status).toBe(200);
  expect((await changeDayEnds(withLaterEnd)).status).toBe(200);
});

test('a location without records can change past days, but not closed ones', async () => {
  expect((await changeDayEnds([{ from: null, at: '03:00' }], ids.branch2)).status).toBe(200);
  await admin.put('/settings', { booksClosedUntil: '2026-11-10' });
  const refused = await changeDayEnds([{ from: '2026-11-10', at: '05:00' }], ids.branch2);
  expect(refused.body.fields.dayEnds).toContain('closed through 2026-11-10. Choose 2026-11-11');
  const openDays = [
    { from: null, at: '03:00' },
    { from: '2026-11-11', at: '05:00' },
  ];
  expect((await changeDayEnds(openDays, ids.branch2)).status).toBe(200);
});

test.each([
  [[{ from: '2026-12-01', at: '12:00' }], 'like 03:00'],
  [[{ from: '2026-12-01', at: '03:10' }], 'like 03:00'],
  [[{ from: '2206-12-01', at: '03:00' }], 'Check the year'],
  [
    [
      { from: '2026-12-02', at: '03:00' },
      { from: '2026-12-01', at: '04:00' },
    ],
    'only once',
  ],
])('rejects %j', async (dayEnds, message) => {
  const response = await changeDayEnds(dayEnds);
  expect(response.status).toBe(422);
  expect(JSON.stringify(response.body.fields)).toContain(message);
});
