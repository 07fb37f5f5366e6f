import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountLine } from '../shapes.ts';
import { toUtcDay } from '#core/day.ts';
import { rebuildDailyTotals } from '#modules/stock/server/daily-totals.ts';
import { createCatchWeightItem } from '#app/server/testing/catch-weight.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

let itemCount = 0;
const createFish = (values?: Record<string, unknown>) =>
  createCatchWeightItem(t, `FISH-${++itemCount}`, { name: `Fish ${itemCount}`, ...values });

async function openStock(itemId: string, qty: number, pieces: number): Promise<void> {
  const items = [{ itemId, qty, pieces, unitCost: 20 }];
  const response = await t.as('admin').post('/stock/openings', { place: ids.branch1, items });
  expect(response.status, response.text).toBe(201);
}

/** Returns an item's balance at the branch with pieces and value: `12.4 kg (5) worth 248`. */
async function loadBalance(itemId: string) {
  const { body } = await t.as('admin').get(`/stock?itemId=${itemId}&placeId=${ids.branch1}`);
  return body.map(
    ({ onHand, pieces, value }: { onHand: number; pieces?: number; value: number }) =>
      `${onHand} kg (${pieces}) worth ${value}`,
  )[0];
}

let seq = 0;
/** Submits a count with entries by item or lot. */
async function submitCount(
  itemIds: readonly string[],
  buildEntry: (line: CountLine) => { qty: number; pieces?: number },
  type = 'spot',
) {
  const branch = t.as('branch');
  const { body } = await branch.post('/stock-counts', { type, itemIds });
  const path = `/stock-counts/${body._id}`;
  const { body: started } = await branch.patch(path, { status: 'Counting' });
  const events = (started.items as CountLine[]).map((line) => ({
    device: 'd',
    seq: ++seq,
    lineId: line.lineId,
    mode: 'set',
    ...buildEntry(line),
  }));
  const response = await branch.post(`${path}/events`, { events });
  expect(response.status, response.text).toBe(200);
  const submitted = await branch.patch(path, { status: 'Submitted' });
  expect(submitted.status, submitted.text).toBe(200);
  return { id: String(body._id), path };
}

async function approve(path: string): Promise<void> {
  const approved = await t.as('branch').patch(path, { status: 'Approved' });
  expect(approved.status, approved.text).toBe(200);
}

const describeMoves = async (docId: string) =>
  (await t.as('admin').get(`/stock/moves?docId=${docId}&sort=seq`)).body.map(
    ({ kind, fromPlace, toPlace, qty, value, pieces }: Record<string, unknown>) =>
      `${kind} ${fromPlace} > ${toPlace}: ${qty} kg (${pieces}) worth ${value}`,
  );

test('pieces counted at book weight are posted without value', async () => {
  const [fewerPieces, morePieces, samePieces] = [await createFish(), await createFish(), await createFish()];
  for (const item of [fewerPieces, morePieces, samePieces]) await openStock(item, 30, 12);
  const movesBefore = await t.as('admin').get(`/stock/moves?itemId=${fewerPieces}`);
  const pieces = new Map([
    [fewerPieces, 11],
    [morePieces, 14],
    [samePieces, 12],
  ]);
  const { id, path } = await submitCount([fewerPieces, morePieces, samePieces], ({ itemId }) => ({
    qty: 30,
    pieces: pieces.get(itemId) ?? 0,
  }));
  await approve(path);
  expect(await loadBalance(fewerPieces)).toBe('30 kg (11) worth 600');
  expect(await loadBalance(morePieces)).toBe('30 kg (14) worth 600');
  expect(await loadBalance(samePieces)).toBe('30 kg (12) worth 600');
  expect((await describeMoves(id)).toSorted()).toEqual([
    `count_pieces ${ids.branch1} > adjustment: 0 kg (1) worth 0`,
    `count_pieces adjustment > ${ids.branch1}: 0 kg (2) worth 0`,
  ]);
  const { body: count } = await t.as('admin').get(path);
  expect([count.absolute, count.net]).toEqual([0, 0]);
  const variancesByItem = (items: CountLine[]) =>
    new Map(
      items.map(({ itemId, variancePieces, varianceValue }) => [itemId, [variancePieces, varianceValue]]),
    );
  expect(variancesByItem(count.items)).toEqual(
    new Map([
      [fewerPieces, [-1, 0]],
      [morePieces, [2, 0]],
      [samePieces, [0, 0]],
    ]),
  );
  const { body: differing } = await t.as('admin').get(`${path}/lines?state=differs`);
  expect([...variancesByItem(differing).keys()].toSorted()).toEqual([fewerPieces, morePieces].toSorted());
  // The item's stock card lists the posting and the balance after it.
  const { body: card, headers } = await t.as('admin').get(`/stock/moves?itemId=${fewerPieces}`);
  expect(card).toHaveLength(movesBefore.body.length + 1);
  expect(headers.get('x-total-count')).toBe(String(card.length));
  const today = toUtcDay(t.clock.now());
  for (const name of ['ledger', 'stock-card']) {
    const { body: report } = await t
      .as('admin')
      .get(`/reports/${name}?from=${today}&to=${today}&item=${fewerPieces}`);
    const last = report.rows.at(-1);
    expect([name, last.kind, last.pieces, last.qtyIn, last.qtyOut, last.value]).toEqual([
      name,
      'count_pieces',
      -1,
      0,
      0,
      0,
    ]);
    expect(report.rows.at(-2).pieces).toBe(12);
  }
  // All remaining pieces leave with the remaining weight.
  const wasted = await t
    .as('admin')
    .post('/wastage', { branch: ids.branch1, item: fewerPieces, qty: 30, reason: 'expired' });
  expect(wasted.status, wasted.text).toBe(201);
  expect(await loadBalance(fewerPieces)).toBe('0 kg (0) worth 0');
});

