import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

test('EXPERIENCE: the palette finds pages, orders, items and actions the user may do, by keyboard alone', async ({
  page,
}) => {
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

  // A page, with Enter.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('inventory');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Inventory/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inventory');

  // An order by its number and an item by its name, both from the server; what was chosen stands first.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toHaveText(
    /^Inventory/,
  );

  // With nothing typed, what waits: how many in which status, and the oldest of them.
  const waiting = page.getByRole('group', { name: 'Waiting for you' }).getByRole('option');
  await expect(waiting.first()).toHaveText(/^\d+ orders?.*Draft$/);
  await expect(waiting.nth(1)).toHaveText(/^ORD-/);
  await page.keyboard.type('WST-');
  await expect(page.getByRole('group', { name: 'Wastage' }).getByRole('option').first()).toHaveText(
    /Posted$/,
  );
  await field.fill('');
  await page.keyboard.type('ORD-2026');
  await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option')).toHaveCount(6);
  await field.fill('flour');
  const items = page.getByRole('group', { name: 'Items' });
  await expect(items.getByRole('option').first()).toHaveText(/flour/i);

  // An action.
  await field.fill('dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(field).toBeHidden();
});

test('EXPERIENCE: the palette offers nothing the user may not open; `?` lists the shortcuts, which can be switched off', async ({
  page,
}) => {
  await openAs(page, 'branch');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page
    .getByRole('combobox', { name: 'Search pages, orders, items, suppliers, people and actions' })
    .fill('roles');
  await expect(page.getByText('Nothing found for “roles”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  // What is closed gives the focus back, which would take it from what the next key focuses.
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused();
  // `/` belongs to the page's search, and a question mark typed there to what is searched for.
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox').first()).toBeFocused();
  await page.keyboard.type('?');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search', exact: true }).focus();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await shortcuts.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(shortcuts).toBeHidden();
  await expect(page.getByRole('searchbox').first()).not.toBeFocused();
});
