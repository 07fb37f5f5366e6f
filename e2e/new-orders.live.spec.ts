import { testDay } from '#mocks/test-clock.ts';
import { apiAs } from './fixtures/api-client.ts';
import { watchNotifications } from './fixtures/notifications.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface CreatedOrder {
  _id: string;
  orderNo: string;
}

test('SPEC 4: counter and title are the same in all tabs, and one tab shows the notifications', async ({
  page,
  context,
  server,
}) => {
  const branch = await apiAs(server.url, 'branch');
  const item = (await branch.get<{ _id: string; isOrderable: boolean }[]>('/items?view=compact')).find(
    ({ isOrderable }) => isOrderable,
  );
  const deliveryDate = testDay(7);
  const createOrder = async () => {
    const created = await branch.post<CreatedOrder>('/orders', {
      deliveryDate,
      items: [{ itemId: item?._id, orderQty: 1 }],
    });
    for (const status of ['Under Review', 'Sent to Central Kitchen'])
      await branch.patch(`/orders/${created._id}`, { status });
    return created;
  };

  const notifications = await watchNotifications(page, 'granted');
  await openAs(page, 'kitchen');
  await expect(page).toHaveTitle('Dashboard · Commissary');
  const other = await context.newPage();
  const otherNotifications = await watchNotifications(other, 'granted');
  await other.goto('/inventory');
  await expect(other).toHaveTitle('Inventory · Commissary');
  await expect(other.locator('[aria-busy="true"]')).toHaveCount(0);

  await createOrder();
  await expect(page).toHaveTitle('(1) Dashboard · Commissary');
  await expect(other).toHaveTitle('(1) Inventory · Commissary');
  await createOrder();
  await expect(page).toHaveTitle('(2) Dashboard · Commissary');
  await expect(other).toHaveTitle('(2) Inventory · Commissary');
  const shown = [...(await notifications.listShown()), ...(await otherNotifications.listShown())];
  expect(shown).toEqual([
    { title: 'New Order(s) Available', body: '1 new order(s) detected' },
    { title: 'New Order(s) Available', body: '1 new order(s) detected' },
  ]);

  // Orders seen in one tab are seen in all; when the tab with the connection closes, another takes over.
  await other.getByRole('button', { name: '2 new orders' }).click();
  await other.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page).toHaveTitle('Dashboard · Commissary');
  await page.close();
  const { orderNo } = await createOrder();
  await expect(other).toHaveTitle('(1) Inventory · Commissary');
  await expect(other.getByRole('link', { name: new RegExp(orderNo) })).toBeVisible();
});
