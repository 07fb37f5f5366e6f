import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { dayMs } from '#core/day.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { lockPeriodForPosting, blockPostings } from '#modules/stock/server/accounting-period.ts';
import { saveSettings } from './save.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ now: '2026-03-04T10:30:00.000Z' });
  await receiveStock(t, ids.branch1, ids.items.flour, 100, 1.2);
});
afterAll(() => t.close());

const close = (day: string | null, user: 'admin' | 'master' | 'branch' = 'admin') =>
  t.as(user).put('/settings', { booksClosedUntil: day, booksReason: 'Test' });
const waste = { item: ids.items.flour, qty: 1, reason: 'spoiled', branch: ids.branch1 };
const loadOnHand = async () => (await getStock(t, ids.branch1, ids.items.flour)).onHand;
const setTimezone = (branch: string, timezone: string) =>
  t.db.writer.updateTable('branches').set({ timezone }).where('_id', '=', branch).execute();

test("entries on a closed day are rejected with field errors, in the location's time zone", async () => {
  const postWaste = (dateTime: string) => t.as('admin').post('/wastage', { ...waste, dateTime });
  const closedWaste = (await postWaste('2026-03-01T12:00:00.000Z')).body;
  const openWaste = (await postWaste('2026-03-02T00:30:00.000Z')).body;
  const draft = (
    await t.as('admin').post('/wastage', { ...waste, dateTime: '2026-03-01T12:00:00.000Z', status: 'Draft' })
  ).body;
  expect((await close('2026-03-01')).body).toMatchObject({ booksClosedUntil: '2026-03-01' });
  const before = await loadOnHand();
  const closed = /period is closed through 2026-03-01.*2026-03-01 .* at Riverside/;
  const refusal = {
    status: 422,
    body: { code: 'BOOKS_CLOSED', fields: { dateTime: expect.stringMatching(closed) } },
  };
  expect(await postWaste('2026-03-01T23:59:00.000Z')).toMatchObject(refusal);
  // Posted documents can't be reversed, changed or moved to or from a closed day.
  expect(await t.as('admin').delete(`/wastage/${closedWaste._id}`)).toMatchObject(refusal);
  for (const change of [{ qty: 2 }, { reason: 'dropped' }, { dateTime: '2026-03-03T12:00:00.000Z' }])
    expect(
      await t
        .as('admin')
        .put(`/wastage/${closedWaste._id}`, { ...waste, dateTime: closedWaste.dateTime, ...change }),
    ).toMatchObject(refusal);
  expect(
    await t.as('admin').put(`/wastage/${openWaste._id}`, { ...waste, dateTime: closedWaste.dateTime }),
  ).toMatchObject(refusal);
  expect(
    await t.as('admin').put(`/wastage/${draft._id}`, { ...waste, dateTime: closedWaste.dateTime }),
  ).toMatchObject(refusal);
  expect(await loadOnHand()).toBe(before);
  // Notes and drafts don't affect stock.
  expect((await t.as('admin').put(`/wastage/${closedWaste._id}`, { ...waste, note: 'seen' })).status).toBe(
    200,
  );
  expect((await postWaste('2026-03-02T00:00:00.000Z')).status).toBe(201);
  // The same time is a different day in another time zone.
  await setTimezone(ids.branch1, 'Pacific/Honolulu');
  expect(await postWaste('2026-03-02T09:59:00.000Z')).toMatchObject(refusal);
  expect((await postWaste('2026-03-02T10:01:00.000Z')).status).toBe(201);
  await setTimezone(ids.branch1, 'Europe/London');
  // After reopening, the document can be reversed.
  expect((await close(null)).body).toMatchObject({ booksClosedUntil: null });
  expect((await t.as('admin').delete(`/wastage/${closedWaste._id}`)).status).toBe(204);
});

