import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Lot } from '#modules/lots/shapes.ts';
import type { Recall, RecallSale } from '../shapes.ts';
import type { Posting } from '#modules/stock/postings.ts';
import { toUtcDay } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createTestRunner } from '#app/server/testing/jobs.ts';
import { createRecordingMailer } from '#app/server/testing/mail-server.ts';
import { buildBatchPosting } from '#app/server/testing/lot-batch.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { sendMail } from '#modules/mail/server/jobs.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { hourlyRecallReminders, remindOfRecalls } from './notify.ts';

const { tomato, milk, flour } = ids.items;
const { kitchen, branch1, branch2 } = ids;
const hour = 3_600_000;
const expiry = '2026-05-01';

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
  const tracking = { trackLots: 1, trackExpiry: 1 } as const;
  await t.db.writer.updateTable('items').set(tracking).where('_id', 'in', [tomato, milk, flour]).execute();
  await t.db.writer.updateTable('sessions').set({ expiresAt: '2099-01-01T00:00:00.000Z' }).execute();
  await receiveStock(t, kitchen, tomato, 20, 2, { lot: 'BAD', expiry });
});
afterEach(async () => {
  expect(t.errors).toEqual([]);
  await t.close();
});

const postAll = (postings: Posting[]) =>
  t.db.write((tx) =>
    postStockChange(
      tx,
      { postings },
      { userId: ids.users.admin, now: t.clock.now().toISOString(), docNo: 'B-1' },
    ),
  );
const buildExpiringPosting = (docId: string, itemId: string, qty: number, lot: string, isOutput: boolean) =>
  buildBatchPosting(docId, { itemId, qty, lot }, isOutput, expiry);
/** Posts a kitchen batch that makes one lot from another. */
const makeBatch = (docId: string, from: [string, string, number], to: [string, string, number]) =>
  postAll([
    buildExpiringPosting(docId, from[0], from[2], from[1], false),
    buildExpiringPosting(docId, to[0], to[2], to[1], true),
  ]);

async function shipOrder(itemId: string, qty: number, to: string, isReceived = true): Promise<string> {
  const items = [{ itemId, orderQty: qty, unit: 'kg' }];
  const { header } = await createOrderInStatus(t, 'Under Process', { branch: to, items });
  const path = `/orders/${header._id}`;
  const shipped = await t.as('admin').patch(path, { status: 'Shipped' });
  expect(shipped.status, shipped.text).toBe(200);
  if (isReceived) expect((await t.as('admin').patch(path, { status: 'Received' })).status).toBe(200);
  return path;
}

/** Receives a shipment of 3 kg of one lot: 1 kg as that lot, and 2 kg as a different one. */
async function receiveAsOtherLot(path: string): Promise<void> {
  const { items } = (await t.as('admin').get(path)).body;
  const receivedLots = [
    { lot: 'BAD', receivedQty: 1 },
    { lot: 'OTHER', expiry, receivedQty: 2 },
  ];
  const line = { lineId: items[0].lineId, receivedLots };
  expect((await t.as('admin').patch(path, { items: [line] })).status).toBe(200);
  const received = await t.as('admin').patch(path, { status: 'Received' });
  expect(received.status, received.text).toBe(200);
}

const startRecall = async (lot = 'BAD', overrides: object = {}): Promise<Recall> => {
  const created = await t
    .as('admin')
    .post('/recalls', { itemId: tomato, lot, isPractice: false, ...overrides });
  expect(created.status, created.text).toBe(201);
  return created.body as Recall;
};
const loadRecall = async (id: string, user: TestUser = 'admin'): Promise<Recall> =>
  (await t.as(user).get(`/recalls?id=${id}`)).body[0] as Recall;
const loadHold = async (lot: string): Promise<Lot['hold']> =>
  (await t.as('admin').get(`/lots/known?lot=${lot}`)).body[0].hold as Lot['hold'];
const release = (recall: Recall, lot: string, user: TestUser = 'admin') =>
  t.as(user).post('/recalls/release', {
    recallId: recall._id,
    lotId: recall.lots.find((candidate) => candidate.lot === lot)?.lotId,
    reasonCode: 'checked',
  });