test('counted pieces of a lot are posted to that lot', async () => {
  const item = await createFish({ trackLots: true });
  for (const lot of ['L1', 'L2']) await receiveStock(t, ids.branch1, item, 10, 20, { lot });
  const pieces: Record<string, number> = { L1: 5, L2: 3 };
  const buildEntry = (line: CountLine) => ({ qty: 10, pieces: pieces[line.lot ?? ''] ?? 0 });
  const { id, path } = await submitCount([item], buildEntry);
  await approve(path);
  expect(await loadBalance(item)).toBe('20 kg (8) worth 400');
  const { body: moves } = await t.as('admin').get(`/stock/moves?docId=${id}`);
  expect(moves.map(({ lot, pieces: n }: { lot: string; pieces: number }) => [lot, n]).toSorted()).toEqual([
    ['L1', 1],
    ['L2', 1],
  ]);
  // A second count shows no variance: each lot has its counted pieces.
  const second = await submitCount([item], buildEntry);
  await approve(second.path);
  expect(await describeMoves(second.id)).toEqual([]);
  // A piece-only correction creates no goods for a recall to trace.
  const lot = await t.db.read
    .selectFrom('lots')
    .select('_id')
    .where('itemId', '=', item)
    .where('code', '=', 'L1')
    .executeTakeFirstOrThrow();
  const { body: traced } = await t.as('admin').get(`/lots/${lot._id}/trace`);
  expect(traced.totals).toMatchObject({ received: 10, found: 0, onHand: 10, lost: 0 });
});

test("pieces already posted by a different count aren't posted twice", async () => {
  const item = await createFish();
  await openStock(item, 30, 12);
  const first = await submitCount([item], () => ({ qty: 30, pieces: 11 }));
  const second = await submitCount([item], () => ({ qty: 30, pieces: 11 }));
  await approve(first.path);
  const { body: conflicting } = await t.as('branch').get(second.path);
  expect(conflicting.items[0].questions).toMatchObject([{ question: 'posted' }]);
  expect(conflicting.openQuestionLines).toBe(1);
  const refused = await t.as('branch').patch(second.path, { status: 'Approved' });
  expect(refused.status).toBe(422);
  expect(await loadBalance(item)).toBe('30 kg (11) worth 600');
});

test("received and issued pieces with an unchanged weight aren't a variance", async () => {
  const item = await createFish();
  await openStock(item, 30, 12);
  const { id, path } = await submitCount([item], () => ({ qty: 30, pieces: 12 }));
  t.clock.advance(60_000);
  const wasted = await t
    .as('admin')
    .post('/wastage', { branch: ids.branch1, item, qty: 5, pieces: 3, reason: 'expired' });
  expect(wasted.status, wasted.text).toBe(201);
  await approve(path);
  expect(await describeMoves(id)).toEqual([]);
  expect(await loadBalance(item)).toBe('25 kg (9) worth 500');
});

