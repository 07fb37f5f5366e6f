import type { CountEntry } from '../shapes.ts';
import type { CountLine } from '../shapes.ts';
import type { AllowedMove } from '#platform/documents/document-shapes.ts';
import type { StockRow } from '#modules/stock/shapes.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(async () => {
  expect(await reconcile(api.db.read)).toEqual([]);
  await api.close();
});

type User = 'branch' | 'staff' | 'admin' | 'branch2' | 'kitchen' | 'master';
const { flour, milk, bun } = ids.items;
let seq = 0;

/** Starts a count at branch 1. */
async function startCount(values: object = {}, user: User = 'branch') {
  const created = await api
    .as(user)
    .post('/stock-counts', { type: 'spot', itemIds: [flour, milk], ...values });
  expect(created.status, created.text).toBe(201);
  const started = await api.as(user).patch(`/stock-counts/${created.body._id}`, { status: 'Counting' });
  expect(started.status, started.text).toBe(200);
  return started.body;
}
const findLine = (count: { items: CountLine[] }, itemId: string): CountLine =>
  count.items.find((line) => line.itemId === itemId) as CountLine;
const postEntries = (id: string, events: object[], user: User = 'branch', device = `device-${user}`) =>
  api.as(user).post(`/stock-counts/${id}/events`, {
    events: events.map((event) => ({ device, seq: (seq += 1), mode: 'set', ...event })),
  });
const enterOk = async (...call: Parameters<typeof postEntries>) => {
  const response = await postEntries(...call);
  expect(response.status, response.text).toBe(200);
  return response.body;
};
const changeStatus = (id: string, status: string, user: User = 'branch') =>
  api.as(user).patch(`/stock-counts/${id}`, { status });
async function changeStatusOk(id: string, status: string, user: User = 'branch') {
  const response = await changeStatus(id, status, user);
  expect(response.status, response.text).toBe(200);
  return response.body;
}
const loadCount = async (id: string, user: User = 'branch') =>
  (await api.as(user).get(`/stock-counts/${id}`)).body;
const recordWaste = async (item: string, qty: number, dateTime?: string) => {
  const body = { branch: ids.branch1, item, qty, reason: 'spoiled', ...(dateTime && { dateTime }) };
  const response = await api.as('branch').post('/wastage', body);
  expect(response.status, response.text).toBe(201);
  return response.body;
};
const loadOnHand = async (item: string, place: string = ids.branch1) =>
  (await getStock(api, place, item)).onHand;
const updateBranch = async (body: object) => {
  const { body: branch } = await api.as('admin').get(`/branch/${ids.branch1}`);
  const response = await api
    .as('admin')
    .put(`/branch/${ids.branch1}`, { ...body }, { 'if-match': `"${branch.version}"` });
  expect([200, response.text]).toContain(response.status);
};

