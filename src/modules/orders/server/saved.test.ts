import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { order } from '../shapes.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const minimal = { prefer: 'return=minimal' };
const items = Array.from({ length: 40 }, () => ({ itemId: ids.items.flour, orderQty: 1 }));

test('an autosave that requests a minimal response returns only the changed fields', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Under Process', { items });
  const path = `/orders/${header._id}`;
  const before = buildResponseSchema(order).parse((await t.as('kitchen').get(path)).body);
  const [first, second] = lines.map((line) => line.lineId);
  const edit = {
    driver: 'Sam',
    items: [
      { lineId: first, pickedQty: 0.5, reason: 'out of stock' },
      { lineId: second, pickedQty: null },
    ],
  };
  const saved = await t.as('kitchen').patch(path, edit, { ...minimal, 'if-match': `"${before.version}"` });
  expect(saved.body).toMatchObject({
    _id: header._id,
    basedOn: before.version,
    version: before.version + 1,
    driver: 'Sam',
    savedLines: edit.items,
  });
  expect([saved.headers.get('preference-applied'), saved.headers.get('etag')]).toEqual([
    'return=minimal',
    `"${before.version + 1}"`,
  ]);
  expect(saved.text.length).toBeLessThan(1000);
  const { basedOn, savedLines, ...headerFields } = saved.body;
  const merged = {
    ...before,
    ...headerFields,
    items: before.items.map((line) => ({
      ...line,
      ...savedLines.find(({ lineId }: { lineId: string }) => lineId === line.lineId),
    })),
  };
  expect((await t.as('kitchen').get(path)).body).toEqual(merged);
});

test.each([
  ['return=minimal', true],
  ['respond-async, RETURN="minimal"; foo=1', true],
  ['return=representation', false],
  ['minimal', false],
])('Prefer: %s is a request for a minimal response: %s', async (prefer, isMinimal) => {
  const { header, lines } = await createOrderInStatus(t, 'Under Process');
  const edit = { items: [{ lineId: lines[0]?.lineId, pickedQty: 1 }] };
  const response = await t.as('kitchen').patch(`/orders/${header._id}`, edit, { prefer });
  expect('savedLines' in response.body).toBe(isMinimal);
  expect('items' in response.body).toBe(!isMinimal);
});

test('edits with side effects always return the whole order', async () => {
  const draft = await createOrderInStatus(t, 'Draft');
  const [line] = draft.lines;
  for (const body of [
    { items: [{ lineId: line?.lineId, orderQty: 4 }] },
    { items: [{ itemId: ids.items.milk, orderQty: 1 }] },
    { deliveryDate: '2026-03-07' },
    { status: 'Under Review' },
  ]) {
    const response = await t.as('branch').patch(`/orders/${draft.header._id}`, body, minimal);
    expect([body, response.status, buildResponseSchema(order).safeParse(response.body).success]).toEqual([
      body,
      200,
      true,
    ]);
  }
});

test('the error for a stale version includes the whole current order', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Under Process');
  const edit = { items: [{ lineId: lines[0]?.lineId, pickedQty: 1 }] };
  const response = await t
    .as('kitchen')
    .patch(`/orders/${header._id}`, edit, { ...minimal, 'if-match': '"1"' });
  expect([response.status, response.body.details.current.items.length]).toEqual([412, 2]);
});

test('a long response is stored compressed, and replayed byte for byte', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Under Process', {
    items,
    notes: '\uFEFFكتابة 漢字 🙂 \u2028 é e\u0301',
  });
  const edit = { items: [{ lineId: lines[0]?.lineId, pickedQty: 0, reason: 'قليل 🙂' }] };
  const send = () => t.as('kitchen').patch(`/orders/${header._id}`, edit, { 'idempotency-key': 'whole' });
  const first = await send();
  const repeated = await send();
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  expect([repeated.status, repeated.text, repeated.headers.get('etag')]).toEqual([
    200,
    first.text,
    first.headers.get('etag'),
  ]);
  const stored = await t.db.read
    .selectFrom('idempotencyKeys')
    .select(['body', 'packed'])
    .where('key', '=', 'whole')
    .executeTakeFirstOrThrow();
  expect(stored.body).toBe('');
  expect((stored.packed?.length ?? 0) * 5).toBeLessThan(first.text.length);
});

test('a response stored before compression is replayed unchanged, and reconcile reads both formats', async () => {
  const send = (key: string) =>
    t.as('branch').post('/orders', { deliveryDate: '2026-03-06', items }, { 'idempotency-key': key });
  const old = await send('old');
  await send('new');
  await t.db.write((tx) =>
    tx
      .updateTable('idempotencyKeys')
      .set({ body: old.text, packed: null })
      .where('key', '=', 'old')
      .execute(),
  );
  expect((await send('old')).text).toBe(old.text);
  expect(await reconcile(t.db.read)).toEqual([]);
  const orders = await t.db.read
    .selectFrom('idempotencyKeys')
    .select('key')
    .where('status', '=', 201)
    .execute();
  expect(orders.map(({ key }) => key).toSorted()).toEqual(['new', 'old']);
});
