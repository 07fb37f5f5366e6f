import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await receiveStock(t, ids.branch1, ids.items.flour, 1000, 1.2);
  await receiveStock(t, ids.branch1, ids.items.tomato, 1000, 0.37);
});
afterAll(() => t.close());

const loadStock = async () => [
  (await getStock(t, ids.branch1, ids.items.flour)).onHand,
  (await getStock(t, ids.branch1, ids.items.tomato)).onHand,
];

test('reversing an edited waste record is final, and repeating the request changes nothing', async () => {
  const before = await loadStock();
  const body = { item: ids.items.flour, qty: 2.5, reason: 'spoiled' };
  const { _id } = (await t.as('branch').post('/wastage', body)).body;
  const path = `/wastage/${_id}`;
  expect((await t.as('branch').put(path, { ...body, qty: 3 })).status).toBe(200);
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect((await t.as('branch').delete(path)).status).toBe(204);
  expect((await t.as('branch').get(path)).body.status).toBe('Reversed');
  expect(await loadStock()).toEqual(before);
});

test('an event for a record moved to a different branch is also sent to its previous branch', async () => {
  await receiveStock(t, ids.branch2, ids.items.flour, 10, 1.2);
  const body = { item: ids.items.flour, qty: 1, reason: 'spoiled', branch: ids.branch1 };
  const { _id } = (await t.as('admin').post('/wastage', body)).body;
  const response = await t.app.request('/api/events', {
    headers: { authorization: `Bearer ${t.as('branch').token}` },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let received = '';
  void (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      received += new TextDecoder().decode(next.value);
  })();
  await waitFor(() => expect(received).toContain('event: ready'));
  const moved = await t.as('admin').put(`/wastage/${_id}`, { ...body, branch: ids.branch2 });
  expect(moved.status, moved.text).toBe(200);
  await waitFor(() => {
    expect(received).toContain(`"collection":"wastage","id":"${_id}"`);
    expect(received).toContain(`"collection":"stock","id":"${_id}"`);
  });
  await reader.cancel();
});

/** An edit of a record: the new waste, and whether the request is repeated with the same key. */
const edit = fc.record({
  item: fc.constantFrom(ids.items.flour, ids.items.tomato),
  qty: fc.integer({ min: 1, max: 20_000_000 }).map((micro) => micro / 1e6),
  reason: fc.constantFrom('spoiled', 'dropped'),
  lot: fc.constantFrom(undefined, 'A', 'B'),
  isRepeated: fc.boolean(),
});

test('after any edits of a posted record, a reversal restores the stock', async () => {
  let keys = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(edit, { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
      async (startsAsDraft, edits, deletes) => {
        const before = await loadStock();
        const branch = t.as('branch');
        let path = '';
        for (const [index, { isRepeated, ...body }] of edits.entries()) {
          const key = { 'idempotency-key': `edit-${++keys}` };
          const input = index === 0 && startsAsDraft ? { ...body, status: 'Draft' } : body;
          for (let attempt = 0; attempt < (isRepeated ? 2 : 1); attempt += 1) {
            const response = await (path === '' || (index === 0 && attempt > 0)
              ? branch.post('/wastage', input, key)
              : branch.put(path, input, key));
            expect([response.text, response.status]).toEqual([response.text, index === 0 ? 201 : 200]);
            path = `/wastage/${response.body._id}`;
          }
        }
        for (const isRepeated of deletes) {
          const key = { 'idempotency-key': `delete-${++keys}` };
          for (let attempt = 0; attempt < (isRepeated ? 2 : 1); attempt += 1) {
            const response = await branch.delete(path, key);
            const isDeletedDraft = startsAsDraft && edits.length === 1;
            expect([response.text, [204, ...(isDeletedDraft ? [404] : [])]]).toEqual([
              response.text,
              expect.arrayContaining([response.status]),
            ]);
          }
        }
        expect(await loadStock()).toEqual(before);
      },
    ),
    { numRuns: getCaseCount(25) },
  );
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});

test('an order is shipped and unshipped repeatedly with different quantities', async () => {
  await receiveStock(t, ids.kitchen, ids.items.tomato, 1000, 0.4);
  const kitchen = t.as('admin');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 2 }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (rounds) => {
        const { header, lines } = await createOrderInStatus(t, 'Under Process');
        const path = `/orders/${header._id}`;
        const loadBalance = async () =>
          Promise.all([ids.items.flour, ids.items.tomato].map((item) => getStock(t, ids.kitchen, item)));
        const before = await loadBalance();
        for (const quantities of rounds) {
          const items = lines.map(({ lineId }, index) => ({
            lineId,
            shippedQty: quantities[index],
            reason: 'as it is',
          }));
          expect((await kitchen.patch(path, { items })).status).toBe(200);
          for (const status of ['Shipped', 'Shipped', 'Under Process', 'Under Process']) {
            const moved = await kitchen.patch(path, { status });
            expect([moved.text, moved.status]).toEqual([moved.text, 200]);
          }
          expect(await loadBalance()).toEqual(before);
        }
        const released = await kitchen.patch(path, {
          items: lines.map(({ lineId }) => ({ lineId, pickedQty: null, shippedQty: null })),
        });
        expect(released.status).toBe(200);
        expect((await kitchen.patch(path, { status: 'Cancelled' })).status).toBeLessThan(500);
      },
    ),
    { numRuns: getCaseCount(8) },
  );
  expect(await reconcile(t.db.read)).toEqual([]);
});
