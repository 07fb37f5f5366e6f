import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

test('EXPERIENCE: the palette finds pages, orders, items and permitted actions with the keyboard alone', {
  tag: '@journey',
}, async ({ page }) => {
  await openAs(page, 'admin');
  const trigger = page.getByRole('button', { name: 'Search', exact: true });
  await trigger.focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', {
    name: 'Search pages, orders, items, suppliers, people and actions',
  });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(trigger).toBeFocused();

  // Opens a page with Enter.
  await page.keyboard.press('Control+k');
  // Typed more slowly than a scanner, whose keys the open palette would treat as a code.
  await page.keyboard.type('inventory', { delay: 60 });
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Inventory/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inventory');

  // The previous choice is listed first. Documents, orders and items come from the server.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toHaveText(
    /^Inventory/,
  );

  // Without a query, pending work is listed: counts by status, and the oldest documents.
  const pendingOptions = page.getByRole('group', { name: 'Waiting for you' }).getByRole('option');
  await expect(pendingOptions.first()).toHaveText(/^\d+ orders?.*Draft$/);
  await expect(pendingOptions.nth(1)).toHaveText(/^ORD-/);
  await page.keyboard.type('WST-');
  await expect(page.getByRole('group', { name: 'Wastage' }).getByRole('option').first()).toHaveText(
    /Posted$/,
  );
  await field.fill('');
  await page.keyboard.type('ORD-2026', { delay: 60 });
  await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option')).toHaveCount(6);
  await field.fill('flour');
  const items = page.getByRole('group', { name: 'Items' });
  await expect(items.getByRole('option').first()).toHaveText(/flour/i);

  // Runs an action.
  await field.fill('dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(field).toBeHidden();
});
