import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { listOf } from '#platform/shapes/shape.ts';
import { safetyCheck, safetyRecordRow } from '../shapes.ts';

let t: TestApp;
/** A fridge of branch 1, created at 09:00, with checks due at 08:00 and 20:00 and one hour of grace. */
let fridge = '';
const due = '2026-03-05T08:00:00.000Z';
const hour = 3_600_000;

beforeAll(async () => {
  t = await createTestApp();
  fridge = await createPoint({ times: ['08:00', '20:00'], graceMinutes: 60 });
  // The next day at 08:30.
  t.clock.advance(23.5 * hour);
});
afterAll(() => t.close());

/** Users signed in at the current time of the clock. */
const as = (user: 'branch' | 'staff' | 'kitchen' | 'admin' | 'branch2') => t.signIn(ids.users[user]);

let pointCount = 0;
async function createPoint(fields: object): Promise<string> {
  pointCount += 1;
  const base = { name: `Fridge ${pointCount}`, branchId: ids.branch1, kind: 'temperature', maxTemp: 5 };
  const point = { ...base, ...fields };
  const response = await (await as('admin')).post('/check-points', point);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}

let client: Awaited<ReturnType<typeof as>>;
beforeEach(async () => {
  client = await as('staff');
});

test('a check has the limits, result and day of its check point', async () => {
  const check = { point: fridge, dueAt: due, reading: 4.5, note: 'Full', device: 'Chrome · Android' };
  const { status, body, text } = await client.post('/safety-checks', check);
  expect(status, text).toBe(201);
  expect(buildResponseSchema(safetyCheck).parse(body)).toEqual(body);
  expect(body).toMatchObject({
    number: 'FSC-2026-000001',
    status: 'Recorded',
    branch: ids.branch1,
    branchName: 'Riverside',
    pointName: 'Fridge 1',
    kind: 'temperature',
    maxTemp: 5,
    minTemp: null,
    dueAt: due,
    checkedAt: '2026-03-05T08:30:00.000Z',
    businessDay: '2026-03-05',
    isLate: false,
    isWithin: true,
    reading: 4.5,
    note: 'Full',
    device: 'Chrome · Android',
  });
});

