import { expect, test } from 'vitest';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, testAdmin } from '#app/server/testing/orders.ts';
import { reports } from './reports.ts';

test("a discrepancy is dated in its branch's time zone, not in UTC", async () => {
  const t = await createTestApp();
  await t.db.writer
    .updateTable('branches')
    .set({ timezone: 'Pacific/Honolulu' })
    .where('_id', '=', ids.branch1)
    .execute();
  await receiveStock(t, ids.kitchen, ids.items.flour, 1000, 1.2);
  const order = await createOrderInStatus(t, 'Shipped', {
    items: [{ itemId: ids.items.flour, orderQty: 5 }],
  });
  // 09:00 UTC is still the previous evening in Honolulu.
  const items = [{ lineId: order.lines[0]?.lineId, receivedQty: 4, shortQty: 1, reason: 'damaged' }];
  for (const body of [{ items }, { status: 'Received' }]) {
    const response = await t.as('branch').patch(`/orders/${order.header._id}`, body);
    expect(response.status, response.text).toBe(200);
  }
  const loadResult = async (day: string) =>
    (await t.as('admin').get(`/reports/discrepancies?from=${day}&to=${day}&by=day`)).body;
  expect((await loadResult('2026-03-04')).rows).toEqual([]);
  expect((await loadResult('2026-03-03')).rows).toMatchObject([{ key: '2026-03-03', shortLines: 1 }]);
  const query = { from: '2026-03-03', to: '2026-03-03' };
  const context = { actor: testAdmin, now: t.clock.now(), prefersAltName: false };
  expect(await reports.discrepancies.reconcilesWith.sum(t.db.read, { ...context, query })).toBe(1n);
  await t.close();
});
