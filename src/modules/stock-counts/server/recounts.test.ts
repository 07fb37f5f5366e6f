import type { CountLine } from '../shapes.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

const { flour, milk } = ids.items;
type User = 'branch' | 'staff';

let api: TestApp;
let seq = 0;
beforeEach(async () => {
  api = await createTestApp();
  const { body: branch } = await api.as('admin').get(`/branch/${ids.branch1}`);
  const ifMatch = { 'if-match': `"${branch.version}"` };
  await api.as('admin').put(`/branch/${ids.branch1}`, { countToleranceQty: 5 }, ifMatch);
  await receiveStock(api, ids.branch1, flour, 100, 2);
  await receiveStock(api, ids.branch1, milk, 20, 1);
});
afterEach(async () => {
  expect(await reconcile(api.db.read)).toEqual([]);
  await api.close();
});

async function patchOk(id: string, body: object) {
  const response = await api.as('branch').patch(`/stock-counts/${id}`, body);
  expect(response.status, response.text).toBe(200);
  return response.body;
}
async function enterOk(id: string, event: object, user: User = 'branch') {
  const events = [{ device: user, seq: (seq += 1), mode: 'set', ...event }];
  const response = await api.as(user).post(`/stock-counts/${id}/events`, { events });
  expect(response.status, response.text).toBe(200);
  return response.body;
}
const findFlourLine = ({ items }: { items: CountLine[] }) =>
  items.find(({ itemId }) => itemId === flour) as CountLine;

/** Submits a count of flour in which staff found `qty` of 100. */
async function submitFlourCount(values: object = {}, qty = 50) {
  const created = await api
    .as('branch')
    .post('/stock-counts', { branch: ids.branch1, type: 'spot', itemIds: [flour], ...values });
  const count = await patchOk(created.body._id, { status: 'Counting' });
  const { lineId } = findFlourLine(count);
  await enterOk(count._id, { lineId, qty }, 'staff');
  await patchOk(count._id, { status: 'Submitted' });
  return { id: count._id as string, lineId };
}

async function recountLine(values: object = {}) {
  const count = await submitFlourCount(values);
  await patchOk(count.id, { items: [{ lineId: count.lineId, isMarkedForRecount: true }] });
  return { ...count, recounting: await patchOk(count.id, { status: 'Recount' }) };
}

it('C12: a withdrawn recount restores the first count and a recount is required again', async () => {
  const { id, lineId } = await recountLine();
  await enterOk(id, { lineId, qty: 60 });
  await enterOk(id, { lineId, qty: null });
  const submitted = await patchOk(id, { status: 'Submitted' });
  expect(findFlourLine(submitted)).toMatchObject({
    countedQty: 50,
    countedByName: 'Test staff',
    varianceQty: -50,
    round: 0,
    isMarkedForRecount: false,
  });
  expect(findFlourLine(submitted).questions.map(({ question }) => question)).toEqual(['recount', 'cause']);
  await patchOk(id, { items: [{ lineId, isMarkedForRecount: true, causeCode: 'missing' }] });
  await patchOk(id, { status: 'Recount' });
  await enterOk(id, { lineId, qty: 70 });
  expect(findFlourLine(await patchOk(id, { status: 'Submitted' }))).toMatchObject({ firstQty: 50, round: 1 });
  await patchOk(id, { status: 'Approved' });
  expect((await getStock(api, ids.branch1, flour)).onHand).toBe(70);
});

it('C4, C12: lines added during a recount can be counted by anyone, and are checked as first counts', async () => {
  const { id, lineId } = await recountLine();
  const added = await api.as('staff').post(`/stock-counts/${id}/lines`, { items: [{ itemId: milk }] });
  expect([added.status, added.text]).toEqual([200, expect.stringContaining('"isMarkedForRecount":true')]);
  const milkLineId = added.body.items[0].lineId as string;
  await enterOk(id, { lineId: milkLineId, qty: 18 }, 'staff');
  await enterOk(id, { lineId, qty: 50 });
  const submitted = await patchOk(id, { status: 'Submitted' });
  const line = submitted.items.find((item: CountLine) => item.lineId === milkLineId);
  expect(line).toMatchObject({
    countedQty: 18,
    varianceQty: -2,
    round: 0,
    isMarkedForRecount: false,
    questions: [],
  });
  await patchOk(id, { items: [{ lineId, causeCode: 'missing' }] });
  await patchOk(id, { status: 'Approved' });
  expect((await getStock(api, ids.branch1, milk)).onHand).toBe(18);
});