test('the current day can be closed, but not a day that is in the future at any location', async () => {
  expect(await close('2026-03-05')).toMatchObject({
    status: 422,
    body: { fields: { booksClosedUntil: expect.stringContaining('every location is 2026-03-04') } },
  });
  expect((await close('2026-03-32')).status).toBe(422);
  await setTimezone(ids.branch2, 'Pacific/Pago_Pago');
  expect((await close('2026-03-04')).body.fields.booksClosedUntil).toContain('every location is 2026-03-03');
  await setTimezone(ids.branch2, 'Europe/London');
  expect((await close('2026-03-04')).status).toBe(200);
  // Today is closed, so postings are rejected.
  const order = await createOrderInStatus(t, 'Under Process');
  const shipping = await t.as('admin').patch(`/orders/${order.header._id}`, { status: 'Shipped' });
  expect(shipping).toMatchObject({ status: 422, body: { code: 'BOOKS_CLOSED' } });
  expect(Object.keys(shipping.body.fields)).toEqual(['status']);
  const transfer = await t.as('admin').post('/transfers', {
    kind: 'transfer',
    from: ids.kitchen,
    to: ids.branch2,
    items: [{ itemId: ids.items.flour, qty: 1 }],
  });
  const sending = await t.as('admin').patch(`/transfers/${transfer.body._id}`, { status: 'Sent' });
  expect(sending).toMatchObject({ status: 422, body: { code: 'BOOKS_CLOSED' } });
  expect(Object.keys(sending.body.fields)).toEqual(['status']);
  const { body: supplier } = await t.as('admin').post('/suppliers', { code: 'S1', name: 'Mill' });
  const receipt = await t.as('admin').post('/goods-receipts', {
    supplier: supplier._id,
    place: ids.branch1,
    receivedAt: '2026-03-02T10:00:00.000Z',
    items: [{ itemId: ids.items.flour, unit: 'kg', qty: 5, price: 2 }],
  });
  expect(receipt).toMatchObject({ status: 422, body: { code: 'BOOKS_CLOSED' } });
  expect(Object.keys(receipt.body.fields)).toEqual(['receivedAt']);
  expect((await close('2026-03-03')).status).toBe(200);
  expect((await t.as('admin').patch(`/orders/${order.header._id}`, { status: 'Shipped' })).status).toBe(200);
});

test('users with access to the whole business can close the period, and closing is recorded in the audit', async () => {
  await t.db.writer
    .updateTable('users')
    .set({ allowedPages: '["branches","branch-order"]', canEdit: 1 })
    .where('email', '=', 'branch@demo.test')
    .execute();
  expect(await close('2026-03-01', 'branch')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await close(null, 'branch')).toMatchObject({ status: 403 });
  expect((await close('2026-03-02', 'master')).status).toBe(200);
  const { body } = await t.as('admin').get('/audit?entity=settings&limit=1');
  expect(body[0]).toMatchObject({
    action: 'edit',
    userId: ids.users.master,
    before: { booksClosedUntil: '2026-03-03' },
    after: { booksClosedUntil: '2026-03-02' },
  });
});

test('reopening requires a reason and is recorded with the user', async () => {
  expect((await close('2026-03-03')).status).toBe(200);
  for (const booksClosedUntil of [null, '2026-03-01']) {
    const refused = await t.as('master').put('/settings', { booksClosedUntil });
    expect([refused.status, refused.body.fieldReasons?.booksReason?.reason]).toEqual([
      422,
      'books-reopen-reason',
    ]);
  }
  const body = { booksClosedUntil: '2026-03-01', booksReason: 'Late invoice' };
  expect((await t.as('master').put('/settings', body)).status).toBe(200);
  const { body: closing } = await t.as('admin').get('/settings/closing');
  expect(closing.reopened).toMatchObject({
    from: '2026-03-03',
    to: '2026-03-01',
    by: ids.users.master,
    reason: 'Late invoice',
  });
  expect((await t.as('admin').get('/settings')).body).not.toHaveProperty('booksReason');
  const { body: audit } = await t.as('admin').get('/audit?entity=settings&limit=1');
  expect(audit[0].after).toMatchObject({ booksClosedUntil: '2026-03-01', booksReason: 'Late invoice' });
});

