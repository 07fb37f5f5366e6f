import { apiAs } from './fixtures/api-client.ts';
import { beginsWith } from './fixtures/names.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { sendOrderToKitchen, type SharedOrder, createShortItem } from './steps/short-item.ts';

const name = 'Saffron of the season';

test('a kitchen shares scarce stock, edits a share, recalculates after a new order, and the branch sees the result', async ({
  page,
  newContext,
  server,
}) => {
  const admin = await apiAs(server.url, 'admin');
  const branchUser = await apiAs(server.url, 'branch');
  const { itemId, own, other } = await createShortItem(admin, branchUser, name);
  const createOrder = (branch: string, orderQty: number) =>
    sendOrderToKitchen(admin, { branch, itemId, orderQty });
  const [ownOrder, otherOrder] = [await createOrder(own._id, 60), await createOrder(other._id, 100)];

  await openAs(page, 'kitchen', '/central-kitchen/dashboard');
  await page.getByRole('link', { name: `Fair share: ${name}` }).click();
  const table = page.getByRole('table', { name: `Shares for ${name}` });
  await expect(table.getByRole('row', { name: beginsWith(own.name) })).toContainText('50%');
  await expect(page.getByText(/Each branch gets 50% of its order/)).toBeVisible();
  await page.getByLabel('Allocate by').selectOption('Equal days of cover');
  await expect(page.getByText(/No usage data yet, so ordered quantities are used/)).toBeVisible();
  await page.getByLabel('Allocate by').selectOption('Ordered quantity');

  // With the keyboard: increasing one share exceeds the supply; decreasing the other one corrects it.
  const share = (branch: string) =>
    page.getByRole('textbox', { name: beginsWith(`${name} for ${branch}`) }).first();
  await share(own.name).fill('35');
  await share(own.name).press('Enter');
  await expect(page.getByText(/^5 kg over$/)).toBeVisible();
  await expect(share(other.name)).toBeFocused();
  await page.keyboard.type('45');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing left')).toBeVisible();

  // A new order arrives. It is shown without a reload, and the old shares are rejected until recalculated.
  const lateOrder = await createOrder(other._id, 40);
  const changed = page.getByRole('alert').filter({ hasText: 'Changed since you started' });
  await expect(changed).toContainText(lateOrder.orderNo);
  await changed.getByRole('button', { name: 'Recalculate with current data' }).click();
  await expect(changed).toBeHidden();
  await expect(share(own.name)).toHaveValue('35');
  const lateShare = page.getByRole('textbox', {
    name: beginsWith(`${name} for ${other.name}, ${lateOrder.orderNo}`),
  });
  await lateShare.fill('0');
  await lateShare.press('Enter');
  await page.getByRole('button', { name: 'Approve shares' }).dblclick();
  await expect(page.getByText(/^Shares approved: 3 orders changed$/)).toBeVisible();
  expect(await fetchApproved(ownOrder)).toEqual([35, 'shared_out']);
  expect(await fetchApproved(otherOrder)).toEqual([45, 'shared_out']);
  expect(await fetchApproved(lateOrder)).toEqual([0, 'shared_out']);

  const branch = await (await newContext({})).newPage();
  await openAs(branch, 'branch', `/branch-order/order-history?order=${ownOrder._id}`);
  const panel = branch.getByRole('dialog', { name: ownOrder.orderNo });
  await expect(panel.getByText(new RegExp(`${name} 35 / 60 kg \\(58 %\\)`))).toBeVisible();

  async function fetchApproved({ _id }: SharedOrder): Promise<unknown[]> {
    const [line] = (await admin.get<SharedOrder>(`/orders/${_id}`)).items;
    return [line?.approvedQty, line?.reasonCode];
  }
});