it('C4: lines added during a recount and not counted stay uncounted', async () => {
  const { id, lineId } = await recountLine();
  await enterOk(id, { lineId, qty: 50 });
  const added = await api.as('branch').post(`/stock-counts/${id}/lines`, { items: [{ itemId: milk }] });
  const submitted = await patchOk(id, { status: 'Submitted' });
  const milkLine = submitted.items.find((line: CountLine) => line.lineId === added.body.items[0].lineId);
  expect(milkLine).toMatchObject({ countedQty: null, round: 0, isMarkedForRecount: false, questions: [] });
});

it('C11: the variance of a blind count is hidden during a recount', async () => {
  const { id, recounting } = await recountLine({ blind: true });
  const read = (await api.as('branch').get(`/stock-counts/${id}`)).body;
  const [listed] = (await api.as('branch').get('/stock-counts')).body;
  for (const count of [recounting, read, listed])
    expect([count.status, count.absolute, count.net]).toEqual(['Recount', null, null]);
  const submitted = await patchOk(id, { status: 'Submitted' });
  expect([submitted.absolute, submitted.net]).toEqual([100, -100]);
});

it('C11, C12: a blind recount starts with an empty line, and the first count is hidden everywhere', async () => {
  const { id, lineId } = await recountLine({ blind: true });
  const branch = api.as('branch');
  const line = findFlourLine((await branch.get(`/stock-counts/${id}`)).body);
  expect([line.countedQty, line.firstQty ?? null, line.claims]).toEqual([null, null, []]);
  const lines = (await branch.get(`/stock-counts/${id}/lines`)).body as CountLine[];
  expect(lines.map(({ countedQty, firstQty }) => [countedQty, firstQty ?? null])).toEqual([[null, null]]);
  expect((await branch.get(`/stock-counts/${id}/lines/${lineId}/entries`)).body).toEqual([]);
  // Once recounted, the line is counted; after submission, the first count is visible again.
  await enterOk(id, { lineId, qty: 60 });
  expect((await branch.get(`/stock-counts/${id}/progress`)).body).toMatchObject({ lines: 1, counted: 1 });
  expect(findFlourLine(await patchOk(id, { status: 'Submitted' }))).toMatchObject({
    countedQty: 60,
    firstQty: 50,
  });
});

it("C12: a required cause note can't be cleared", async () => {
  const { id, lineId } = await submitFlourCount();
  await patchOk(id, { items: [{ lineId, causeCode: 'other', causeNote: 'fell off the scale' }] });
  const refused = await api
    .as('branch')
    .patch(`/stock-counts/${id}`, { items: [{ lineId, causeNote: null }] });
  expect([refused.status, refused.body.fieldReasons]).toEqual([
    422,
    { [`items.${lineId}.causeNote`]: expect.objectContaining({ reason: 'count-cause-note' }) },
  ]);
  await patchOk(id, { items: [{ lineId, causeCode: null, causeNote: null }] });
});

it("C3: rejects a line that a different count has posted, with that count's number, even if stock is short", async () => {
  await api.db.writer
    .updateTable('branches')
    .set({ negativeStock: 'block', countedAt: api.clock.now().toISOString(), countToleranceQtyMicro: null })
    .where('_id', '=', ids.branch1)
    .execute();
  const counts = await Promise.all([submitFlourCount({}, 10), submitFlourCount({}, 10)]);
  const [first, second] = counts;
  const { number } = await patchOk(first.id, { status: 'Approved' });
  const refused = await api.as('branch').patch(`/stock-counts/${second.id}`, { status: 'Approved' });
  expect([refused.status, refused.body.fieldReasons]).toEqual([
    422,
    {
      [`items.${second.lineId}.countedQty`]: {
        reason: 'count-posted',
        params: expect.objectContaining({ number }),
      },
    },
  ]);
});
