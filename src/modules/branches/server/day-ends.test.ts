import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import type { DayEnd } from '#core/business-day.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

/** Branch 1 is in London; its business days end at 03:00, from 1 November on. */
let t: TestApp;
let admin: TestClient;
beforeAll(async () => {
  t = await createTestApp({ now: '2026-10-20T12:00:00.000Z' });
  await receiveStock(t, ids.branch1, ids.items.flour, 100, 1.2);
  admin = t.as('admin');
  const response = await change([{ from: '2026-11-01', at: '03:00' }]);
  expect(response.status, response.text).toBe(200);
});
afterAll(() => t.close());

const change = (dayEnds: readonly DayEnd[], branch: string = ids.branch1) =>
  admin.put(`/branch/${branch}`, { dayEnds });
/** Moves the clock; all users sign in again. */
async function setClock(at: string): Promise<void> {
  t.clock.advance(Date.parse(at) - t.clock.now().getTime());
  admin = await t.signIn(ids.users.admin);
}
const waste = async (dateTime?: string) =>
  (
    await admin.post('/wastage', {
      item: ids.items.flour,
      qty: 1,
      reason: 'spoiled',
      branch: ids.branch1,
      ...(dateTime && { dateTime }),
    })
  ).body;

test('waste, counts and sales after midnight belong to the evening before, from the chosen day on', async () => {
  await setClock('2026-11-20T02:00:00.000Z');
  expect((await waste()).businessDay).toBe('2026-11-19');
  expect((await waste('2026-11-01T02:59:00.000Z')).businessDay).toBe('2026-11-01');
  expect((await waste('2026-11-02T02:59:00.000Z')).businessDay).toBe('2026-11-01');
  expect((await waste('2026-10-31T02:00:00.000Z')).businessDay).toBe('2026-10-31');
  const count = await admin.post('/stock-counts', {
    type: 'spot',
    branch: ids.branch1,
    items: [ids.items.flour],
  });
  expect(count.body.businessDay).toBe('2026-11-19');

  const sell = (day: string, qty: number) =>
    admin.post('/sales', {
      source: 'Bar till',
      rows: [{ branch: ids.branch1, day, code: 'G-01', qty, net: qty * 5 }],
    });
  // The instant counts as the evening before, and a date is kept.
  const sold = await sell('2026-11-19T01:29:00.000Z', 2);
  expect(sold.body.days).toMatchObject([{ day: '2026-11-18', after: { qty: 2, net: 10 } }]);
  expect((await sell('2026-11-19', 3)).body.days).toMatchObject([{ day: '2026-11-19' }]);
  // At 02:00, the 20th hasn't begun.
  expect((await sell('2026-11-20', 1)).body.fields).toMatchObject({
    'rows.0.day': expect.stringContaining('2026-11-20 is in the future'),
  });
  expect((await sell('2026-11-20T03:00:00.000Z', 1)).status).toBe(422);
  // Neither has it for the accounting period, which other locations could close.
  const close = await admin.put('/settings', { booksClosedUntil: '2026-11-20' });
  expect(close.body.fields.booksClosedUntil).toContain('every location is 2026-11-19');
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('the profile has the time at which the days of the user’s locations end', async () => {
  const branch = await t.signIn(ids.users.branch);
  expect((await branch.get('/users/profile')).body.dayEnds).toEqual([{ from: '2026-11-01', at: '03:00' }]);
  // Locations with different times have none in common.
  expect((await admin.get('/users/profile')).body.dayEnds).toEqual([]);
});

test('a change applies from today on and leaves recorded days as they are', async () => {
  await setClock('2026-11-25T02:00:00.000Z');
  const stored = [{ from: '2026-11-01', at: '03:00' }];
  const recorded = await waste();
  expect(recorded.businessDay).toBe('2026-11-24');
  const refused = await change([{ from: '2026-11-01', at: '04:00' }]);
  expect(refused.status).toBe(422);
  expect(refused.body.fields.dayEnds).toContain('Choose 2026-11-24 or a later day');
  // If today ended at midnight, the waste at 02:00 would change its day.
  const shorter = await change([...stored, { from: '2026-11-24', at: '00:00' }]);
  expect(shorter.body.fields.dayEnds).toContain('Choose 2026-11-25 or a later day');
  const later = [...stored, { from: '2026-11-24', at: '04:00' }];
  expect((await change(later)).status).toBe(200);
  await setClock('2026-11-25T03:30:00.000Z');
  expect((await waste()).businessDay).toBe('2026-11-24');
  expect((await admin.get(`/wastage/${recorded._id}`)).body.businessDay).toBe('2026-11-24');
  // A planned change can be withdrawn.
  expect((await change([...later, { from: '2027-01-01', at: '00:00' }])).status).toBe(200);
  expect((await change(later)).status).toBe(200);
});

test('a location without records since then can change earlier days, but not closed ones', async () => {
  expect((await change([{ from: null, at: '03:00' }], ids.branch2)).status).toBe(200);
  await admin.put('/settings', { booksClosedUntil: '2026-11-10' });
  const refused = await change([{ from: '2026-11-10', at: '05:00' }], ids.branch2);
  expect(refused.body.fields.dayEnds).toContain('closed through 2026-11-10. Choose 2026-11-11');
  const open = [
    { from: null, at: '03:00' },
    { from: '2026-11-11', at: '05:00' },
  ];
  expect((await change(open, ids.branch2)).status).toBe(200);
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
  const response = await change(dayEnds);
  expect(response.status).toBe(422);
  expect(JSON.stringify(response.body.fields)).toContain(message);
});
