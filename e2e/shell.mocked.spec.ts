import type { Page } from '@playwright/test';
import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

/** Opens groups from the outermost inwards. */
async function openGroups(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const group = sidebar(page).getByRole('button', { name, exact: true });
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
    await expect(group).toHaveAttribute('aria-expanded', 'true');
  }
}

test('SPEC 2: the sidebar has the whole menu in three levels of groups, and remembers its groups and its width', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await openAs(page, 'master');
  const aside = page.getByRole('complementary');
  await expect(aside).toHaveCSS('width', '256px');

  const top = ['Dashboards', 'Branch Order', 'Settings', 'Item Category', 'Inventory', 'Reports'].concat([
    'Procurements',
    'Costing',
    'Analytics',
    'Operations',
    'Production',
  ]);
  await expect(sidebar(page).locator('> ul > li')).toHaveText(top);
  await openGroups(page, 'Branch Order', 'Branch', 'Inventory Control');
  for (const name of ['Create Order', 'Order Submission', 'Order History & Tracking', 'Wastage'])
    await expect(sidebar(page).getByRole('link', { name, exact: true })).toBeVisible();
  await openGroups(page, 'Settings', 'Procurements', 'Item Category');
  await expect(sidebar(page).getByRole('link', { name: 'items-creation' })).toBeVisible();

  await sidebar(page).getByRole('button', { name: 'Branch', exact: true }).click();
  await expect(sidebar(page).getByRole('link', { name: 'Create Order' })).toBeHidden();
  await page.reload();
  await expect(sidebar(page).getByRole('link', { name: 'items-creation' })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'Create Order' })).toBeHidden();

  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect(aside).toHaveCSS('width', '64px');
  await page.reload();
  await expect(aside).toHaveCSS('width', '64px');
  // A group clicked in the collapsed sidebar can't expand there, so the sidebar expands too.
  await sidebar(page).getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(aside).toHaveCSS('width', '256px');
  await sidebar(page).getByRole('link', { name: 'Units', exact: true }).click();
  await expect(page).toHaveURL('/units');
  await expect(sidebar(page).getByRole('link', { name: 'Units', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('SPEC 2: below 768 px the sidebar is a drawer, and Logout is in the account menu', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 900 });
  await openAs(page, 'admin');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Main menu' });
  await expect(drawer).toBeVisible();
  await page.mouse.click(700, 500);
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: 'Open menu' }).press('Enter');
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();

  await page.keyboard.press('Enter');
  await drawer.getByRole('link', { name: 'Inventory', exact: true }).click();
  await expect(page).toHaveURL('/inventory');
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(drawer).toBeVisible();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('complementary')).toBeVisible();
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(bar.getByRole('button', { name: /’s account$/ })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toHaveText('© 2024 Your Company');

  await page.setViewportSize({ width: 767, height: 900 });
  await expect(drawer).toBeHidden();
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeHidden();
  await bar.getByRole('button', { name: /’s account$/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
});
