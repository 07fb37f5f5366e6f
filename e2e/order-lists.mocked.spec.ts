import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

test('SPEC 2: a branch opens an order from its home and orders the same again', async ({ page }) => {
  await openAs(page, 'branch', '/branch-order/branch');
  await expect(page.getByRole('heading', { level: 1, name: 'Branch home' })).toBeVisible();
  await expect(page.getByText('Next cut-off')).toBeVisible();
  await page
    .getByRole('region', { name: 'Orders by stage' })
    .getByRole('link', { name: /^Shipped/ })
    .click();

  await expect(page).toHaveURL(/\/branch-order\/order-history\?status=Shipped/);
  await expect(page.getByRole('heading', { level: 1, name: 'Order History & Tracking' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Received');
  const orderLink = page.getByRole('row').filter({ hasText: 'Received' }).first().getByRole('link');
  const orderNo = await orderLink.innerText();
  await orderLink.click();
  const panel = page.getByRole('dialog', { name: orderNo });
  await expect(panel.getByRole('list', { name: 'Order progress' })).toBeVisible();
  for (const column of ['Ordered', 'Shipped', 'Accepted'])
    await expect(panel.getByRole('columnheader', { name: column })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'History' })).toBeAttached();

  // The panel has its own URL, so it is restored after a reload; Esc closes it.
  await page.reload();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/status=Received/);
  await page.getByRole('link', { name: orderNo }).click();
  await panel.getByRole('link', { name: 'Order again' }).click();
  await expect(page).toHaveURL(/\/branch-order\/create-order/);
  await expect(page.getByText(`from ${orderNo}.`)).toBeVisible();
});

test('SPEC 9: head office lists all orders, fifty per page; filters, sorting and page are in the address', async ({
  page,
}) => {
  await openAs(page, 'admin', '/branch-orders');
  await expect(page.getByRole('heading', { level: 1, name: 'All branch orders' })).toBeVisible();
  await expect(page.getByText(/^Showing 1–50 of \d+/)).toBeVisible();
  // Only the visible rows of the fifty are rendered; J moves through all of them.
  const table = page.getByRole('table', { name: 'Orders' });
  await expect(table).toHaveAttribute('aria-rowcount', '51');
  expect(await page.getByRole('row').count()).toBeLessThan(30);
  for (let row = 0; row < 50; row += 1) await page.keyboard.press('j');
  await expect(table.locator('[aria-rowindex="51"] a')).toBeFocused();
  await expect(table.locator('[aria-rowindex="51"]')).toBeInViewport();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^Showing 51–\d+ of \d+/)).toBeVisible();

  await page.getByRole('combobox', { name: 'Branch' }).selectOption('Riverside');
  await page.getByRole('columnheader', { name: 'Delivery' }).getByRole('button').click();
  await expect(page).toHaveURL(/branch=[^&]+&sort=deliveryDate|sort=deliveryDate.*branch=/);
  await expect(page).not.toHaveURL(/page=/);
  await expect(page.getByRole('row').filter({ hasText: 'Riverside' }).first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Harbour' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^branch-orders.*\.csv$/);
});

test('SPEC 2: the kitchen accepts orders of all branches, and opens its pick list and the board of today', async ({
  page,
}) => {
  await openAs(page, 'kitchen', '/central-kitchen/branch-orders-history?status=Sent to Central Kitchen');
  await expect(page.getByRole('heading', { level: 1, name: 'Branch Orders & History' })).toBeVisible();
  await page
    .getByRole('checkbox', { name: /^Select ORD-/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Accept 1 order' }).click();
  await expect(page.getByText('1 order accepted.')).toBeVisible();

  await page.goto('/central-kitchen/pick-list');
  await expect(page.getByRole('heading', { level: 1, name: 'Pick List' })).toBeVisible();
  await expect(page.getByText(/^\d+ of \d+ lines picked for \d+ orders$/)).toBeVisible();
  await page
    .getByRole('link', { name: /: open ORD-/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/central-kitchen\/order-processing-prep\?order=/);

  await page.goto('/operations');
  const stages = page.getByRole('region', { name: 'Orders by stage' });
  await expect(stages.getByRole('link', { name: /^Picking \d/ })).toBeVisible();
  await expect(page.getByText(/of \d+ branches have ordered$/)).toBeVisible();
  await stages.getByRole('link', { name: /^In transit \d/ }).click();
  await expect(page).toHaveURL(/\/central-kitchen\/branch-orders-history\?status=Shipped/);
});

test('SPEC 2: a branch opens the page of its kitchen and its inventory control, and records wastage once', {
  tag: '@journey',
}, async ({ page }) => {
  await openAs(page, 'branch', '/branch-order/central-kitchen');
  await expect(page.getByText('Deliveries in the next 14 days')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Dry store' })).toBeVisible();

  await page.goto('/branch-order/inventory-control');
  await expect(page.getByText('Running low')).toBeVisible();
  await page.getByRole('link', { name: 'Record wastage' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wastage' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Record wastage' });
  await form.getByRole('combobox', { name: 'Item' }).fill('basmati');
  await expect(page.getByRole('option', { name: /basmati/i }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Quantity' }).fill('100000');
  await expect(form.getByText(/^Only .+ on hand\.$/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Quantity' }).fill('0.25');
  await form.getByRole('combobox', { name: 'Reason' }).selectOption('Dropped');
  await expect(form.getByText(/^Cost/)).toBeVisible();
  await form.getByRole('button', { name: 'Record wastage' }).dblclick();
  const rows = page.getByRole('row').filter({ hasText: 'Basmati rice' }).filter({ hasText: 'Dropped' });
  await expect(rows.filter({ hasText: '0.25' })).toHaveCount(1);
});