test('a remaining weight has at least one piece, even if more pieces have left since than were counted', async () => {
  for (const qty of [30, 29, 31]) {
    const item = await createFish();
    await openStock(item, 30, 12);
    const { path } = await submitCount([item], () => ({ qty, pieces: 1 }));
    t.clock.advance(60_000);
    // At the book's average weight, these are two pieces.
    const wasted = await t
      .as('admin')
      .post('/wastage', { branch: ids.branch1, item, qty: 5, reason: 'expired' });
    expect(wasted.status, wasted.text).toBe(201);
    await approve(path);
    expect(await loadBalance(item)).toBe(`${qty - 5} kg (1) worth ${(qty - 5) * 20}`);
  }
});

test('an opening count sets pieces even if weight and value match the book', async () => {
  const item = await createFish();
  await receiveStock(t, ids.branch2, item, 30, 20);
  const admin = t.as('admin');
  const { body } = await admin.post('/stock-counts', {
    type: 'opening',
    branch: ids.branch2,
    itemIds: [item],
  });
  const path = `/stock-counts/${body._id}`;
  const { body: started } = await admin.patch(path, { status: 'Counting' });
  const line = (started.items as CountLine[]).find(({ itemId }) => itemId === item) as CountLine;
  const events = [{ device: 'd', seq: ++seq, lineId: line.lineId, mode: 'set', qty: 30, pieces: 10 }];
  expect((await admin.post(`${path}/events`, { events })).status).toBe(200);
  expect((await admin.patch(path, { status: 'Submitted' })).status).toBe(200);
  const approved = await admin.patch(path, { status: 'Approved' });
  expect(approved.status, approved.text).toBe(200);
  const { body: stock } = await admin.get(`/stock?itemId=${item}&placeId=${ids.branch2}`);
  expect(stock[0]).toMatchObject({ onHand: 30, pieces: 10, value: 600 });
});

test('daily totals exclude piece-only movements, both when posted and when rebuilt', async () => {
  const item = await createFish();
  await openStock(item, 30, 12);
  const { path } = await submitCount([item], () => ({ qty: 30, pieces: 11 }));
  await approve(path);
  const loadTotals = () =>
    t.db.read.selectFrom('stockDaily').select(['kind', 'qtyMicro']).where('itemId', '=', item).execute();
  const before = await loadTotals();
  expect(before.map(({ kind }) => kind)).toEqual(['opening']);
  await t.db.write((tx) => rebuildDailyTotals(tx));
  expect(await loadTotals()).toEqual(before);
});

test('the database rejects a movement without quantity unless it changes only pieces', async () => {
  const { seq: _, ...move } = await t.db.read
    .selectFrom('stockMoves')
    .selectAll()
    .where('kind', '=', 'count_pieces')
    .limit(1)
    .executeTakeFirstOrThrow();
  const write = (values: object) =>
    t.db.write((tx) =>
      tx
        .insertInto('stockMoves')
        .values({ ...move, docLineId: 'x', ...values })
        .execute(),
    );
  for (const values of [
    { pieces: 0 },
    { pieces: null },
    { valueE4: 1 },
    { kind: 'count_loss' },
    { qtyMicro: 1 },
  ])
    await expect(write(values), JSON.stringify(values)).rejects.toThrow();
});

test('counting zero sets zero pieces, and later receipts keep theirs', async () => {
  const item = await createFish();
  const branch = t.as('branch');
  const { body } = await branch.post('/stock-counts', { type: 'spot', itemIds: [item] });
  const path = `/stock-counts/${body._id}`;
  const { body: started } = await branch.patch(path, { status: 'Counting' });
  const [line] = started.items as CountLine[];
  const event = { device: 'd', seq: ++seq, lineId: line?.lineId, mode: 'set', qty: 0, pieces: 21 };
  expect((await branch.post(`${path}/events`, { events: [event] })).status).toBe(200);
  await receiveStock(t, ids.branch1, item, 10, 20);
  expect((await branch.patch(path, { status: 'Submitted' })).status).toBe(200);
  await approve(path);
  expect(await loadBalance(item)).toBe('10 kg (4) worth 200');
  expect(await describeMoves(String(body._id))).toEqual([]);
});