describe('movements during a count', () => {
  it('C1: 20 units issued between counting and approval stay issued, and the movement is listed with its document', async () => {
    await receiveStock(api, ids.branch1, flour, 100, 2);
    const count = await startCount();
    const line = findLine(count, flour);
    await enterOk(count._id, [{ lineId: line.lineId, qty: 90 }]);
    api.clock.advance(60_000);
    const waste = await recordWaste(flour, 20);
    const submitted = await changeStatusOk(count._id, 'Submitted');
    expect(findLine(submitted, flour)).toMatchObject({
      countedQty: 90,
      bookQty: 100,
      varianceQty: -10,
      movedSince: -20,
      questions: [],
    });
    const moves = await api.as('branch').get(`/stock-counts/${count._id}/lines/${line.lineId}/moves`);
    expect(moves.body).toMatchObject([
      { qty: -20, kind: 'waste', docType: 'wastage', docId: waste._id, docNo: waste.number, isLate: false },
    ]);
    await changeStatusOk(count._id, 'Approved');
    expect(await loadOnHand(flour)).toBe(70);
  });

  it('C1: the result is the same if the count was entered offline and sent 30 minutes later', async () => {
    await receiveStock(api, ids.branch1, flour, 100, 2);
    const count = await startCount();
    const { bookSeq } = count.progress;
    const at = api.clock.now().toISOString();
    api.clock.advance(10 * 60_000);
    await recordWaste(flour, 20);
    api.clock.advance(20 * 60_000);
    await enterOk(count._id, [{ lineId: findLine(count, flour).lineId, qty: 90, countedAt: at, bookSeq }]);
    const submitted = await changeStatusOk(count._id, 'Submitted');
    expect(findLine(submitted, flour)).toMatchObject({ varianceQty: -10, movedSince: -20, questions: [] });
    await changeStatusOk(count._id, 'Approved');
    expect(await loadOnHand(flour)).toBe(70);
  });

  it('C14: a movement from before the count that is recorded later raises a question', async () => {
    await receiveStock(api, ids.branch1, flour, 100, 2);
    const before = api.clock.now().toISOString();
    api.clock.advance(60_000);
    const count = await startCount();
    const { lineId } = findLine(count, flour);
    await enterOk(count._id, [{ lineId, qty: 95 }]);
    api.clock.advance(60_000);
    await recordWaste(flour, 5, before);
    const submitted = await changeStatusOk(count._id, 'Submitted');
    expect(findLine(submitted, flour)).toMatchObject({
      bookQty: 100,
      varianceQty: -5,
      questions: [{ question: 'moves' }],
    });
    const refused = await changeStatus(count._id, 'Approved');
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([
      422,
      [`items.${lineId}.lateMovementAnswer`],
    ]);
    const answered = await api
      .as('branch')
      .patch(`/stock-counts/${count._id}`, { items: [{ lineId, lateMovementAnswer: 'before' }] });
    expect(findLine(answered.body, flour)).toMatchObject({ bookQty: 95, varianceQty: 0, questions: [] });
    await changeStatusOk(count._id, 'Approved');
    expect(await loadOnHand(flour)).toBe(95);
  });

  it('C14: reversing waste from before the count also raises a question', async () => {
    await receiveStock(api, ids.branch1, flour, 100, 2);
    const waste = await recordWaste(flour, 5);
    api.clock.advance(60_000);
    const count = await startCount();
    const { lineId } = findLine(count, flour);
    await enterOk(count._id, [{ lineId, qty: 95 }]);
    api.clock.advance(60_000);
    expect((await api.as('branch').delete(`/wastage/${waste._id}`)).status).toBe(204);
    const submitted = await changeStatusOk(count._id, 'Submitted');
    expect(findLine(submitted, flour)).toMatchObject({
      bookQty: 95,
      varianceQty: 0,
      questions: [{ question: 'moves' }],
    });
  });
});

describe('uncounted lines', () => {
  it("C2: an uncounted line doesn't block approval and posts nothing, while 0 is a count", async () => {
    await receiveStock(api, ids.branch1, flour, 100, 2);
    await receiveStock(api, ids.branch1, milk, 7, 1);
    const count = await startCount();
    expect((await changeStatus(count._id, 'Submitted')).status).toBe(409);
    await enterOk(count._id, [{ lineId: findLine(count, milk).lineId, qty: 0 }]);
    const submitted = await changeStatusOk(count._id, 'Submitted');
    expect(findLine(submitted, flour)).toMatchObject({ countedQty: null, questions: [], movedSince: null });
    expect(findLine(submitted, flour).varianceQty).toBeUndefined();
    expect(submitted).toMatchObject({ absolute: 7, net: -7, progress: { lines: 2, counted: 1 } });
    await changeStatusOk(count._id, 'Approved');
    expect([await loadOnHand(flour), await loadOnHand(milk)]).toEqual([100, 0]);
  });

  it("C2: a withdrawn entry doesn't count", async () => {
    const count = await startCount();
    const { lineId } = findLine(count, flour);
    await enterOk(count._id, [{ lineId, qty: 3 }]);
    const { items } = await enterOk(count._id, [{ lineId, qty: null }]);
    expect(items[0]).toMatchObject({ countedQty: null, entries: 2 });
  });
});

