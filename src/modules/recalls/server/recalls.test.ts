import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recall as recallShape, type Recall } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

const { tomato } = ids.items;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  const tracking = { trackLots: 1, trackExpiry: 1 } as const;
  await t.db.writer.updateTable('items').set(tracking).where('_id', '=', tomato).execute();
  const lot = { lot: 'BAD', expiry: '2026-05-01' };
  await receiveStock(t, ids.kitchen, tomato, 10, 2, lot);
  await receiveStock(t, ids.branch1, tomato, 6, 2, lot);
  await receiveStock(t, ids.branch2, tomato, 4, 2, lot);
  const waste = { item: tomato, lot: 'BAD', branch: ids.branch2, qty: 2, reason: 'spoiled' };
  expect((await t.as('branch2').post('/wastage', waste)).status).toBe(201);
});
afterAll(() => t.close());

const startRecall = (user: 'admin' | 'kitchen' | 'branch' | 'viewer', overrides = {}) =>
  t.as(user).post('/recalls', { itemId: tomato, lot: 'BAD', isPractice: true, ...overrides });
const loadRecall = async (id: string, user: 'admin' | 'kitchen' | 'branch' | 'branch2' = 'admin') =>
  (await t.as(user).get(`/recalls?id=${id}`)).body[0] as Recall | undefined;
const sendFinding = (
  user: 'admin' | 'kitchen' | 'branch' | 'branch2' | 'viewer',
  { _id, places }: Recall,
  placeId: string,
  qty: number,
  overrides = {},
) => {
  const lotId = places[0]?.lotId;
  return t.as(user).post('/recalls/findings', { recallId: _id, placeId, lotId, qty, ...overrides });
};

