import { watchNotifications } from './fixtures/notifications.ts';
import { orderAsOther } from './fixtures/orders-from-others.ts';
import { openAs, signOutOnPage } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

test('SPEC 4: new orders are counted, shown by the browser where permitted, and marked as seen on demand', async ({
  page,
}) => {
  const notifications = await watchNotifications(page);
  await openAs(page, 'kitchen');
  await expect(page).toHaveTitle('Dashboard · Commissary');

  // The counter and the panel work even before permission is requested and granted.
  const orderNo = await orderAsOther(page);
  const bell = page.getByRole('banner').getByRole('button', { name: '1 new order' });
  await expect(bell).toBeVisible();
  await expect(page).toHaveTitle('(1) Dashboard · Commissary');
  await expect(page.getByRole('main').getByText('1 new order')).toBeVisible();
  expect(await notifications.listShown()).toEqual([]);
  await bell.click();
  const panel = page.getByRole('dialog', { name: /^(New orders|What’s new)$/ });
  await expect(panel.getByRole('link', { name: new RegExp(orderNo) })).toBeVisible();

  // This click requests the permission.
  await panel.getByRole('button', { name: 'Allow notifications' }).click();
  await expect(panel.getByText('You’re notified about new orders')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await page.getByRole('link', { name: 'Inventory', exact: true }).first().click();
  await expect(page).toHaveURL('/inventory');
  await orderAsOther(page);
  await expect(page).toHaveTitle('(2) Inventory · Commissary');
  expect(await notifications.listShown()).toEqual([
    { title: 'New Order(s) Available', body: '1 new order(s) detected' },
  ]);
  await notifications.clickLatest();
  await expect(page).toHaveURL('/central-kitchen/dashboard');

  await page.getByRole('main').getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page).toHaveTitle('Dashboard · Commissary');
  // The kitchen still has discrepancies to resolve.
  await expect(
    page.getByRole('banner').getByRole('button', { name: /^\d+ documents waiting/ }),
  ).toBeVisible();
});

test('READINGS 4: searching, filtering and paging don’t count orders; the counter ends with the session', async ({
  page,
}) => {
  await openAs(page, 'admin', '/branch-orders?page=2');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/branch-order/order-submission?status=Draft');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button', { name: 'New orders' })).toBeVisible();
  await orderAsOther(page);
  await expect(page).toHaveTitle(/^\(1\) /);
  await page.reload();
  await expect(page).toHaveTitle(/^\(1\) /);
  await signOutOnPage(page);
  await openAs(page, 'admin');
  await expect(page.getByRole('banner').getByRole('button', { name: 'New orders' })).toBeVisible();
});