describe('two counts of the same item', () => {
  it('C3: approval of the second fails with the number of the first', async () => {
    await receiveStock(api, ids.branch1, flour, 100, 2);
    const [first, second] = [await startCount({ itemIds: [flour] }), await startCount({ itemIds: [flour] })];
    for (const count of [first, second]) {
      await enterOk(count._id, [{ lineId: count.items[0].lineId, qty: 130 }]);
      await changeStatusOk(count._id, 'Submitted');
    }
    await changeStatusOk(first._id, 'Approved');
    const refused = await changeStatus(second._id, 'Approved');
    expect(refused.status).toBe(422);
    expect(refused.body.fields[`items.${second.items[0].lineId}.countedQty`]).toContain(first.number);
    expect(await loadOnHand(flour)).toBe(130);
  });

  it("C3: a count entered after the first was posted isn't a conflict", async () => {
    await receiveStock(api, ids.branch1, flour, 100, 2);
    const first = await startCount({ itemIds: [flour] });
    await enterOk(first._id, [{ lineId: first.items[0].lineId, qty: 130 }]);
    await changeStatusOk(first._id, 'Submitted');
    await changeStatusOk(first._id, 'Approved');
    const second = await startCount({ itemIds: [flour] });
    await enterOk(second._id, [{ lineId: second.items[0].lineId, qty: 125 }]);
    await changeStatusOk(second._id, 'Submitted');
    await changeStatusOk(second._id, 'Approved');
    expect(await loadOnHand(flour)).toBe(125);
  });
});

describe('new stock', () => {
  it('C4: offers items and lots received during a count, and adds them', async () => {
    const fullCount = await startCount({ type: 'full', itemIds: [] });
    expect(fullCount.items.length).toBeGreaterThan(2);
    await api.as('admin').put(`/items/${milk}`, { trackLots: true });
    const count = await startCount();
    await receiveStock(api, ids.branch1, milk, 5, 1, { lot: 'L-1' });
    const appeared = await api.as('branch').get(`/stock-counts/${count._id}/appeared`);
    expect(appeared.body).toMatchObject([{ itemId: milk, lot: 'L-1' }]);
    const added = await api
      .as('branch')
      .post(`/stock-counts/${count._id}/lines`, { items: [{ itemId: milk, lot: 'L-1' }] });
    expect(added.body.items).toMatchObject([{ itemId: milk, lot: 'L-1', isAdded: true, countedQty: null }]);
    expect((await api.as('branch').get(`/stock-counts/${count._id}/appeared`)).body).toEqual([]);
    const entered = await enterOk(count._id, [{ itemId: bun, qty: 4 }]);
    expect(entered.items).toMatchObject([{ itemId: bun, countedQty: 4, isAdded: true }]);
  });

  it('C4: a missing lot can be counted as 0, and an unknown lot is created', async () => {
    await api.as('admin').put(`/items/${milk}`, { trackLots: true });
    await receiveStock(api, ids.branch1, milk, 5, 1, { lot: 'L-1' });
    const count = await startCount({ itemIds: [milk] });
    expect(count.items).toMatchObject([{ lot: 'L-1' }]);
    await enterOk(count._id, [
      { lineId: count.items[0].lineId, qty: 0 },
      { itemId: milk, lot: 'L-2', qty: 6 },
    ]);
    await changeStatusOk(count._id, 'Submitted');
    await changeStatusOk(count._id, 'Approved');
    const { body } = await api.as('branch').get(`/lots?itemId=${milk}&placeId=${ids.branch1}`);
    expect(body.map((lot: { lot: string; onHand: number }) => [lot.lot, lot.onHand])).toEqual([['L-2', 6]]);
  });
});

describe('repeated requests', () => {
  it('C6: 20 concurrent approvals post one adjustment', async () => {
    await receiveStock(api, ids.branch1, flour, 100, 2);
    const count = await startCount();
    await enterOk(count._id, [{ lineId: findLine(count, flour).lineId, qty: 130 }]);
    await changeStatusOk(count._id, 'Submitted');
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => changeStatus(count._id, 'Approved')),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await loadOnHand(flour)).toBe(130);
    const moves = await api.as('branch').get(`/stock/moves?docId=${count._id}`);
    expect(moves.body).toMatchObject([{ kind: 'count_gain', qty: 30, docNo: count.number }]);
  });

  it('C6: a repeated entry is stored once', async () => {
    const count = await startCount();
    const event = { device: 'd', seq: 1, lineId: findLine(count, flour).lineId, mode: 'add', qty: 2 };
    const send = () => api.as('branch').post(`/stock-counts/${count._id}/events`, { events: [event, event] });
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(findLine(await loadCount(count._id), flour)).toMatchObject({ countedQty: 2, entries: 1 });
  });
});

