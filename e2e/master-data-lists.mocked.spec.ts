import AxeBuilder from '@axe-core/playwright';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

/** Master data pages of SPEC section 2: path, list name, and a row from the demo data. */
const lists: readonly [path: string, list: string, row: RegExp][] = [
  ['/branches', 'Branches', /Riverside/],
  ['/branches?tab=departments', 'Departments', /./],
  ['/sections', 'Sections', /Freezer/],
  ['/units', 'Units', /Kilogram/],
  ['/tax', 'Taxes', /./],
  ['/brand', 'Brands', /Harbour Bakehouse/],
  ['/currency', 'Currencies', /Pound sterling/],
  ['/sub-categories', 'Sub-categories', /Baking/],
  ['/sub-categories?tab=item-categories', 'Item categories', /Dry goods/],
  ['/sub-category-items', 'Items', /Almond croissant/],
  ['/purchase-category', 'Procurement categories', /./],
  ['/branch-settings/create-category', 'Branch categories', /Flagship/],
  ['/branch-settings/create-item?tab=all', 'Items', /Almond croissant/],
  ['/procurements/settings/supplier', 'Suppliers', /Levant Pantry/],
  ['/procurements/settings/procurement-category', 'Procurement categories', /./],
  ['/procurements/creation/items-creation', 'Items', /Almond croissant/],
  ['/procurements/creation/packaging', 'Packs', /Bag 500 g/],
  ['/user', 'Users', /branch@demo\.test/],
  ['/roles', 'Roles', /custom_role_ck/],
];

test('SPEC 2: every master data page shows its list', async ({ page }) => {
  await openAs(page, 'master');
  for (const [path, list, row] of lists) {
    await test.step(path, async () => {
      // Navigates within the dashboard, because loading it for each list would only take longer.
      await navigateInApp(page, path);
      const table = page.getByRole('table', { name: list, exact: true });
      await expect(table.locator('tbody').getByRole('row').filter({ hasText: row }).first()).toBeVisible();
    });
  }
});

test('SPEC 2: a list is searched, sorted and exported, and its rows open a panel; on a phone rows are cards; an item has its own page', async ({
  page,
}) => {
  await openAs(page, 'master', '/procurements/creation/items-creation');
  const table = page.getByRole('table', { name: 'Items' });
  await expect(page.getByText('Showing 1–100 of 156')).toBeVisible();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText('Showing 101–156 of 156')).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('rice');
  await expect(page).toHaveURL(/q=rice/);
  await expect(page.getByText(/^Showing 1–\d of \d$/)).toBeVisible();
  await table.getByRole('button', { name: 'Price' }).click();
  await expect(table.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^items-\d{4}-\d\d-\d\d\.xlsx$/);

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('Item code');
  await expect(page).toHaveURL(/row=/);
  await page.reload();
  await expect(panel).toContainText('Item code');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Sort', exact: true })).toHaveValue('unitPrice');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

  await page.getByRole('list', { name: 'Items' }).getByRole('link').first().click();
  await panel.getByRole('link', { name: 'Open item' }).click();
  await expect(page).toHaveURL(/\/items\/[^/]+\/edit$/);
  await page.getByRole('link', { name: 'Units', exact: true }).click();
  await expect(page.getByRole('combobox', { name: /^Base unit/ })).toBeVisible();
});
