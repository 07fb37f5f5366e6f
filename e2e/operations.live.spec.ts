import { dayMs, utcDay } from '#core/day.ts';
import { apiAs } from './fixtures/api-client.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Order {
  _id: string;
  orderNo: string;
  branchName: string;
  items: { lineId: string }[];
}

test("the board shows the progress of a branch's order for one day, from submission until it is ready to ship", async ({
  page,
  server,
}) => {
  const [admin, branch] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch2')];
  // A day so far ahead that there are no other orders for it.
  const day = utcDay(Date.now() + server.clockShiftMs + 21 * dayMs);
  const [item] = await admin.get<{ _id: string }[]>('/items?limit=1');
  const order = await branch.post<Order>('/orders', {
    deliveryDate: day,
    items: [{ itemId: item?._id, orderQty: 1 }],
  });

  await openAs(page, 'kitchen', `/operations?day=${day}`);
  const row = page.getByRole('list', { name: 'Branch progress' }).getByRole('listitem').filter({
    hasText: order.branchName,
  });
  await expect(page.getByRole('region', { name: 'Orders by stage' })).toBeVisible();
  const changeStatus = async (status: string, expectedText: string) => {
    await admin.patch(`/orders/${order._id}`, { status });
    // Other users' changes appear within two seconds; the machine may be busy.
    await expect(row).toContainText(expectedText);
  };
  await admin.patch(`/orders/${order._id}`, { status: 'Under Review' });
  await changeStatus('Sent to Central Kitchen', 'To accept');
  await changeStatus('Under Process', 'Picking');
  const { items } = await admin.get<Order>(`/orders/${order._id}`);
  await admin.patch(`/orders/${order._id}`, {
    items: items.map(({ lineId }) => ({ lineId, pickedQty: 0, reason: 'out_of_stock' })),
  });
  await expect(row).toContainText('Ready to ship');
});