const sendFinding = (
  user: TestUser,
  recall: Recall,
  placeId: string,
  lot: string,
  qty: number,
  overrides: object = {},
) =>
  t.as(user).post('/recalls/findings', {
    recallId: recall._id,
    placeId,
    lotId: recall.lots.find((candidate) => candidate.lot === lot)?.lotId,
    qty,
    ...overrides,
  });

test('a real recall holds the lot and everything made from it, everywhere, in one step', async () => {
  await shipOrder(tomato, 5, branch1);
  await makeBatch('batch-1', [tomato, 'BAD', 6], [milk, 'SAUCE', 10]);
  await makeBatch('batch-2', [milk, 'SAUCE', 4], [flour, 'WRAP', 8]);
  await shipOrder(flour, 3, branch2);
  await shipOrder(tomato, 2, branch2, false);
  const { header } = await createOrderInStatus(t, 'Under Process', {
    branch: branch1,
    items: [{ itemId: tomato, orderQty: 2, unit: 'kg' }],
  });
  const { lineId } = (await t.as('kitchen').get(`/orders/${header._id}`)).body.items[0];
  const pick = { items: [{ lineId, pickedQty: 2 }] };
  const picked = await t.as('kitchen').patch(`/orders/${header._id}`, pick);
  expect(picked.body.items[0].lots).toMatchObject([{ lot: 'BAD', qty: 2 }]);
  await receiveStock(t, kitchen, tomato, 9, 2, { lot: 'GOOD', expiry });

  const recall = await startRecall();
  for (const lot of ['BAD', 'SAUCE', 'WRAP'])
    expect([lot, await loadHold(lot)]).toMatchObject([
      lot,
      { reasonCode: 'recall', note: recall.number, recallId: recall._id, byName: 'Test admin' },
    ]);
  expect(await loadHold('GOOD')).toBeNull();
  expect(recall.lots).toMatchObject([
    {
      lot: 'BAD',
      reason: 'recalled',
      hold: 'recall',
      stock: [
        { placeId: kitchen, onHand: 7, picked: 2 },
        { placeId: branch1, onHand: 5, picked: 0 },
        { placeId: `${branch2}:transit`, onHand: 2, picked: 0 },
      ],
    },
    { lot: 'SAUCE', reason: 'batch', depth: 1, fromLot: 'BAD', docId: 'batch-1', stock: [{ onHand: 6 }] },
    { lot: 'WRAP', reason: 'batch', depth: 2, fromLot: 'SAUCE', stock: [{ onHand: 5 }, { onHand: 3 }] },
  ]);
  // Locations with stock, and the kitchen for its lot; goods in transit count at their destination.
  const expectations = recall.places.map(({ placeId, lot, expected }) => [placeId, lot, expected]);
  expect(expectations).toHaveLength(6);
  expect(expectations).toEqual(
    expect.arrayContaining([
      [kitchen, 'BAD', 7],
      [kitchen, 'SAUCE', 6],
      [kitchen, 'WRAP', 5],
      [branch1, 'BAD', 5],
      [branch2, 'BAD', 2],
      [branch2, 'WRAP', 3],
    ]),
  );
  // Picked goods stay picked but can't be shipped, and nothing can be made from the lot.
  const shipped = await t.as('kitchen').patch(`/orders/${header._id}`, { status: 'Shipped' });
  expect([shipped.status, shipped.body.code]).toEqual([409, 'LOT_ON_HOLD']);
  await expect(makeBatch('batch-3', [milk, 'SAUCE', 1], [flour, 'MORE', 1])).rejects.toMatchObject({
    code: 'LOT_ON_HOLD',
  });
  // A branch sees its own part, without the kitchen's documents.
  const branchRecall = await loadRecall(recall._id, 'branch');
  expect(branchRecall.lots).toMatchObject([{ lot: 'BAD', stock: [{ placeId: branch1, onHand: 5 }] }]);
  expect(branchRecall.awaiting).toMatchObject([{ placeId: branch1 }]);
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('a location that has used up the lot also receives a request', async () => {
  await shipOrder(tomato, 4, branch1);
  const waste = { item: tomato, lot: 'BAD', branch: branch1, qty: 4, reason: 'spoiled' };
  expect((await t.as('branch').post('/wastage', waste)).status).toBe(201);
  const recall = await startRecall();
  expect(recall.places.find(({ placeId }) => placeId === branch1)).toMatchObject({
    expected: 0,
    found: null,
  });
});

test('a mock recall holds nothing and sends no email', async () => {
  await makeBatch('batch-1', [tomato, 'BAD', 6], [milk, 'SAUCE', 10]);
  const recall = await startRecall('BAD', { isPractice: true });
  expect(recall.lots).toMatchObject([
    { lot: 'BAD', hold: null },
    { lot: 'SAUCE', hold: null },
  ]);
  expect(await loadHold('BAD')).toBeNull();
  expect(await t.db.read.selectFrom('emails').selectAll().execute()).toEqual([]);
  await makeBatch('batch-2', [milk, 'SAUCE', 4], [flour, 'WRAP', 8]);
  expect(await loadHold('WRAP')).toBeNull();
});

test('lots that arrive in place of a recalled lot, or are made from it later, are held too', async () => {
  await shipOrder(tomato, 1, branch1);
  const path = await shipOrder(tomato, 3, branch2, false);
  const second = await shipOrder(tomato, 3, branch2, false);
  // The ingredient was used before the recall, and the batch is finished after it.
  await postAll([buildExpiringPosting('batch-1', tomato, 6, 'BAD', false)]);
  const recall = await startRecall();
  expect(recall.lots.map(({ lot }) => lot)).toEqual(['BAD']);
  await postAll([buildExpiringPosting('batch-1', milk, 10, 'LATE', true)]);
  expect(await loadHold('LATE')).toMatchObject({ reasonCode: 'recall', recallId: recall._id });
  await receiveAsOtherLot(path);
  expect(await loadHold('OTHER')).toMatchObject({ note: recall.number });
  const current = await loadRecall(recall._id);
  expect(current.lots.map(({ lot, reason, fromLot }) => [lot, reason, fromLot])).toEqual([
    ['BAD', 'recalled', null],
    ['OTHER', 'arrival', 'BAD'],
    ['LATE', 'batch', 'BAD'],
  ]);
  const expectations = current.places.map(({ placeId, lot, expected }) => [placeId, lot, expected]);
  expect(expectations).toEqual(
    expect.arrayContaining([
      [kitchen, 'LATE', 10],
      [branch2, 'OTHER', 2],
    ]),
  );
  // A released lot is held again when more of the recalled lot is received under it.
  expect((await release(current, 'OTHER')).status).toBe(200);
  expect(await loadHold('OTHER')).toBeNull();
  await receiveAsOtherLot(second);
  expect(await loadHold('OTHER')).toMatchObject({ note: recall.number });
});

test('a location that receives recalled goods later also receives a request', async () => {
  const recall = await startRecall();
  expect(recall.places.map(({ placeId }) => placeId)).toEqual([kitchen]);
  const posting = {
    itemId: tomato,
    docType: 'order',
    docId: 'late',
    docLineId: 'late-1',
    lot: 'BAD',
  } as const;
  await postAll([
    { ...posting, fromPlace: kitchen, toPlace: branch2, kind: 'found_at_branch', qtyMicro: 2e6 },
  ]);
  expect((await loadRecall(recall._id, 'branch2')).places).toMatchObject([{ placeId: branch2, expected: 2 }]);
});

test("lots are released one by one, and only from the recall's own hold", async () => {
  await makeBatch('batch-1', [tomato, 'BAD', 6], [milk, 'SAUCE', 10]);
  await makeBatch('batch-2', [milk, 'SAUCE', 4], [flour, 'WRAP', 8]);
  const hold = (lot: string, itemId: string, isHeld: boolean) =>
    t.as('kitchen').patch('/lots', { itemId, lot, hold: isHeld, reasonCode: isHeld ? 'quality' : 'checked' });
  expect((await hold('WRAP', flour, true)).status).toBe(200);
  const first = await startRecall();
  const second = await startRecall('BAD');
  expect(await loadHold('BAD')).toMatchObject({ recallId: first._id });
  expect(first.lots.map(({ hold: lotHold }) => lotHold)).toEqual(['recall', 'recall', 'other']);

  // The lot page can't release a recall's hold.
  const directRelease = await hold('SAUCE', milk, false);
  expect([directRelease.status, directRelease.body.reason]).toEqual([409, 'lot-held-by-recall']);
  expect((await release(first, 'SAUCE', 'kitchen')).status).toBe(403);
  expect((await release(first, 'SAUCE', 'branch')).status).toBe(404);
  // Another recall of the lot still holds it.
  expect((await release(first, 'SAUCE')).status).toBe(200);
  expect(await loadHold('SAUCE')).toMatchObject({ recallId: second._id, note: second.number });
  expect((await release(second, 'SAUCE')).body.lots).toMatchObject([
    { lot: 'BAD', hold: 'other' },
    { lot: 'SAUCE', hold: null, releasedByName: 'Test admin', releaseReason: 'checked' },
    { lot: 'WRAP', hold: 'other' },
  ]);
  expect(await loadHold('SAUCE')).toBeNull();
  // A manual hold outlasts the recalls, and a recall outlasts a manual release.
  expect((await release(first, 'WRAP')).status).toBe(200);
  expect(await loadHold('WRAP')).toMatchObject({ reasonCode: 'quality', recallId: null });
  expect((await hold('WRAP', flour, false)).status).toBe(200);
  expect(await loadHold('WRAP')).toMatchObject({ recallId: second._id });
  // An ended recall holds its lots until each is released.
  expect((await t.as('admin').post('/recalls/end', { recallId: second._id })).status).toBe(200);
  expect(await loadHold('WRAP')).not.toBeNull();
  expect((await release(second, 'WRAP')).status).toBe(200);
  expect(await loadHold('WRAP')).toBeNull();
  // A second release changes nothing.
  expect((await release(second, 'WRAP')).status).toBe(200);
  const audit = await t.db.read.selectFrom('audit').select('seq').where('action', '=', 'release').execute();
  expect(audit).toHaveLength(5);
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('emails locations immediately, and every four hours until they answer', async () => {
  await shipOrder(tomato, 5, branch1);
  await shipOrder(tomato, 2, branch2);
  const settings = await t.as('admin').put('/mail/settings', {
    host: 'mail.olive.test',
    port: 587,
    security: 'starttls',
    user: 'olive',
    password: 'secret',
    senderName: 'Olive',
    senderAddress: 'office@olive.test',
    dashboardUrl: 'https://olive.test/',
    externalReports: [],
  });
  expect(settings.status, settings.text).toBe(200);
  const mailer = createRecordingMailer(() => ({}));
  const worker = createTestRunner({
    db: t.db,
    clock: t.clock,
    jobs: [sendMail, remindOfRecalls],
    schedules: [hourlyRecallReminders],
    mailer,
  });
  await worker.runDue();
  const recall = await startRecall();
  await worker.runDue();
  const takeSent = () =>
    mailer.sent
      .splice(0)
      .map(({ to, subject }) => `${to.name}: ${subject}`)
      .toSorted();
  const subject = `Recall ${recall.number}: Tomato, lot BAD`;
  const first = [...mailer.sent];
  expect(first.find(({ to }) => to.name === 'Test branch')?.text).toContain('5 kg');
  expect(first.find(({ to }) => to.name === 'Test branch')?.text).toContain(
    `https://olive.test/branch-order/inventory-control/lots?recall=${recall._id}`,
  );
  expect(takeSent()).toEqual(expect.arrayContaining([`Test branch: ${subject}`, `Test kitchen: ${subject}`]));

  const advanceHours = async (hours: number) => {
    for (let n = 0; n < hours; n += 1) {
      t.clock.advance(hour);
      await worker.runDue();
    }
  };
  const finding = await sendFinding('branch', recall, branch1, 'BAD', 3, {
    outcome: 'disposed',
    note: 'in the bin',
  });
  expect(finding.status, finding.text).toBe(201);
  expect(finding.body.places).toMatchObject([
    { found: 3, outcome: 'disposed', foundByName: 'Test branch', foundAt: t.clock.now().toISOString() },
  ]);
  await advanceHours(3);
  expect(takeSent()).toEqual([]);
  await advanceHours(2);
  const reminded = takeSent();
  expect(reminded).toEqual(expect.arrayContaining([`Test kitchen: Reminder: ${subject}`]));
  expect(reminded.filter((mail) => mail.startsWith('Test branch:'))).toEqual([]);
  expect((await loadRecall(recall._id)).awaiting).toMatchObject([
    { placeId: kitchen, emailCount: 2 },
    { placeId: branch2, emailCount: 2 },
  ]);
  for (const [user, place] of [
    ['kitchen', kitchen],
    ['branch2', branch2],
  ] as const)
    expect((await sendFinding(user, recall, place, 'BAD', 0)).status).toBe(201);
  expect(await loadRecall(recall._id)).toMatchObject({
    awaiting: [],
    requestedPlaces: 3,
    confirmedPlaces: 3,
  });
  await advanceHours(6);
  expect(takeSent()).toEqual([]);
});

test('lists sales of recalled goods: by lot if the stock movements of sales include lots, otherwise by recipe', async () => {
  await shipOrder(tomato, 5, branch1);
  await shipOrder(tomato, 5, branch2);
  for (const item of [milk, flour]) await receiveStock(t, branch1, item, 5, 1, { lot: `X-${item}`, expiry });
  const createRecipe = async (name: string, itemId: string, unit: string) => {
    const created = await t.as('admin').post('/recipes', {
      name,
      validFrom: '2026-01-01',
      yieldQty: 1,
      yieldUnit: ids.units.kg,
      portions: 1,
      components: [{ itemId, qty: 0.1, unit }],
    });
    expect(created.status, created.text).toBe(201);
    return created.body._id as string;
  };
  const [salad, cake] = [
    await createRecipe('Salad', tomato, ids.units.kg),
    await createRecipe('Cake', flour, ids.units.kg),
  ];
  await t.db.writer.updateTable('branches').set({ depletesStock: 1 }).where('_id', '=', branch1).execute();
  const day = toUtcDay(t.clock.now());
  const buildRow = (branch: string, name: string, recipeId: string, qty: number, saleDay = day) => ({
    branch,
    day: saleDay,
    recipeId,
    name,
    qty,
    net: qty * 10,
  });
  const salesResponse = await t.as('admin').post('/sales', {
    source: 'Till',
    rows: [
      buildRow(branch1, 'Salad', salad, 4),
      buildRow(branch1, 'Cake', cake, 9),
      buildRow(branch2, 'Salad', salad, 7),
      buildRow(branch2, 'Salad', salad, 2, '2026-02-01'),
    ],
  });
  expect(salesResponse.status, salesResponse.text).toBe(201);
  const recall = await startRecall();
  const { body, status, text } = await t.as('admin').get(`/recalls/sales?id=${recall._id}`);
  expect(status, text).toBe(200);
  expect(
    (body as RecallSale[]).map(({ branchId, tillItem, qty, basis }) => [branchId, tillItem, qty, basis]),
  ).toEqual([
    [branch1, 'Salad', 4, 'lot'],
    [branch2, 'Salad', 7, 'recipe'],
  ]);
});

test("lists products that can't be held because they aren't tracked by lot", async () => {
  await t.db.writer
    .updateTable('items')
    .set({ trackLots: 0, trackExpiry: 0 })
    .where('_id', '=', ids.items.bun)
    .execute();
  await postAll([
    buildExpiringPosting('batch-1', tomato, 6, 'BAD', false),
    buildExpiringPosting('batch-1', ids.items.bun, 10, '', true),
  ]);
  const recall = await startRecall();
  expect(recall.products).toMatchObject([{ docId: 'batch-1', itemId: ids.items.bun, qty: 10 }]);
});

test('if a batch and a recall run concurrently, everything made from the lot is still held', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [badLot, madeLot] = [`BAD-${round}`, `MADE-${round}`];
    await receiveStock(t, kitchen, tomato, 2, 2, { lot: badLot, expiry });
    const results = await Promise.allSettled([
      makeBatch(`race-${round}`, [tomato, badLot, 1], [milk, madeLot, 1]),
      t.as('admin').post('/recalls', { itemId: tomato, lot: badLot, isPractice: false }),
    ]);
    expect(await loadHold(badLot)).not.toBeNull();
    if (results[0].status === 'fulfilled')
      expect([madeLot, await loadHold(madeLot)]).toMatchObject([madeLot, { reasonCode: 'recall' }]);
  }
});