describe('validation', () => {
  it('C7: errors name exactly the failing lines', async () => {
    await updateBranch({ countTolerancePercent: 5 });
    await receiveStock(api, ids.branch1, flour, 100, 2);
    await receiveStock(api, ids.branch1, milk, 100, 2);
    const count = await startCount({ itemIds: [flour, milk, bun] });
    await enterOk(count._id, [
      { lineId: findLine(count, flour).lineId, qty: 50 },
      { lineId: findLine(count, milk).lineId, qty: 99 },
      { lineId: findLine(count, bun).lineId, qty: 3 },
    ]);
    await changeStatusOk(count._id, 'Submitted');
    const refused = await changeStatus(count._id, 'Approved');
    const fieldPath = (item: string, field: string) => `items.${findLine(count, item).lineId}.${field}`;
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.fields).toSorted()).toEqual(
      [
        fieldPath(flour, 'recount'),
        fieldPath(flour, 'causeCode'),
        fieldPath(bun, 'recount'),
        fieldPath(bun, 'causeCode'),
      ].toSorted(),
    );
  });

  it('C7: errors refer to entries by their index', async () => {
    const count = await startCount();
    const { lineId } = findLine(count, flour);
    const refused = await postEntries(count._id, [
      { lineId, qty: 1 },
      { lineId, qty: 1, unit: 'nothing' },
      { lineId },
    ]);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.fields)).toEqual(['events.1.unit', 'events.2.qty']);
    expect(findLine(await loadCount(count._id), flour)).toMatchObject({ countedQty: null, entries: 0 });
  });
});

describe('several people', () => {
  it('C8: counts by two people add up and show who counted what', async () => {
    const count = await startCount();
    const { lineId } = findLine(count, flour);
    await enterOk(count._id, [{ lineId, qty: 2, mode: 'add' }]);
    await enterOk(count._id, [{ lineId, qty: 3, mode: 'add' }], 'staff');
    const line = findLine(await loadCount(count._id), flour);
    expect(line).toMatchObject({ countedQty: 5, questions: [], entries: 2 });
    expect(line.claims.map(({ qty, isAgainst }) => [qty, isAgainst])).toEqual([
      [2, false],
      [3, false],
    ]);
    const entries = await api.as('branch').get(`/stock-counts/${count._id}/lines/${lineId}/entries`);
    expect(entries.body.map(({ qty, device }: CountEntry) => [qty, device])).toEqual([
      [2, 'device-branch'],
      [3, 'device-staff'],
    ]);
  });

  it('C8: counts made without seeing each other must be resolved before submission', async () => {
    const count = await startCount();
    const { lineId } = findLine(count, flour);
    await enterOk(count._id, [{ lineId, qty: 8 }]);
    const { items } = await enterOk(count._id, [{ lineId, qty: 0 }], 'staff');
    expect(items[0]).toMatchObject({ countedQty: 8, questions: [{ question: 'twice' }] });
    const refused = await changeStatus(count._id, 'Submitted');
    expect(Object.keys(refused.body.fields)).toEqual([`items.${lineId}.countedQty`]);
    await enterOk(count._id, [{ lineId, qty: 8, lastSeenSeq: items[0].lastEntrySeq }], 'staff');
    expect(findLine(await changeStatusOk(count._id, 'Submitted'), flour)).toMatchObject({
      countedQty: 8,
      questions: [],
    });
  });

  it("C8: entries don't change the count's version", async () => {
    const count = await startCount();
    await enterOk(count._id, [{ lineId: findLine(count, flour).lineId, qty: 1 }], 'staff');
    expect((await loadCount(count._id)).version).toBe(count.version);
  });

  it('C8: a section can be claimed, released, and explicitly taken over', async () => {
    const count = await startCount();
    const { section } = count.items[0];
    const changeClaim = (action: string, user: User) =>
      api.as(user).post(`/stock-counts/${count._id}/sections`, { section, action });
    expect((await changeClaim('take', 'staff')).body.sections).toMatchObject([
      { claimedByName: expect.any(String) },
    ]);
    const refused = await changeClaim('take', 'branch');
    expect([refused.status, refused.body.reason]).toEqual([409, 'count-section-taken']);
    expect((await changeClaim('take over', 'branch')).status).toBe(200);
    expect((await changeClaim('release', 'branch')).body.sections).toMatchObject([{ claimedBy: null }]);
  });
});

