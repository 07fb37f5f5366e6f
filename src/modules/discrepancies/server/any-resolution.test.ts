import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DiscrepancyType, discrepancyEffects } from '../discrepancy-rules.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await receiveStock(t, ids.kitchen, ids.items.flour, 10_000, 1.2);
});
afterAll(() => t.close());

/** Outcome of 4 shipped units in tenths: accepted, damaged, and received beyond the shipment. */
const receipt = fc
  .record({
    accepted: fc.integer({ min: 0, max: 40 }),
    damaged: fc.integer({ min: 0, max: 40 }),
    over: fc.integer({ min: 0, max: 20 }),
    isWrongItem: fc.boolean(),
  })
  .filter(({ accepted, damaged }) => accepted + damaged <= 40);

const decision = fc.record({
  choice: fc.nat(),
  chargedTo: fc.constantFrom('kitchen', 'branch', 'carrier'),
  isRepeated: fc.boolean(),
  isContradicted: fc.boolean(),
});

test('resolves each discrepancy exactly once, despite repeated and conflicting requests', async () => {
  let keyCount = 0;
  await fc.assert(
    fc.asyncProperty(
      receipt,
      fc.array(decision, { minLength: 3, maxLength: 3 }),
      async (outcome, decisions) => {
        const items = [{ itemId: ids.items.flour, orderQty: 4 }];
        const { header, lines } = await createOrderInStatus(t, 'Shipped', { items });
        const path = `/orders/${header._id}`;
        const line = {
          lineId: lines[0]?.lineId,
          receivedQty: (outcome.accepted + outcome.over) / 10,
          damagedQty: outcome.damaged / 10,
          overQty: outcome.over / 10,
          reason: outcome.isWrongItem ? 'wrong_item' : 'counted again',
        };
        const saved = await t.as('branch').patch(path, { items: [line] });
        expect([saved.status, saved.text]).toEqual([200, saved.text]);
        for (let attempt = 0; attempt < 2; attempt += 1)
          expect((await t.as('branch').patch(path, { status: 'Received' })).status).toBe(200);
        const openDiscrepancies = (await t.as('admin').get(`/discrepancies?orderId=${header._id}`)).body;
        for (const [index, { _id, type }] of openDiscrepancies.entries()) {
          const { choice, chargedTo, isRepeated, isContradicted } = decisions[
            index
          ] as (typeof decisions)[number];
          const effects = Object.entries(discrepancyEffects[type as DiscrepancyType]);
          const [action, effect] = effects[choice % effects.length] as (typeof effects)[number];
          const body = { action, ...(effect.charged && { chargedTo }) };
          const key = { 'idempotency-key': `resolve-${++keyCount}` };
          for (let attempt = 0; attempt < (isRepeated ? 2 : 1); attempt += 1) {
            const response = await t.as('admin').patch(`/discrepancies/${_id}`, body, key);
            expect([response.status, response.text]).toEqual([200, response.text]);
          }
          const secondResponse = await t.as('admin').patch(`/discrepancies/${_id}`, body);
          expect([secondResponse.status, secondResponse.body.version]).toEqual([200, 2]);
          const otherAction = effects.find(([candidate]) => candidate !== action)?.[0];
          if (isContradicted)
            expect((await t.as('admin').patch(`/discrepancies/${_id}`, { action: otherAction })).status).toBe(
              409,
            );
        }
        expect((await t.as('admin').get(path)).body.hasDiscrepancy).toBe(false);
        expect(await reconcile(t.db.read)).toEqual([]);
      },
    ),
    { numRuns: getCaseCount(12) },
  );
  expect(t.errors).toEqual([]);
}, 60_000);