test('open work is listed before closing', async () => {
  const loadChecklist = (day: string) => t.as('admin').get(`/settings/closing/checklist?until=${day}`);
  const before = (await loadChecklist('2026-03-04')).body;
  const supplier = await t.as('admin').post('/suppliers', { code: 'LATE', name: 'Late supplier' });
  const receipt = await t.as('admin').post('/goods-receipts', {
    supplier: supplier.body._id,
    place: ids.branch1,
    receivedAt: '2026-03-04T09:00:00.000Z',
    items: [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 5, price: 2 }],
  });
  expect(receipt.status, receipt.text).toBe(201);
  const count = (rows: { concern: string; count: number }[], concern: string) =>
    rows.find((row) => row.concern === concern)?.count ?? 0;
  expect(count((await loadChecklist('2026-03-04')).body, 'notBilled')).toBe(count(before, 'notBilled') + 1);
  const invoice = await t.as('admin').post('/supplier-invoices', {
    kind: 'invoice',
    supplier: supplier.body._id,
    place: ids.branch1,
    number: 'LATE-1',
    date: '2026-03-04',
    total: 10,
    items: [{ receiptLineId: receipt.body.items[0].lineId, qty: 5, price: 2 }],
  });
  expect(invoice.status, invoice.text).toBe(201);
  const after = (await loadChecklist('2026-03-04')).body;
  expect(count(after, 'draftInvoices')).toBe(count(before, 'draftInvoices') + 1);
  // Nothing is open on the previous day.
  expect((await loadChecklist('2026-03-03')).body).toEqual([]);
  expect((await t.as('branch').get('/settings/closing/checklist?until=2026-03-04')).status).toBe(403);
});

test("an inconsistent ledger can't be closed, and the blockers are listed", async () => {
  const addToBalance = (change: number) =>
    t.db.writer
      .updateTable('balances')
      .set((eb) => ({ valueE4: eb('valueE4', '+', change) }))
      .where('placeId', '=', ids.branch1)
      .where('itemId', '=', ids.items.flour)
      .execute();
  await addToBalance(7);
  const refused = await close('2026-03-03');
  expect(refused.status).toBe(422);
  expect(refused.body.fields.booksClosedUntil).toMatch(/are inconsistent.*balance .* ledger/);
  expect(refused.body.details.violations[0]).toMatchObject({
    invariant: 'I2',
    remedy: expect.stringContaining('backup'),
  });
  // Reopening requires no checks.
  expect((await close('2026-03-01')).status).toBe(200);
  await addToBalance(-7);
  expect((await close('2026-03-03')).status).toBe(200);
  expect(await reconcile(t.db.read)).toEqual([]);
});

test("a period can't be closed while a stock count in it is undecided (A4)", async () => {
  await close(null);
  const created = await t.as('admin').post('/stock-counts', {
    type: 'spot',
    branch: ids.branch1,
    itemIds: [ids.items.flour],
  });
  const path = `/stock-counts/${created.body._id}`;
  // A count that hasn't begun doesn't prevent closing.
  expect((await close('2026-03-04')).status).toBe(200);
  await close(null);
  expect((await t.as('admin').patch(path, { status: 'Counting' })).status).toBe(200);
  const refused = await close('2026-03-04');
  expect(refused.status).toBe(422);
  expect(refused.body.fields.booksClosedUntil).toContain(created.body.number);
  expect(refused.body.details.counts).toEqual([created.body.number]);
  // The count began after this day.
  expect((await close('2026-03-03')).status).toBe(200);
  expect((await t.as('admin').patch(path, { status: 'Cancelled' })).status).toBe(200);
  expect((await close('2026-03-04')).status).toBe(200);
  await close('2026-03-03');
});

