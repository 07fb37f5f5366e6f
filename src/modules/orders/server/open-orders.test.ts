import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

async function createOrders(user: 'branch' | 'branch2', ...statuses: string[]): Promise<void> {
  const items = [{ itemId: ids.items.flour, orderQty: 1 }];
  const { body } = await api.as(user).post('/orders', { deliveryDate: '2026-03-06', items });
  for (const status of statuses) {
    const moved = await api.as(user).patch(`/orders/${body._id}`, { status });
    expect(moved.status, moved.text).toBe(200);
  }
}

it("counts open orders in the caller's scope", async () => {
  await createOrders('branch');
  await createOrders('branch', 'Under Review', 'Sent to Central Kitchen');
  await createOrders('branch', 'Cancelled');
  await createOrders('branch2');
  const open = async (user: 'admin' | 'branch' | 'kitchen') =>
    (await api.as(user).get('/orders/open')).body
      .map(({ branch, count }: { branch: string; count: number }) => `${branch} ${count}`)
      .toSorted((a: string, b: string) => a.localeCompare(b));
  const [one, two] = [ids.branch1, ids.branch2];
  expect(await open('admin')).toEqual([`${one} 2`, `${two} 1`].toSorted((a, b) => a.localeCompare(b)));
  expect(await open('branch')).toEqual([`${one} 2`]);
  expect(await open('kitchen')).toEqual([`${one} 1`]);
  expect((await api.anonymous.get('/orders/open')).status).toBe(401);
});
