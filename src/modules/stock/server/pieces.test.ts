import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createCatchWeightItem } from '#app/server/testing/catch-weight.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  await t.close();
});

let itemCount = 0;
const createSalmon = (values?: Record<string, unknown>) =>
  createCatchWeightItem(t, `SALMON-${++itemCount}`, { name: `Salmon ${itemCount}`, ...values });

const enterOpening = (itemId: string, qty: number, pieces?: number) =>
  t
    .as('admin')
    .post('/stock/openings', { place: ids.branch1, items: [{ itemId, qty, pieces, unitCost: 20 }] });
const recordWaste = (item: string, qty: number, overrides: Record<string, unknown> = {}) =>
  t.as('admin').post('/wastage', { branch: ids.branch1, item, qty, reason: 'expired', ...overrides });

/** Returns the balance with pieces: `12.4 kg (5)`. */
async function loadBalance(itemId: string, placeId: string = ids.branch1) {
  const { body } = await t.as('admin').get(`/stock?itemId=${itemId}&placeId=${placeId}`);
  return body.map(({ onHand, pieces }: { onHand: number; pieces?: number }) => `${onHand} kg (${pieces})`)[0];
}

describe('a catch-weight item', () => {
  it('has the counted pieces plus receipts less issues since', async () => {
    const [fish, roe] = [await createSalmon(), await createSalmon()];
    expect((await enterOpening(fish, 10, 4)).status).toBe(201);
    expect((await enterOpening(roe, 10, 4)).status).toBe(201);
    const { body: created } = await t
      .as('branch')
      .post('/stock-counts', { type: 'spot', itemIds: [fish, roe] });
    const path = `/stock-counts/${created._id}`;
    const { body: started } = await t.as('branch').patch(path, { status: 'Counting' });
    const [first, second] = started.items as { lineId: string; itemId: string }[];
    const entered = await t.as('branch').post(`${path}/events`, {
      events: [
        { device: 'd', seq: 1, lineId: first?.lineId, mode: 'set', qty: 8, pieces: 4 },
        { device: 'd', seq: 2, lineId: second?.lineId, mode: 'add', qty: 7, pieces: 2 },
        { device: 'd', seq: 3, lineId: second?.lineId, mode: 'add', qty: 5, pieces: 1 },
      ],
    });
    expect(entered.status, entered.text).toBe(200);
    t.clock.advance(60_000);
    expect((await recordWaste(String(first?.itemId), 2, { pieces: 1 })).status).toBe(201);
    await t.as('branch').patch(path, { status: 'Submitted' });
    const approved = await t.as('branch').patch(path, { status: 'Approved' });
    expect(approved.status, approved.text).toBe(200);
    expect(await loadBalance(String(first?.itemId))).toBe('6 kg (3)');
    expect(await loadBalance(String(second?.itemId))).toBe('12 kg (3)');
  });

  it('has the counted pieces of each lot', async () => {
    const fish = await createSalmon({ trackLots: true });
    for (const lot of ['L1', 'L2']) await receiveStock(t, ids.branch1, fish, 10, 20, { lot });
    const { body: created } = await t.as('branch').post('/stock-counts', { type: 'spot', itemIds: [fish] });
    const path = `/stock-counts/${created._id}`;
    const { body: started } = await t.as('branch').patch(path, { status: 'Counting' });
    const counted = { L1: { qty: 9, pieces: 5 }, L2: { qty: 5, pieces: 3 } };
    const events = (started.items as { lineId: string; lot: 'L1' | 'L2' }[]).map(({ lineId, lot }, seq) => ({
      device: 'd',
      seq,
      lineId,
      mode: 'set',
      ...counted[lot],
    }));
    await t.as('branch').post(`${path}/events`, { events });
    await t.as('branch').patch(path, { status: 'Submitted' });
    const approved = await t.as('branch').patch(path, { status: 'Approved' });
    expect(approved.status, approved.text).toBe(200);
    expect(await loadBalance(fish)).toBe('14 kg (8)');
  });

  it('keeps pieces along with the weight: entered, or derived from stock', async () => {
    const item = await createSalmon();
    const opened = await enterOpening(item, 12.4, 5);
    expect(opened.status, opened.text).toBe(201);
    expect(await loadBalance(item)).toBe('12.4 kg (5)');
    const wasted = await recordWaste(item, 4.9, { pieces: 2 });
    expect([wasted.status, wasted.body.pieces]).toEqual([201, 2]);
    expect(await loadBalance(item)).toBe('7.5 kg (3)');
    const wastedWithoutPieces = await recordWaste(item, 2.4);
    expect([wastedWithoutPieces.status, 'pieces' in wastedWithoutPieces.body]).toEqual([201, false]);
    expect(await loadBalance(item)).toBe('5.1 kg (2)');
    const { body: moves } = await t.as('admin').get(`/stock/moves?itemId=${item}&sort=seq`);
    expect(moves.map(({ kind, pieces }: { kind: string; pieces: number }) => `${kind} ${pieces}`)).toEqual([
      'opening 5',
      'waste 2',
      'waste 1',
    ]);

    const { dateTime } = wasted.body;
    const changed = await t.as('admin').put(`/wastage/${wasted.body._id}`, {
      branch: ids.branch1,
      dateTime,
      item,
      qty: 4.9,
      reason: 'expired',
      pieces: 1,
    });
    expect([changed.status, changed.body.pieces]).toEqual([200, 1]);
    expect(await loadBalance(item)).toBe('5.1 kg (3)');
    expect((await t.as('admin').delete(`/wastage/${wasted.body._id}`)).status).toBe(204);
    expect(await loadBalance(item)).toBe('10 kg (4)');
    expect((await recordWaste(item, 10)).status).toBe(201);
    expect(await loadBalance(item)).toBe('0 kg (0)');
  });

  it('derives uncounted pieces from the nominal weight, and ships them with an order', async () => {
    const item = await createSalmon();
    await receiveStock(t, ids.kitchen, item, 26);
    expect(await loadBalance(item, ids.kitchen)).toBe('26 kg (10)');
    const order = await t.as('branch').post('/orders', {
      deliveryDate: '2026-03-06',
      items: [{ itemId: item, orderQty: 13 }],
    });
    expect(order.status, order.text).toBe(201);
    const id = `/orders/${order.body._id}`;
    const move = async (user: 'branch' | 'kitchen' | 'admin', status: string) => {
      const response = await t.as(user).patch(id, { status });
      expect(response.status, response.text).toBe(200);
    };
    await move('branch', 'Under Review');
    await move('branch', 'Sent to Central Kitchen');
    await move('kitchen', 'Under Process');
    await move('kitchen', 'Shipped');
    expect(await loadBalance(item, ids.kitchen)).toBe('13 kg (5)');
    await move('admin', 'Under Process');
    expect(await loadBalance(item, ids.kitchen)).toBe('26 kg (10)');
    await move('kitchen', 'Shipped');
    await move('branch', 'Received');
    expect(await loadBalance(item)).toBe('13 kg (5)');
  });

  it('issues the picked pieces, and restores them when reversed', async () => {
    const item = await createSalmon();
    await receiveStock(t, ids.kitchen, item, 25);
    const createOrder = async (orderQty: number) => {
      const created = await t.as('branch').post('/orders', {
        deliveryDate: '2026-03-06',
        items: [{ itemId: item, orderQty }],
      });
      const path = `/orders/${created.body._id}`;
      const set = async (user: 'branch' | 'kitchen' | 'admin', edit: object) => t.as(user).patch(path, edit);
      await set('branch', { status: 'Under Review' });
      await set('branch', { status: 'Sent to Central Kitchen' });
      await set('kitchen', { status: 'Under Process' });
      const { lineId } = created.body.items[0];
      const pick = async (line: object) => set('kitchen', { items: [{ lineId, ...line }] });
      return { path, lineId, set, pick };
    };
    const large = await createOrder(7.2);
    const small = await createOrder(4);
    const picked = await large.pick({ pickedQty: 7.2, pieces: 2 });
    expect([picked.status, picked.body.items[0].pieces]).toEqual([200, 2]);
    expect((await small.pick({ pickedQty: 4, pieces: 2 })).status).toBe(200);
    for (const order of [large, small])
      expect((await order.set('kitchen', { status: 'Shipped' })).status).toBe(200);
    expect(await loadBalance(item, ids.kitchen)).toBe('13.8 kg (6)');
    expect(await loadBalance(item, `${ids.branch1}:transit`)).toBe('11.2 kg (4)');
    // Each reversal restores its own pieces, whatever else is in transit.
    expect((await large.set('admin', { status: 'Under Process' })).status).toBe(200);
    expect(await loadBalance(item, `${ids.branch1}:transit`)).toBe('4 kg (2)');
    expect(await loadBalance(item, ids.kitchen)).toBe('21 kg (8)');

    expect(
      (await large.pick({ pickedQty: 6, shippedQty: 6, pieces: 9, reason: 'short' })).body.items[0].pieces,
    ).toBe(9);
    const tooMany = await large.set('kitchen', { status: 'Shipped' });
    expect([tooMany.status, tooMany.text]).toEqual([422, expect.stringMatching(/Only 8 pieces of Salmon/)]);
    expect((await large.pick({ pieces: null })).body.items[0].pieces).toBeNull();
    expect((await large.set('kitchen', { status: 'Shipped' })).status).toBe(200);
    expect(await loadBalance(item, ids.kitchen)).toBe('15 kg (6)');
  });

  it('rejects pieces for order lines of other items, by line, and from a branch', async () => {
    const item = await createSalmon();
    await receiveStock(t, ids.kitchen, item, 25);
    const created = await t.as('branch').post('/orders', {
      deliveryDate: '2026-03-06',
      items: [
        { itemId: ids.items.flour, orderQty: 1 },
        { itemId: item, orderQty: 5 },
      ],
    });
    const path = `/orders/${created.body._id}`;
    const [flour, fish] = created.body.items.map(({ lineId }: { lineId: string }) => lineId);
    const early = await t.as('branch').patch(path, { items: [{ lineId: fish, pieces: 2 }] });
    expect(early.status).toBe(409);
    for (const [user, status] of [
      ['branch', 'Under Review'],
      ['branch', 'Sent to Central Kitchen'],
      ['kitchen', 'Under Process'],
    ] as const)
      await t.as(user).patch(path, { status });
    const pieces = (lineId: unknown, count: unknown) =>
      t.as('kitchen').patch(path, { items: [{ lineId, pieces: count }] });
    const wrong = await pieces(flour, 2);
    expect([wrong.status, wrong.body.fields]).toEqual([
      422,
      { [`items.${flour}.pieces`]: expect.stringMatching(/isn’t counted in pieces/) },
    ]);
    for (const count of [-1, 1.5, '2'])
      expect((await pieces(fish, count)).status).toBeGreaterThanOrEqual(400);
    expect((await pieces(fish, 0)).status).toBe(200);
  });

  it("rejects pieces that exceed or don't fit the stock", async () => {
    const item = await createSalmon();
    expect((await enterOpening(item, 12.4, 5)).status).toBe(201);
    const refused: [qty: number, pieces: unknown, sentence: RegExp][] = [
      [4, 6, /Only 5 pieces of Salmon/],
      [12.4, 4, /\(5 pieces\)\. Enter 5/],
      [4, -1, /0 or more/],
      [4, 1.5, /whole number/],
      [4, '2', /./],
    ];
    for (const [qty, pieces, sentence] of refused) {
      const response = await recordWaste(item, qty, { pieces });
      expect([response.status >= 400 && response.status < 500, Object.keys(response.body.fields)]).toEqual([
        true,
        ['pieces'],
      ]);
      expect(response.body.fields.pieces).toMatch(sentence);
    }
    expect(await loadBalance(item)).toBe('12.4 kg (5)');
    const both = await Promise.all([
      recordWaste(item, 6, { pieces: 3 }),
      recordWaste(item, 6, { pieces: 3 }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  it('imports pieces with opening stock, and an undo removes them', async () => {
    const item = await createSalmon();
    const client = t.as('admin');
    const columns = ['itemId', 'placeId', 'qty', 'pieces', 'unitCost'];
    const importJob = await client.post('/imports', {
      kind: 'opening-stock',
      fileName: 'opening.csv',
      columns,
    });
    expect(importJob.status, importJob.text).toBe(201);
    const path = `/imports/${importJob.body._id}`;
    await client.post(`${path}/rows`, {
      rows: [{ row: 2, cells: [`SALMON-${itemCount}`, 'B1', '7.6', '3', '0'] }],
    });
    expect((await client.post(`${path}/check`)).body).toMatchObject({ invalid: 0, created: 1 });
    expect((await client.post(`${path}/commit`)).body).toMatchObject({ status: 'Committed' });
    expect(await loadBalance(item)).toBe('7.6 kg (3)');
    expect((await client.post(`${path}/undo`)).body).toMatchObject({ status: 'Undone' });
    expect(await loadBalance(item)).toBe('0 kg (0)');
  });

  it('can be enabled only without stock on hand, with a nominal weight', async () => {
    const bare = {
      itemCode: 'BARE',
      name: 'Bare',
      kind: 'raw',
      category: ids.category,
      baseUnit: ids.units.kg,
    };
    for (const pieceWeight of [null, 0]) {
      const response = await t.as('admin').post('/items', { ...bare, catchWeight: true, pieceWeight });
      expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['pieceWeight']]);
    }
    const item = await createSalmon();
    expect((await enterOpening(item, 5, 2)).status).toBe(201);
    const stocked = await t.as('admin').put(`/items/${item}`, { catchWeight: false });
    expect([stocked.status, Object.keys(stocked.body.fields)]).toEqual([422, ['catchWeight']]);
    expect((await t.as('admin').put(`/items/${item}`, { pieceWeight: 2 })).status).toBe(200);
    expect((await recordWaste(item, 5)).status).toBe(201);
    expect((await t.as('admin').put(`/items/${item}`, { catchWeight: false })).status).toBe(200);
    expect(await loadBalance(item)).toBe('0 kg (undefined)');
  });
});

it('other items are unaffected and accept no pieces', async () => {
  await receiveStock(t, ids.branch2, ids.items.flour, 10, 1.2);
  const row = await t.as('admin').get(`/stock?itemId=${ids.items.flour}&placeId=${ids.branch2}`);
  expect(row.text).not.toContain('pieces');
  expect((await t.as('admin').get(`/stock/moves?itemId=${ids.items.flour}`)).text).not.toContain('pieces');
  expect((await t.as('admin').get('/stock?view=compact')).text).toContain(`"${ids.branch2}"`);
  const wasted = await recordWaste(ids.items.flour, 1, { branch: ids.branch2, pieces: 1 });
  expect([wasted.status, wasted.body.fields]).toEqual([
    422,
    { pieces: 'Bread flour isn’t counted in pieces. Leave the pieces blank.' },
  ]);
  const opened = await enterOpening(ids.items.bun, 5, 2);
  expect([opened.status, Object.keys(opened.body.fields)]).toEqual([422, ['items.0.pieces']]);
});

it('reconcile finds pieces that differ from the ledger', async () => {
  const item = await createSalmon();
  expect((await enterOpening(item, 5, 2)).status).toBe(201);
  const set = (pieces: number) =>
    t.db.writer.updateTable('balances').set({ pieces }).where('itemId', '=', item).execute();
  await set(3);
  expect(await reconcile(t.db.read)).toEqual([
    { invariant: 'I2', message: `item ${item} at ${ids.branch1}: balance 3 pieces, ledger 2` },
  ]);
  await set(2);
});
