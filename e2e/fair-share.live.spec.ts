import { type ApiClient, apiAs } from './fixtures/api-client.ts';
import { axe } from './fixtures/axe.ts';
import { beginsWith } from './fixtures/names.ts';
import { signIn } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

test.use({ business: 'fair-share' });

interface Order {
  _id: string;
  orderNo: string;
  items: { approvedQty: number; reasonCode: string | null }[];
}

const name = 'Saffron of the season';

test('what is short is shared: found on the dashboard, by another basis, changed by hand, stale when an order comes, and seen by the branch', async ({
  page,
  anotherBrowser,
  server,
}) => {
  const admin = await apiAs(server.url, 'admin');
  const branchUser = await apiAs(server.url, 'branch');
  const { itemId, kitchen, own, other } = await shortItem(admin, branchUser);
  const [mine, theirs] = [await asks(own._id, 60), await asks(other._id, 100)];

  await signIn(page, 'kitchen');
  await page.goto('/central-kitchen/dashboard');
  await page.getByRole('link', { name: `Fair share: ${name}` }).click();
  const table = page.getByRole('table', { name: `Shares of ${name}` });
  await expect(table.getByRole('row', { name: beginsWith(own.name) })).toContainText('50%');
  await expect(page.getByText(/Every branch gets 50% of what it ordered/)).toBeVisible();
  expect(await axe(page, 'everything')).toEqual([]);
  await page.getByLabel('Share by').selectOption('Equal days of cover');
  await expect(page.getByText(/use of no branch is known yet/)).toBeVisible();
  await page.getByLabel('Share by').selectOption('Ordered quantity');

  // By keyboard: more for one makes it too much, less for the other right again.
  const share = (branch: string) =>
    page.getByRole('textbox', { name: beginsWith(`${name} for ${branch}`) }).first();
  await share(own.name).fill('35');
  await share(own.name).press('Enter');
  await expect(page.getByText(/^5 kg too much$/)).toBeVisible();
  await expect(share(other.name)).toBeFocused();
  await page.keyboard.type('45');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing is left over')).toBeVisible();

  // An order comes meanwhile: told on screen without asking, refused until it is shared again.
  const late = await asks(other._id, 40);
  const changed = page.getByRole('alert').filter({ hasText: 'Changed since you began' });
  await expect(changed).toContainText(late.orderNo);
  await changed.getByRole('button', { name: 'Share again with what is there now' }).click();
  await expect(changed).toBeHidden();
  await expect(share(own.name)).toHaveValue('35');
  const lateShare = page.getByRole('textbox', {
    name: beginsWith(`${name} for ${other.name}, ${late.orderNo}`),
  });
  await lateShare.fill('0');
  await lateShare.press('Enter');
  await page.getByRole('button', { name: 'Approve shares' }).dblclick();
  await expect(page.getByText(/^Shares approved: 3 orders changed$/)).toBeVisible();
  expect(await approved(mine)).toEqual([35, 'shared_out']);
  expect(await approved(theirs)).toEqual([45, 'shared_out']);
  expect(await approved(late)).toEqual([0, 'shared_out']);

  const branch = await (await anotherBrowser({})).newPage();
  await signIn(branch, 'branch');
  await branch.goto(`/branch-order/order-history?order=${mine._id}`);
  const panel = branch.getByRole('dialog', { name: mine.orderNo });
  await expect(panel.getByText(new RegExp(`${name} 35 / 60 kg \\(58 %\\)`))).toBeVisible();

  /** An order that its branch has sent to the kitchen. */
  async function asks(branchId: string, orderQty: number): Promise<Order> {
    const deliveryDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const order = await admin.post<Order>('/orders', {
      branch: branchId,
      deliveryDate,
      items: [{ itemId, orderQty, unit: 'kg' }],
    });
    for (const status of ['Under Review', 'Sent to Central Kitchen'])
      await admin.patch(`/orders/${order._id}`, { status });
    expect(kitchen).not.toBe('');
    return order;
  }

  async function approved({ _id }: Order): Promise<unknown[]> {
    const [line] = (await admin.get<Order>(`/orders/${_id}`)).items;
    return [line?.approvedQty, line?.reasonCode];
  }
});

/** A new item of which a kitchen has 80 kg, with two of its branches; the first is that of the branch user. */
async function shortItem(admin: ApiClient, branchUser: ApiClient) {
  const [order] = (await branchUser.get<{ orders: { branch: string; kitchen: string }[] }>('/orders?limit=1'))
    .orders;
  if (!order) throw new Error('The demonstration has no order.');
  const branches =
    await admin.get<{ _id: string; name: string; supplyingKitchenId: string | null }[]>('/branch?limit=500');
  const own = branches.find(({ _id }) => _id === order.branch);
  const other = branches.find((one) => one._id !== order.branch && one.supplyingKitchenId === order.kitchen);
  const [category] = await admin.get<{ _id: string }[]>('/item-categories?limit=1');
  const kg = (await admin.get<{ _id: string; symbol: string }[]>('/units?limit=500')).find(
    ({ symbol }) => symbol === 'kg',
  );
  if (!own || !other || !category || !kg)
    throw new Error('The demonstration lacks branches, categories or units.');
  const { _id: itemId } = await admin.post<{ _id: string }>('/items', {
    itemCode: 'SHARE-1',
    name,
    kind: 'raw',
    category: category._id,
    baseUnit: kg._id,
    orderUnit: kg._id,
  });
  await admin.post('/stock/openings', { place: order.kitchen, items: [{ itemId, qty: 80, unitCost: 2 }] });
  return { itemId, kitchen: order.kitchen, own, other };
}
