import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteParties } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test("returns a delivery note's sender and receiver to everyone who can see the order, without access to settings", async () => {
  const line = { items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  const { header } = await createOrderInStatus(t, 'Shipped', line);
  const getParties = (user: 'branch' | 'kitchen' | 'branch2') =>
    t.as(user).get(`/orders/${header._id}/parties`);
  expect((await getParties('kitchen')).body.businessName).toBeNull();
  await t.as('admin').put('/settings', { businessName: 'Olive & Sons' });
  await t
    .as('admin')
    .put(`/branch/${ids.branch1}`, { address: '1 Quay Street\nBristol', phone: '0117 496 0000' });
  for (const user of ['branch', 'kitchen'] as const) {
    const { status, body } = await getParties(user);
    expect([status, buildResponseSchema(noteParties).parse(body)]).toEqual([200, body]);
    expect(body).toMatchObject({
      businessName: 'Olive & Sons',
      from: { address: null },
      to: { name: header.branchName, address: '1 Quay Street\nBristol', phone: '0117 496 0000' },
    });
  }
  expect((await getParties('branch2')).status).toBe(404);
});