describe('recounts', () => {
  it('C12: lines beyond tolerance require a cause and a recount by a different person; both counts are kept', async () => {
    await updateBranch({ countToleranceQty: 5 });
    await receiveStock(api, ids.branch1, flour, 100, 2);
    await receiveStock(api, ids.branch1, milk, 100, 2);
    const count = await startCount();
    const [lineA, lineB] = [findLine(count, flour).lineId, findLine(count, milk).lineId];
    await enterOk(
      count._id,
      [
        { lineId: lineA, qty: 80 },
        { lineId: lineB, qty: 95 },
      ],
      'staff',
    );
    const submitted = await changeStatusOk(count._id, 'Submitted');
    expect(findLine(submitted, flour).questions.map(({ question }) => question)).toEqual([
      'recount',
      'cause',
    ]);
    expect(findLine(submitted, milk).questions).toEqual([]);
    const listCounts = async (hasQuestions: string) =>
      (await api.as('branch').get(`/stock-counts?status=Submitted&hasQuestions=${hasQuestions}`)).body.map(
        ({ _id, openQuestionLines }: { _id: string; openQuestionLines: number }) => [_id, openQuestionLines],
      );
    expect([await listCounts('yes'), await listCounts('no')]).toEqual([[[count._id, 1]], []]);
    expect((await changeStatus(count._id, 'Recount')).status).toBe(422);
    const decide = (items: object[]) => api.as('branch').patch(`/stock-counts/${count._id}`, { items });
    expect((await decide([{ lineId: lineA, isMarkedForRecount: true }])).status).toBe(200);
    await changeStatusOk(count._id, 'Recount');
    const ownEntry = await postEntries(count._id, [{ lineId: lineA, qty: 82 }], 'staff');
    expect([ownEntry.status, ownEntry.body.fieldReasons[`items.${lineA}.countedQty`].reason]).toEqual([
      422,
      'count-other-person',
    ]);
    const unmarkedEntry = await postEntries(count._id, [{ lineId: lineB, qty: 82 }], 'branch');
    expect(unmarkedEntry.body.fieldReasons[`items.${lineB}.countedQty`].reason).toBe('count-not-in-recount');
    await enterOk(count._id, [{ lineId: lineA, qty: 82 }], 'branch');
    const recountedLine = findLine(await changeStatusOk(count._id, 'Submitted'), flour);
    expect(recountedLine).toMatchObject({
      countedQty: 82,
      firstQty: 80,
      round: 1,
      isMarkedForRecount: false,
    });
    expect(recountedLine.questions.map(({ question }) => question)).toEqual(['cause']);
    expect((await decide([{ lineId: lineA, causeCode: 'spoiled' }])).status).toBe(422);
    expect((await decide([{ lineId: lineA, causeCode: 'missing' }])).status).toBe(200);
    expect([await listCounts('yes'), await listCounts('no')]).toEqual([[], [[count._id, 0]]]);
    await changeStatusOk(count._id, 'Approved');
    expect([await loadOnHand(flour), await loadOnHand(milk)]).toEqual([82, 95]);
    expect(
      (await api.as('branch').get(`/stock/moves?docId=${count._id}&itemId=${flour}`)).body,
    ).toMatchObject([{ reason: 'missing', qty: 18 }]);
  });

  it('C12: a variance above the branch limit is approved by head office', async () => {
    await updateBranch({ countApprovalValue: 50 });
    await receiveStock(api, ids.branch1, flour, 100, 2);
    const count = await startCount();
    await enterOk(count._id, [{ lineId: findLine(count, flour).lineId, qty: 74 }]);
    const submitted = await changeStatusOk(count._id, 'Submitted');
    expect(submitted).toMatchObject({ absolute: 52, approvalLimit: 50 });
    expect(submitted.allowedMoves.map(({ to: next }: AllowedMove) => next)).not.toContain('Approved');
    const refused = await changeStatus(count._id, 'Approved');
    expect([refused.status, refused.body.reason]).toEqual([403, 'count-exceeds-limit']);
    await changeStatusOk(count._id, 'Approved', 'admin');
    expect(await loadOnHand(flour)).toBe(74);
  });

  it('C12: the limit applies to the value at approval, not at submission', async () => {
    await updateBranch({ countApprovalValue: 50 });
    await receiveStock(api, ids.branch1, flour, 1, 1);
    const count = await startCount();
    await enterOk(count._id, [{ lineId: findLine(count, flour).lineId, qty: 11 }]);
    expect(await changeStatusOk(count._id, 'Submitted')).toMatchObject({ absolute: 10 });
    await receiveStock(api, ids.branch1, flour, 10, 100);
    const refused = await changeStatus(count._id, 'Approved');
    expect([refused.status, refused.body.reason]).toEqual([403, 'count-exceeds-limit']);
    expect(await changeStatusOk(count._id, 'Approved', 'admin')).toMatchObject({ absolute: 910 });
  });
});

