import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

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
