import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderStatuses } from '#modules/orders/status.ts';
import { discrepancyEffects } from '#modules/discrepancies/discrepancy-rules.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('keeps the reason of a quantity shipped beyond the approved one', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Under Process');
  const path = `/orders/${header._id}`;
  const [line] = lines;
  const items = [{ lineId: line?.lineId, shippedQty: 3, reason: 'a whole case' }];
  expect((await t.as('kitchen').patch(path, { items })).status).toBe(200);
  expect((await t.as('kitchen').patch(path, { status: 'Shipped' })).status).toBe(200);
  for (const reason of [null, '', '  ']) {
    const rejected = await t.as('branch').patch(path, { items: [{ lineId: line?.lineId, reason }] });
    expect(rejected.status).toBe(422);
    expect(rejected.body.fields[`items.${line?.lineId}.reason`]).toContain('Enter a reason');
  }
  const reworded = [{ lineId: line?.lineId, receivedQty: 3, reason: 'agreed by phone' }];
  expect((await t.as('branch').patch(path, { items: reworded })).status).toBe(200);
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('a location can be set to block negative stock only if no balance is below zero', async () => {
  const setRule = (negativeStock: string) => t.as('admin').put(`/branch/${ids.branch1}`, { negativeStock });
  expect((await setRule('warn')).status).toBe(200);
  const { onHand } = await getStock(t, ids.branch1, ids.items.tomato);
  const waste = { item: ids.items.tomato, qty: onHand + 10, reason: 'spoiled' };
  const { _id } = (await t.as('branch').post('/wastage', waste)).body;
  const rejected = await setRule('block');
  expect(rejected).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
  expect(rejected.body.fields.negativeStock).toContain('Tomato (on hand -10)');
  expect(await reconcile(t.db.read)).toEqual([]);
  await receiveStock(t, ids.branch1, ids.items.tomato, 12);
  expect((await setRule('block')).status).toBe(200);
  expect((await t.as('branch').delete(`/wastage/${_id}`)).status).toBe(204);
  expect(await reconcile(t.db.read)).toEqual([]);
});

const quantity = fc.oneof(fc.constant(null), fc.constantFrom(0, 1, 1.5, 2, 3, 7.25, 600));
const reason = fc.constantFrom(null, 'as agreed', undefined);
const anyCall = fc.oneof(
  fc.record({ kind: fc.constant('make' as const), qty: fc.constantFrom(1, 2.5, 40) }),
  fc.record({
    kind: fc.constant('edit' as const),
    order: fc.nat(5),
    field: fc.constantFrom('approvedQty', 'pickedQty', 'shippedQty', 'receivedQty', 'damagedQty', 'overQty'),
    qty: quantity,
    reason,
  }),
  fc.record({
    kind: fc.constant('move' as const),
    order: fc.nat(5),
    status: fc.constantFrom(...orderStatuses),
  }),
  fc.record({ kind: fc.constant('waste' as const), qty: fc.constantFrom(0.5, 3, 90) }),
  fc.record({ kind: fc.constant('undo' as const), index: fc.nat(5) }),
  fc.record({
    kind: fc.constant('rule' as const),
    place: fc.constantFrom(ids.branch1, ids.kitchen),
    rule: fc.constantFrom('block', 'warn'),
  }),
  fc.record({
    kind: fc.constant('settle' as const),
    action: fc.constantFrom(...Object.values(discrepancyEffects).flatMap((effects) => Object.keys(effects))),
  }),
);

/** Preferred next status, so that random requests also reach the late statuses. */
const nextStatuses = [
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
] as const;

test('keeps the ledger consistent after any sequence of valid requests', async () => {
  const admin = t.as('admin');
  const orders: string[] = [];
  const wastes: string[] = [];
  const readLines = async (order: string) =>
    (await admin.get(`/orders/${order}`)).body.items as { lineId: string }[];
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 20, maxLength: 40 }), async (calls) => {
      for (const step of calls) {
        const order = 'order' in step ? orders.at(-1 - step.order) : undefined;
        let status = 200;
        if (step.kind === 'make') {
          const items = [ids.items.flour, ids.items.tomato].map((itemId) => ({ itemId, orderQty: step.qty }));
          const created = await admin.post('/orders', {
            branch: ids.branch1,
            deliveryDate: '2026-03-06',
            items,
          });
          orders.push(created.body._id as string);
          for (const to of nextStatuses.slice(0, orders.length % 6))
            await admin.patch(`/orders/${orders.at(-1)}`, { status: to });
        } else if (step.kind === 'edit' && order) {
          const items = (await readLines(order)).map(({ lineId }) => ({
            lineId,
            [step.field]: step.qty,
            ...(step.reason !== undefined && { reason: step.reason }),
          }));
          status = (await admin.patch(`/orders/${order}`, { items })).status;
        } else if (step.kind === 'move' && order) {
          status = (await admin.patch(`/orders/${order}`, { status: step.status })).status;
        } else if (step.kind === 'waste') {
          const body = { branch: ids.kitchen, item: ids.items.tomato, qty: step.qty, reason: 'spoiled' };
          const created = await admin.post('/wastage', body);
          status = created.status;
          if (status === 201) wastes.push(created.body._id as string);
        } else if (step.kind === 'undo') {
          status = (await admin.delete(`/wastage/${wastes.at(-1 - step.index) ?? 'none'}`)).status;
        } else if (step.kind === 'rule') {
          status = (await admin.put(`/branch/${step.place}`, { negativeStock: step.rule })).status;
        } else if (step.kind === 'settle') {
          const [open] = (await admin.get('/discrepancies?status=Open')).body as { _id: string }[];
          const body = { action: step.action, chargedTo: 'kitchen' };
          if (open) status = (await admin.patch(`/discrepancies/${open._id}`, body)).status;
        }
        expect([step, status]).toEqual([step, expect.toSatisfy((code: number) => code < 500)]);
      }
      expect(await reconcile(t.db.read)).toEqual([]);
    }),
    { numRuns: getCaseCount(12) },
  );
  expect(t.errors).toEqual([]);
});