describe('valuation', () => {
  it("C13, T7: a gain at a franchise branch is valued only at the branch's own purchase price; without one, a cost is required", async () => {
    await receiveStock(api, ids.kitchen, flour, 100, 7.7731);
    const prices = [{ _id: ids.branch2, rule: 'cost_plus', percent: 37, isFranchise: true }];
    expect((await api.as('admin').put('/transfers/prices', { prices })).status).toBe(200);
    const valueGain = async (branch: string, user: User) => {
      const count = await startCount({ itemIds: [flour], branch }, user);
      await enterOk(count._id, [{ lineId: findLine(count, flour).lineId, qty: 3 }], user);
      const { unitCost, questions } = findLine(await changeStatusOk(count._id, 'Submitted', user), flour);
      return [unitCost, questions.map(({ question }) => question)];
    };
    expect(await valueGain(ids.branch1, 'branch')).toEqual([7.7731, []]);
    await api.db.writer
      .updateTable('items')
      .set({ standardCostMicro: null })
      .where('_id', '=', flour)
      .execute();
    expect(await valueGain(ids.branch2, 'branch2')).toEqual([undefined, ['cost']]);
  });

  it('rejects an entry whose quantity exceeds exact numbers, leaving the count unchanged', async () => {
    const lorry = { name: 'Lorry', symbol: 'lorry', dimension: 'mass', factorNum: 8_000_000 };
    expect((await api.as('admin').post('/units', { ...lorry, factorDen: 1, decimals: 0 })).status).toBe(201);
    const count = await startCount();
    const { lineId } = findLine(count, flour);
    const millionLorries = { qty: 1_000_000, unit: 'lorry' };
    const parts = await postEntries(count._id, [{ lineId, parts: [millionLorries, millionLorries] }]);
    expect([parts.status, Object.keys(parts.body.fields)]).toEqual([422, ['events.0.qty']]);
    await enterOk(count._id, [{ lineId, mode: 'add', ...millionLorries }]);
    const added = await postEntries(count._id, [
      { lineId: findLine(count, milk).lineId, qty: 1 },
      { lineId, mode: 'add', ...millionLorries },
    ]);
    expect([added.status, Object.keys(added.body.fields)]).toEqual([422, ['events.1.qty']]);
    await enterOk(count._id, [{ lineId, qty: 5 }]);
    expect(findLine(await changeStatusOk(count._id, 'Submitted'), flour).countedQty).toBe(5);
  });

  it('C13: a gain is valued at the average, and the document equals the ledger to the cent', async () => {
    await receiveStock(api, ids.branch1, flour, 3, 1.3333);
    const count = await startCount();
    await enterOk(count._id, [{ lineId: findLine(count, flour).lineId, qty: 10 }]);
    await changeStatusOk(count._id, 'Submitted');
    const approved = await changeStatusOk(count._id, 'Approved');
    const { body } = await api.as('admin').get(`/stock/moves?docId=${count._id}`);
    expect(approved.net).toBe(body[0].value);
    expect(findLine(approved, flour).varianceValue).toBe(body[0].value);
  });

  it('C13: without an average the standard cost applies, and without either a cost is required', async () => {
    const item = { kind: 'raw', category: ids.category, baseUnit: ids.units.kg };
    const createItem = async (values: object) =>
      (await api.as('master').post('/items', { ...item, ...values })).body._id;
    const withCost = await createItem({ itemCode: 'N-1', name: 'Cumin', standardCost: 1.5 });
    const unknown = await createItem({ itemCode: 'N-2', name: 'Sumac' });
    const count = await startCount({ itemIds: [withCost, unknown] });
    const [lineA, lineB] = [findLine(count, unknown).lineId, findLine(count, withCost).lineId];
    await enterOk(count._id, [
      { lineId: lineA, qty: 4 },
      { lineId: lineB, qty: 4 },
    ]);
    const submitted = await changeStatusOk(count._id, 'Submitted');
    expect(findLine(submitted, withCost)).toMatchObject({ unitCost: 1.5, varianceValue: 6, questions: [] });
    expect(findLine(submitted, unknown).questions).toEqual([{ question: 'cost' }]);
    expect(Object.keys((await changeStatus(count._id, 'Approved')).body.fields)).toEqual([
      `items.${lineA}.enteredCost`,
    ]);
    const items = [{ lineId: lineA, enteredCost: 0.25 }];
    expect((await api.as('branch').patch(`/stock-counts/${count._id}`, { items })).body.absolute).toBe(7);
    expect(await changeStatusOk(count._id, 'Approved')).toMatchObject({ absolute: 7, net: 7 });
  });

  it('C13: if stock was negative, ledger and document agree on the gain', async () => {
    await receiveStock(api, ids.branch1, flour, 2, 3);
    await api.db.writer
      .updateTable('branches')
      .set({ countedAt: null })
      .where('_id', '=', ids.branch1)
      .execute();
    await recordWaste(flour, 7);
    const count = await startCount();
    await enterOk(count._id, [{ lineId: findLine(count, flour).lineId, qty: 4 }]);
    await changeStatusOk(count._id, 'Submitted');
    expect(await changeStatusOk(count._id, 'Approved')).toMatchObject({ net: 27 });
    expect(await loadOnHand(flour)).toBe(4);
  });

  it('C13: an opening count sets costs and ends the period in which negative stock is allowed', async () => {
    await api.db.writer
      .updateTable('branches')
      .set({ countedAt: null })
      .where('_id', '=', ids.branch1)
      .execute();
    await receiveStock(api, ids.branch1, milk, 10, 1);
    const count = await startCount({ type: 'opening' });
    const [lineA, lineB] = [findLine(count, flour).lineId, findLine(count, milk).lineId];
    await enterOk(count._id, [
      { lineId: lineA, qty: 10 },
      { lineId: lineB, qty: 10 },
    ]);
    await changeStatusOk(count._id, 'Submitted');
    const items = [
      { lineId: lineA, enteredCost: 2 },
      { lineId: lineB, enteredCost: 3 },
    ];
    expect((await api.as('branch').patch(`/stock-counts/${count._id}`, { items })).status).toBe(200);
    await changeStatusOk(count._id, 'Approved');
    const { body } = await api.as('admin').get(`/stock?placeId=${ids.branch1}`);
    const costs = body
      .filter(({ itemId }: StockRow) => itemId === flour || itemId === milk)
      .map(({ avgCost }: StockRow) => avgCost);
    expect(costs.toSorted()).toEqual([2, 3]);
    const place = await api.db.read
      .selectFrom('branches')
      .select('countedAt')
      .where('_id', '=', ids.branch1)
      .executeTakeFirst();
    expect(place?.countedAt).not.toBeNull();
    // No gain or loss: existing stock is issued and received again at a different value.
    const moves = await api.as('admin').get(`/stock/moves?docId=${count._id}`);
    expect(moves.body.map(({ kind, qty }: { kind: string; qty: number }) => [kind, qty]).toSorted()).toEqual([
      ['opening', 10],
      ['opening', 10],
      ['opening_reversal', 10],
    ]);
  });

  it('C13: an opening count revalues stock that is partly reserved', async () => {
    await createOrderInStatus(api, 'Under Process');
    const { onHand: onHandQty, reserved } = await getStock(api, ids.kitchen, flour);
    expect(reserved).toBeGreaterThan(0);
    const count = await startCount({ type: 'opening', branch: ids.kitchen, itemIds: [flour] }, 'admin');
    const { lineId } = findLine(count, flour);
    await enterOk(count._id, [{ lineId, qty: onHandQty }], 'admin');
    await changeStatusOk(count._id, 'Submitted', 'admin');
    const items = [{ lineId, enteredCost: 3 }];
    expect((await api.as('admin').patch(`/stock-counts/${count._id}`, { items })).status).toBe(200);
    await changeStatusOk(count._id, 'Approved', 'admin');
    expect(await getStock(api, ids.kitchen, flour)).toEqual({ onHand: onHandQty, reserved });
    const { body } = await api.as('admin').get(`/stock?placeId=${ids.kitchen}&itemId=${flour}`);
    expect(body).toMatchObject([{ avgCost: 3, value: onHandQty * 3 }]);
  });
});