test('M11: a mock recall requests a response from every location, is timed, and ends with a permanent dated record', async () => {
  expect((await startRecall('viewer')).status).toBe(403);
  expect((await startRecall('kitchen')).body).toMatchObject({
    code: 'FORBIDDEN',
    reason: 'recall-not-yours',
  });
  expect((await startRecall('admin', { lot: 'NONE' })).status).toBe(404);
  const created = await startRecall('admin', { note: 'autumn audit' });
  expect(created.status, created.text).toBe(201);
  const recall = buildResponseSchema(recallShape).parse(created.body);
  expect(created.body).toEqual(recall);
  expect(recall).toMatchObject({
    number: 'RCL-2026-000001',
    isPractice: true,
    startedAt: t.clock.now().toISOString(),
    byName: 'Test admin',
    note: 'autumn audit',
    lot: 'BAD',
    requestedPlaces: 3,
    confirmedPlaces: 0,
    sums: { received: 20, documented: 2, found: 0, traced: 10 },
    end: null,
    places: [
      { placeId: ids.kitchen, expected: 10, found: null },
      { placeId: ids.branch1, expected: 6 },
      { placeId: ids.branch2, expected: 2 },
    ],
  });
  // A mock recall holds nothing.
  expect((await t.as('admin').get('/lots/known?lot=BAD')).body).toMatchObject([{ hold: null, onHand: 18 }]);

  t.clock.advance(90_000);
  expect((await sendFinding('viewer', recall, ids.branch1, 1)).status).toBe(403);
  expect((await sendFinding('branch', recall, ids.branch2, 2)).status).toBe(404);
  expect((await sendFinding('branch', recall, ids.branch1, -1)).status).toBe(422);
  expect((await sendFinding('branch', recall, ids.branch1, 5)).status).toBe(201);
  const corrected = await sendFinding('branch', recall, ids.branch1, 6, { note: 'one more in the chiller' });
  expect(corrected.body).toMatchObject({
    sums: null,
    requestedPlaces: 1,
    confirmedPlaces: 1,
    places: [{ found: 6, foundByName: 'Test branch', note: 'one more in the chiller' }],
  });
  expect((await sendFinding('kitchen', recall, ids.kitchen, 9)).status).toBe(201);
  expect((await sendFinding('admin', recall, ids.branch2, 2)).body).toMatchObject({
    confirmedPlaces: 3,
    sums: { received: 20, documented: 2, found: 17, traced: 95 },
  });

  t.clock.advance(30_000);
  const endRecall = (user: 'admin' | 'kitchen' | 'branch') =>
    t.as(user).post('/recalls/end', { recallId: recall._id, note: 'a box was missing' });
  expect((await endRecall('branch')).status).toBe(403);
  const ended = await endRecall('admin');
  expect(ended.body.end).toEqual({
    at: t.clock.now().toISOString(),
    byName: 'Test admin',
    note: 'a box was missing',
    seconds: 120,
    requestedPlaces: 3,
    confirmedPlaces: 3,
  });
  // A repeated request returns the same response, and no more findings are accepted.
  expect((await endRecall('admin')).body).toEqual(ended.body);
  expect((await sendFinding('branch', recall, ids.branch1, 7)).body).toMatchObject({
    code: 'ILLEGAL_TRANSITION',
    error: 'Recall RCL-2026-000001 has ended, so its record can’t be changed. Start a new recall.',
  });
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table('recallFindings')}`.execute(
    t.db.read,
  );
  expect(Number(rows[0]?.n)).toBe(4);
  for (const table of ['recalls', 'recallPlaces', 'recallFindings', 'recallEnds'] as const) {
    const message = `${table} is append-only`;
    await expect(sql`delete from ${sql.table(table)}`.execute(t.db.writer)).rejects.toThrow(message);
    await expect(
      sql`update ${sql.table(table)} set ${sql.ref(table === 'recalls' ? '_id' : 'recallId')} = 'x'`.execute(
        t.db.writer,
      ),
    ).rejects.toThrow(message);
  }
  const audit = await t.db.read
    .selectFrom('audit')
    .select(['action', 'userName'])
    .where('entityId', '=', recall._id)
    .orderBy('seq')
    .execute();
  expect(audit.map(({ action, userName }) => `${action} ${userName}`)).toEqual([
    'create Test admin',
    'edit Test branch',
    'edit Test branch',
    'edit Test kitchen',
    'edit Test admin',
    'status Test admin',
  ]);
  expect(await reconcile(t.db.read)).toEqual([]);
});

test("M11: users see only their own locations' part, and nothing if they don't have the lot", async () => {
  const [ended] = (await t.as('admin').get('/recalls')).body as Recall[];
  expect(ended?.places).toEqual([]);
  const ownRecall = await loadRecall(ended?._id ?? '', 'branch2');
  expect(ownRecall).toMatchObject({
    sums: null,
    requestedPlaces: 1,
    end: { requestedPlaces: 1, confirmedPlaces: 1 },
  });
  expect(ownRecall?.places.map(({ placeId }) => placeId)).toEqual([ids.branch2]);
  expect(JSON.stringify(ownRecall)).not.toContain('Riverside');
  await receiveStock(t, ids.branch1, tomato, 1, 2, { lot: 'MINE', expiry: '2026-05-01' });
  const other = (await startRecall('admin', { lot: 'MINE', isPractice: false })).body as Recall;
  expect((await t.as('branch2').get('/recalls?state=open')).body).toEqual([]);
  expect((await t.as('branch2').get(`/recalls?id=${other._id}`)).body).toEqual([]);
  expect((await t.as('branch').get('/recalls?state=open')).body).toMatchObject([
    { number: 'RCL-2026-000002' },
  ]);
  expect((await sendFinding('branch2', other, ids.branch1, 1)).status).toBe(404);
  const responses = await Promise.all([
    t.as('admin').post('/recalls/end', { recallId: other._id }),
    sendFinding('branch', other, ids.branch1, 1),
    t.as('admin').post('/recalls/end', { recallId: other._id }),
  ]);
  expect(responses.map(({ status }) => (status < 300 ? 'ok' : status))).toContain('ok');
  // Each finding was either recorded or rejected.
  const after = await loadRecall(other._id);
  expect(after?.end?.confirmedPlaces).toBe(responses[1]?.status === 201 ? 1 : 0);
  expect(after?.confirmedPlaces).toBe(after?.end?.confirmedPlaces);
  expect(t.errors).toEqual([]);
});