test("a count can't begin on a closed day, nor while the period is being closed (A4)", async () => {
  await close(null);
  const createCount = async () => {
    const countInput = { type: 'spot', branch: ids.branch1, itemIds: [ids.items.flour] };
    const { body } = await t.as('admin').post('/stock-counts', countInput);
    return `/stock-counts/${body._id}`;
  };
  const begin = (path: string) => t.as('admin').patch(path, { status: 'Counting' });
  const latePath = await createCount();
  expect((await close('2026-03-04')).status).toBe(200);
  expect(await begin(latePath)).toMatchObject({
    status: 422,
    body: { code: 'BOOKS_CLOSED', fields: { status: expect.stringContaining('closed through 2026-03-04') } },
  });
  await close(null);
  for (let round = 0; round < 5; round += 1) {
    const paths = await Promise.all(Array.from({ length: 4 }, createCount));
    const starts = paths.slice(0, 2).map(begin);
    const closing = close('2026-03-04');
    starts.push(...paths.slice(2).map(begin));
    const statuses = (await Promise.all(starts)).map(({ status }) => status);
    // Either the period was closed and no count has begun, or a count has begun and the period stays open.
    expect(statuses.includes(200)).toBe((await closing).status === 422);
    for (const path of paths) await t.as('admin').patch(path, { status: 'Cancelled' });
    expect((await close(null)).status).toBe(200);
  }
});

/**
 * Begins a transaction that does its work and commits when `end` is called, or after the test at the latest.
 */
async function beginTransaction(work: (tx: Tx) => Promise<unknown>): Promise<{ end(): Promise<void> }> {
  const workDone = Promise.withResolvers<void>();
  const endRequested = Promise.withResolvers<void>();
  const transaction = t.db.write(async (tx) => {
    await work(tx);
    workDone.resolve();
    await endRequested.promise;
  });
  onTestFinished(() => endRequested.resolve());
  await Promise.race([workDone.promise, transaction]);
  return {
    async end() {
      endRequested.resolve();
      await transaction;
    },
  };
}

/** Waits until another transaction waits for an advisory lock. */
const waitForBlockedCall = () =>
  waitFor(async () => {
    const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(t.db.read);
    expect(rows).toHaveLength(1);
  });