it('counts 2 cases and 3 loose units of an item together', async () => {
  const count = await startCount({ itemIds: [bun] });
  const line = findLine(count, bun);
  const [caseUnit] = line.units.filter(({ num, den }) => num !== den);
  const parts = [
    { qty: 2, unit: caseUnit?._id },
    { qty: 3, unit: line.unit },
  ];
  const { items } = await enterOk(count._id, [{ lineId: line.lineId, parts }]);
  expect(items[0].countedQty).toBe((2 * (caseUnit?.num ?? 0)) / (caseUnit?.den ?? 1) + 3);
});

it('rejects entries after submission and from another branch', async () => {
  const count = await startCount();
  const event = [{ lineId: findLine(count, flour).lineId, qty: 1 }];
  expect((await postEntries(count._id, event, 'branch2')).status).toBe(404);
  await enterOk(count._id, event);
  await changeStatusOk(count._id, 'Submitted');
  expect((await postEntries(count._id, event)).status).toBe(409);
});

it('lists scheduled counts of a branch as due until they are submitted', async () => {
  const schedule = await api.as('admin').post('/count-schedules', {
    name: 'Cold store',
    branchId: ids.branch1,
    weekdays: [3],
    time: '22:00',
  });
  const loadDue = async (user: User = 'branch') => (await api.as(user).get('/stock-counts/due')).body;
  expect(await loadDue()).toMatchObject([{ schedule: schedule.body._id, isOverdue: false, count: null }]);
  expect(await loadDue('branch2')).toEqual([]);
  const count = await startCount({ schedule: schedule.body._id });
  expect(await loadDue()).toMatchObject([
    { count: { _id: count._id, number: count.number, status: 'Counting' } },
  ]);
  await enterOk(count._id, [{ lineId: findLine(count, flour).lineId, qty: 1 }]);
  await changeStatusOk(count._id, 'Submitted');
  expect(await loadDue()).toEqual([]);
});

it("a late count for one day doesn't count for the next", async () => {
  const schedule = await api.as('admin').post('/count-schedules', {
    name: 'Till',
    branchId: ids.branch1,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    time: '10:00',
  });
  const loadDue = async () => (await (await api.signIn(ids.users.branch)).get('/stock-counts/due')).body;
  const hour = 60 * 60_000;
  api.clock.advance(2 * hour);
  expect(await loadDue()).toMatchObject([{ isOverdue: true, dueAt: '2026-03-04T10:00:00.000Z' }]);
  const count = await startCount({ schedule: schedule.body._id });
  await enterOk(count._id, [{ lineId: findLine(count, flour).lineId, qty: 1 }]);
  await changeStatusOk(count._id, 'Submitted');
  expect(await loadDue()).toEqual([]);
  api.clock.advance(20 * hour);
  expect(await loadDue()).toMatchObject([{ isOverdue: false, dueAt: '2026-03-05T10:00:00.000Z' }]);
});
