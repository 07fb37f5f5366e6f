import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { branchStatement, type BranchStatement } from '../shapes.ts';
import { chargingKinds } from '#modules/transfers/statement.ts';
import { isVirtualLocation } from '#modules/stock/ledger-locations.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';

const { tomato, box } = ids.items;
const period = 'from=2026-03-01&to=2026-03-31';
const places = [ids.kitchen, ids.branch1, ids.branch2];

let t: TestApp;

async function expectOk(client: TestClient, method: string, path: string, body: unknown) {
  const response = await client.send(method, path, body);
  expect([path, response.status < 300, response.text]).toEqual([path, true, response.text]);
  return response.body;
}

async function shipOrder(qty: number): Promise<{ _id: string; lineId: string }> {
  const order = {
    branch: ids.branch2,
    deliveryDate: '2026-03-06',
    items: [{ itemId: tomato, orderQty: qty }],
  };
  const { _id, items } = await expectOk(t.as('branch2'), 'POST', '/orders', order);
  for (const status of ['Under Review', 'Sent to Central Kitchen'])
    await expectOk(t.as('admin'), 'PATCH', `/orders/${_id}`, { status });
  for (const status of ['Under Process', 'Shipped'])
    await expectOk(t.as('kitchen'), 'PATCH', `/orders/${_id}`, { status });
  return { _id, lineId: items[0].lineId };
}

async function receiveDocument(path: string, line: object, { _id, lineId }: { _id: string; lineId: string }) {
  await expectOk(t.as('branch2'), 'PATCH', `${path}/${_id}`, { items: [{ lineId, ...line }] });
  await expectOk(t.as('branch2'), 'PATCH', `${path}/${_id}`, { status: 'Received' });
}

async function loadStatement(branch: string, query = period): Promise<BranchStatement> {
  const response = await t.as('admin').get(`/costing/statement?branch=${branch}&${query}`);
  expect(response.status, response.text).toBe(200);
  return buildResponseSchema(branchStatement).parse(response.body);
}

beforeAll(async () => {
  t = await createTestApp();
  await receiveStock(t, ids.kitchen, tomato, 1000, 2.5);
  await receiveStock(t, ids.branch1, box, 1000, 0.4);
  const prices = [{ _id: ids.branch2, rule: 'cost_plus', percent: 20, isFranchise: true }];
  await expectOk(t.as('admin'), 'PUT', '/transfers/prices', { prices });
  await receiveDocument('/orders', { receivedQty: 20 }, await shipOrder(20));
  await receiveDocument('/orders', { receivedQty: 8, damagedQty: 1 }, await shipOrder(10));
  await shipOrder(5);
  const transfer = await expectOk(t.as('branch'), 'POST', '/transfers', {
    to: ids.branch2,
    items: [{ itemId: box, qty: 100 }],
  });
  await expectOk(t.as('branch'), 'PATCH', `/transfers/${transfer._id}`, { status: 'Sent' });
  await receiveDocument(
    '/transfers',
    { receivedQty: 100 },
    { _id: transfer._id, lineId: transfer.items[0].lineId },
  );
  // Goods reported as short turn out not to have been sent; they return to the kitchen, and the branch is
  // credited.
  const discrepancies = (await t.as('admin').get('/discrepancies?limit=100')).body as Record<
    string,
    string
  >[];
  for (const { _id } of discrepancies.filter(({ type }) => type === 'short'))
    await expectOk(t.as('kitchen'), 'PATCH', `/discrepancies/${_id}`, { action: 'found_at_kitchen' });
}, 120_000);
afterAll(() => t.close());

test('13.5: shows a branch its charges and credits by document, at its own prices', async () => {
  const { rows, byType, totals } = await loadStatement(ids.branch2);
  const getRows = (rowType: string) => rows.filter(({ type }) => type === rowType);
  // 100 boxes at branch 1's cost of 0.40, plus 20 percent.
  expect(
    getRows('transfer').map(({ charged, credited, otherName }) => [charged, credited, otherName]),
  ).toEqual([[48, 0, expect.stringMatching(/./)]]);
  const [firstDelivery] = getRows('delivery');
  const unitPrice = (firstDelivery?.charged ?? 0) / 20;
  expect(getRows('delivery').map(({ charged }) => Math.round((charged ?? 0) / unitPrice))).toEqual([
    20, 10, 5,
  ]);
  expect(byType.map(({ type, documents }) => [type, documents])).toEqual([
    ['delivery', 3],
    ['transfer', 1],
    ['correction', 1],
  ]);
  const [correction] = rows.filter(({ type }) => type === 'correction');
  expect(correction?.charged).toBe(0);
  expect(correction?.credited).toBeCloseTo(unitPrice, 2);
  expect(totals.net).toBeCloseTo((totals.charged ?? 0) - (totals.credited ?? 0), 4);
  for (const side of ['charged', 'credited'] as const)
    expect(totals[side]).toBeCloseTo(
      rows.reduce((sum, row) => sum + (row[side] ?? 0), 0),
      4,
    );
});

test('13.5: the total equals the ledger, and every charge has a matching credit', async () => {
  const moves = await t.db.read.selectFrom('stockMoves').selectAll().execute();
  const getBranch = (place: string) => (isVirtualLocation(place) ? null : place.split(':')[0]);
  let sum = 0n;
  for (const place of places) {
    let expected = 0n;
    for (const { fromPlace, toPlace, valueE4, qtyMicro, kind } of moves) {
      const [from, to] = [getBranch(fromPlace), getBranch(toPlace)];
      if (!from || !to || from === to || qtyMicro === 0) continue;
      expect(chargingKinds).toContain(kind);
      if (to === place) expected += BigInt(valueE4);
      if (from === place) expected -= BigInt(valueE4);
    }
    const { totals } = await loadStatement(place, 'from=2026-01-01&to=2026-12-31');
    expect(BigInt(Math.round((totals.net ?? 0) * 1e4))).toBe(expected);
    sum += expected;
  }
  expect(sum).toBe(0n);
});

test('13.5: a branch reads only its own statement, without days outside the period', async () => {
  expect((await t.as('branch2').get(`/costing/statement?branch=${ids.branch1}&${period}`)).status).not.toBe(
    200,
  );
  const early = await loadStatement(ids.branch2, 'from=2026-01-01&to=2026-02-28');
  expect(early).toMatchObject({ rows: [], byType: [], totals: { charged: 0, credited: 0, net: 0 } });
  expect((await t.as('admin').get(`/costing/statement?branch=gone&${period}`)).status).toBe(404);
});

test('13.5: is exported as a file with a line per document', async () => {
  const { rows } = await loadStatement(ids.branch2);
  const file = await t
    .as('admin')
    .send('GET', `/costing/statement?branch=${ids.branch2}&${period}`, undefined, { accept: 'text/csv' });
  const lines = (file.text ?? '').trim().split('\r\n');
  expect(lines[0]).toContain('day,type,docType,docNo,otherName,charged,credited');
  expect(lines).toHaveLength(rows.length + 1);
});