test('rejects a second check for a due time and names who recorded the first, but accepts an additional check', async () => {
  const point = await createPoint({ times: ['20:00'] });
  const check = { point, dueAt: '2026-03-05T20:00:00.000Z', reading: 4 };
  const [staff, branch] = [await as('staff'), await as('branch')];
  const responses = await Promise.all([
    staff.post('/safety-checks', check),
    branch.post('/safety-checks', check),
  ]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const refused = responses.find(({ status }) => status === 409)?.body;
  expect(refused).toMatchObject({ code: 'DUPLICATE', fields: { dueAt: expect.stringMatching(/at 08:30/) } });
  const { dueAt: _, ...additional } = check;
  expect((await staff.post('/safety-checks', additional)).body).toMatchObject({ dueAt: null, isLate: false });
  // After a check is voided, its due time can be checked again.
  const recorded = responses.find(({ status }) => status === 201)?.body;
  const reason = { status: 'Voided', transitionReason: 'Wrong fridge' };
  expect((await branch.patch(`/safety-checks/${recorded._id}`, reason)).body.status).toBe('Voided');
  expect((await staff.post('/safety-checks', check)).status).toBe(201);
});

test('a check sent later by a device keeps the time of its entry, and is accepted for any due time', async () => {
  const point = await createPoint({ times: ['08:20'], graceMinutes: 5 });
  // The check point was created after this due time, so no check was due.
  const check = { point, dueAt: '2026-03-05T08:20:00.000Z', reading: 4 };
  const sentLater = { 'idempotency-key': 'waited', 'action-age': String(15 * 60_000) };
  expect((await client.post('/safety-checks', check)).body.fields).toEqual({
    dueAt: expect.stringMatching(/isn’t due/),
  });
  const stored = await client.post('/safety-checks', check, sentLater);
  expect(stored.body).toMatchObject({ dueAt: null, checkedAt: '2026-03-05T08:15:00.000Z' });
  const second = await client.post(
    '/safety-checks',
    { point: fridge, dueAt: due, reading: 3 },
    { ...sentLater, 'idempotency-key': 'second' },
  );
  expect([second.status, second.body.dueAt]).toEqual([201, null]);
});

test.each([
  ['out of limits without a corrective action', { reading: 5.1 }, ['correctiveAction']],
  ['without a reading', {}, ['reading']],
  ['with two decimals', { reading: 4.55 }, ['reading']],
  ['of an unknown check point', { point: 'none', reading: 4 }, ['point']],
])('rejects a check %s', async (_, fields, expected) => {
  const { status, body } = await client.post('/safety-checks', { point: fridge, ...fields });
  expect([status, Object.keys(body.fields)]).toEqual([422, expected]);
});

test('rejects a check point of a different location as unknown', async () => {
  const branch2 = await as('branch2');
  const { status, body } = await branch2.post('/safety-checks', { point: fridge, reading: 4 });
  expect([status, Object.keys(body.fields)]).toEqual([422, ['point']]);
});

test('a photo and a signature are required if the check point requires them', async () => {
  const point = await createPoint({ kind: 'cleaning', photoRequired: true, signatureRequired: true });
  const refused = await client.post('/safety-checks', { point });
  expect(Object.keys(refused.body.fields)).toEqual(['photo', 'signedBy']);
  const { body } = await client.post('/safety-checks', { point, photo: true, signedBy: 'Sami' });
  expect(body).toMatchObject({ hasPhoto: true, signedBy: 'Sami', reading: null, isWithin: true });
});

test('a corrective action and a second reading are stored, and only a manager can verify the check', async () => {
  const check = { point: fridge, reading: 8.2, correctiveAction: 'Closed the door', secondReading: 4.9 };
  const { body } = await client.post('/safety-checks', check);
  expect(body).toMatchObject({ isWithin: false, correctiveAction: 'Closed the door', secondReading: 4.9 });
  const path = `/safety-checks/${body._id}`;
  expect((await client.patch(path, { status: 'Verified' })).status).toBe(403);
  const branch = await as('branch');
  const verified = await branch.patch(path, { status: 'Verified' });
  expect(verified.body).toMatchObject({ status: 'Verified', verifiedByName: 'Test branch' });
  const found = await branch.get('/safety-checks?result=outOfLimits');
  expect(found.body.map(({ _id }: { _id: string }) => _id)).toEqual([body._id]);
});

test('a reading can’t be edited, and a voided check can’t be edited at all', async () => {
  const branch = await as('branch');
  const { body } = await branch.post('/safety-checks', { point: fridge, reading: 4 });
  const path = `/safety-checks/${body._id}`;
  expect((await branch.patch(path, { reading: 3 })).status).toBe(422);
  await branch.patch(path, { status: 'Voided', transitionReason: 'Wrong entry' });
  expect((await branch.patch(path, { note: 'Late' })).body.code).toBe('ILLEGAL_TRANSITION');
});

test('validates the limits and times of a check point', async () => {
  const admin = await as('admin');
  const point = { name: 'Freezer', branchId: ids.branch1, kind: 'temperature' };
  const listInvalidFields = async (fields: object) =>
    Object.keys((await admin.post('/check-points', { ...point, ...fields })).body.fields);
  expect(await listInvalidFields({})).toEqual(['maxTemp']);
  expect(await listInvalidFields({ minTemp: 2, maxTemp: 1 })).toEqual(['maxTemp']);
  expect(await listInvalidFields({ maxTemp: -18, times: ['8:00'] })).toEqual(['times.0']);
  const stored = await admin.post('/check-points', { ...point, maxTemp: -18.5 });
  expect(stored.body).toMatchObject({ maxTemp: -18.5, weekdays: [1, 2, 3, 4, 5, 6, 7], graceMinutes: 30 });
});

test('the record lists checks and missed due times according to the schedule of each day', async () => {
  const manager = await as('branch');
  const loadMissed = async () => {
    const { body, text } = await (await as('branch')).get(
      `/safety-checks/record?branch=${ids.branch1}&from=2026-03-04&to=2026-03-06`,
    );
    expect(buildResponseSchema(listOf(safetyRecordRow)).parse(body), text).toEqual(body);
    return body
      .filter((row: { isMissed: boolean; pointName: string }) => row.isMissed && row.pointName === 'Fridge 1')
      .map(({ dueAt }: { dueAt: string }) => dueAt);
  };
  // It was created at 09:00 on 4 March, after that day's first due time.
  expect(await loadMissed()).toEqual(['2026-03-04T20:00:00.000Z']);
  await manager.put(`/check-points/${fridge}`, { times: ['07:00'] });
  t.clock.advance(24 * hour);
  // The old schedule applies until the change at 08:30 on 5 March; the new one applies from then on.
  expect(await loadMissed()).toEqual(['2026-03-04T20:00:00.000Z', '2026-03-06T07:00:00.000Z']);
  await (await as('branch')).put(`/check-points/${fridge}`, { isActive: false });
  expect(await loadMissed()).toEqual(['2026-03-04T20:00:00.000Z', '2026-03-06T07:00:00.000Z']);
  const branch2 = await as('branch2');
  const record = await branch2.get(
    `/safety-checks/record?branch=${ids.branch1}&from=2026-03-04&to=2026-03-06`,
  );
  expect(record.body).toEqual([]);
});

test('a check point with checks can’t be deleted', async () => {
  const admin = await as('admin');
  expect((await admin.delete(`/check-points/${fridge}`)).body.code).toBe('IN_USE');
});

test('leaves a consistent database', async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
});