test('closing waits for postings in progress, and nothing is posted to a closed day', async () => {
  await close(null);
  const dateTime = '2026-03-03T12:00:00.000Z';
  const loadLastSeq = async () =>
    (
      await t.db.read
        .selectFrom('stockMoves')
        .select((eb) => eb.fn.max('seq').as('seq'))
        .where('businessDay', '<=', '2026-03-03')
        .executeTakeFirstOrThrow()
    ).seq;
  // SQLite runs writes one by one; on PostgreSQL each waits for the other's lock.
  if (t.db.dialect === 'postgres') {
    const posting = await beginTransaction(lockPeriodForPosting);
    const closing = close('2026-03-03');
    await waitForBlockedCall();
    await posting.end();
    expect((await closing).status).toBe(200);
    await close(null);
    const closingTx = await beginTransaction(async (tx) => {
      await blockPostings(tx);
      await saveSettings(tx, { booksClosedUntil: '2026-03-03' }, null);
    });
    const lateWaste = t.as('admin').post('/wastage', { ...waste, dateTime });
    await waitForBlockedCall();
    await closingTx.end();
    expect(await lateWaste).toMatchObject({ status: 422, body: { code: 'BOOKS_CLOSED' } });
    await close(null);
  }
  for (let round = 0; round < 5; round += 1) {
    const post = () => t.as('admin').post('/wastage', { ...waste, qty: 0.1, dateTime });
    const posts = Array.from({ length: 6 }, post);
    const closing = close('2026-03-03').then(async ({ status }) => [status, await loadLastSeq()] as const);
    posts.push(...Array.from({ length: 6 }, post));
    const [status, last] = await closing;
    expect(status).toBe(200);
    for (const response of await Promise.all(posts)) expect([201, 422]).toContain(response.status);
    expect(await loadLastSeq()).toBe(last);
    await close(null);
  }
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('later actions leave a closed day unchanged', async () => {
  const app = await createTestApp({ now: '2026-03-03T10:30:00.000Z' });
  let admin = app.as('admin');
  const tracked = { trackLots: 1, trackExpiry: 1, shelfLifeDays: 3 } as const;
  await app.db.writer.updateTable('items').set(tracked).where('_id', '=', ids.items.milk).execute();
  await receiveStock(app, ids.branch1, ids.items.flour, 100, 1.2);
  await receiveStock(app, ids.kitchen, ids.items.milk, 100, 1, { lot: 'M1' });
  const items = [
    { itemId: ids.items.milk, orderQty: 2, unit: 'l' },
    { itemId: ids.items.flour, orderQty: 1 },
  ];
  const [shipped, toReceive, received] = [
    await createOrderInStatus(app, 'Shipped', { items }),
    await createOrderInStatus(app, 'Shipped', { items }),
    await createOrderInStatus(app, 'Shipped', { items }),
  ];
  const path = ({ header }: typeof shipped) => `/orders/${header._id}`;
  const short = received.lines.map(({ lineId }) => ({ lineId, receivedQty: 0.5, reason: 'short' }));
  expect((await admin.patch(path(received), { items: short })).status).toBe(200);
  expect((await admin.patch(path(received), { status: 'Received' })).status).toBe(200);
  const postedWaste = (await admin.post('/wastage', waste)).body;
  const draft = (await admin.post('/wastage', { ...waste, status: 'Draft' })).body;
  const item = { itemCode: 'NEW', name: 'New', kind: 'raw', category: ids.category, baseUnit: ids.units.kg };
  const { _id: itemId } = (await admin.post('/items', item)).body;
  const opening = (place: string, qty: number) =>
    admin.post('/stock/openings', { place, items: [{ itemId, qty, unitCost: 2 }] });
  const opened = (await opening(ids.kitchen, 5)).body;

  app.clock.advance(dayMs);
  admin = await app.signIn(ids.users.admin);
  expect((await admin.put('/settings', { booksClosedUntil: '2026-03-03' })).status).toBe(200);
  const loadClosedDays = () =>
    app.db.read
      .selectFrom('stockDaily')
      .selectAll()
      .where('businessDay', '<=', '2026-03-03')
      .orderBy('placeId')
      .orderBy('itemId')
      .orderBy('kind')
      .orderBy('businessDay')
      .execute();
  const before = await loadClosedDays();
  const discrepancies = (await admin.get('/discrepancies?status=Open')).body as { _id: string }[];
  expect(discrepancies).toHaveLength(2);
  const actions = [
    ['unship', () => admin.patch(path(shipped), { status: 'Under Process' })],
    ['ship again', () => admin.patch(path(shipped), { status: 'Shipped' })],
    ['receive', () => admin.patch(path(toReceive), { status: 'Received' })],
    [
      'mark as found',
      () => admin.patch(`/discrepancies/${discrepancies[0]?._id}`, { action: 'found_at_kitchen' }),
    ],
    [
      'write off',
      () =>
        admin.patch(`/discrepancies/${discrepancies[1]?._id}`, {
          action: 'written_off',
          chargedTo: 'kitchen',
          note: 'gone',
        }),
    ],
    ['reverse waste', () => admin.delete(`/wastage/${postedWaste._id}`)],
    ['edit waste', () => admin.put(`/wastage/${postedWaste._id}`, { ...waste, qty: 3 })],
    ['post draft', () => admin.put(`/wastage/${draft._id}`, { ...waste, status: 'Posted' })],
    ['enter opening stock elsewhere', () => opening(ids.branch1, 4)],
    ['undo opening stock', () => admin.post(`/imports/${opened._id}/undo`)],
  ] as const;
  const statuses: Record<string, number> = {};
  for (const [name, run] of actions) {
    statuses[name] = (await run()).status;
    expect(await loadClosedDays(), name).toEqual(before);
    expect(await reconcile(app.db.read), name).toEqual([]);
  }
  // Corrections post today; those that would change the closed day are rejected.
  expect(statuses).toEqual({
    unship: 200,
    'ship again': 200,
    receive: 200,
    'mark as found': 200,
    'write off': 200,
    'reverse waste': 422,
    'edit waste': 422,
    'post draft': 200,
    'enter opening stock elsewhere': 201,
    'undo opening stock': 200,
  });
  await app.close();
});
