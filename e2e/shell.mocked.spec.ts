import type { Page } from '@playwright/test';
import { people } from './fixtures/people.ts';
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

test('SPEC 2: below 768 px the sidebar is a drawer that closes itself at 768 px', async ({ page }) => {
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
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(drawer).toBeHidden();
});

test('SPEC 2: only allowed entries show, and Branch is hidden for the kitchen', async ({ page }) => {
  await openAs(page, 'kitchen');
  await openGroups(page, 'Branch Order', 'Central Kitchen');
  await expect(sidebar(page).getByRole('link', { name: 'Pick List' })).toBeVisible();
  await expect(sidebar(page).getByRole('button', { name: 'Branch', exact: true })).toHaveCount(0);
  // Parents without an allowed child are hidden.
  for (const name of ['Settings', 'Procurements', 'Branch Settings'])
    await expect(sidebar(page).getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(sidebar(page).getByRole('link', { name: 'Costing' })).toHaveCount(0);
});

test('SPEC 2: a user without any menu entry sees a notice', async ({ page }) => {
  await openAs(page, 'admin');
  const email = 'nobody.in.particular@demo.test';
  const assignedPassword = 'walnut-harbour';
  await page.evaluate(
    async ([name, secret]) => {
      const response = await fetch('/api/users/register', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('token')}`,
        },
        body: JSON.stringify({
          name: 'Nobody',
          email: name,
          password: secret,
          role: 'auditor',
          allowedPages: ['menu'],
          permissions: { canCreate: false, canEdit: false, canDelete: false, canView: true },
        }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    [email, assignedPassword] as const,
  );
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(assignedPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(assignedPassword);
  await page.getByLabel('New password', { exact: true }).fill(`${assignedPassword} of nobody`);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(sidebar(page).getByText('No Access')).toBeVisible();
  await expect(sidebar(page).getByText('Contact administrator for access')).toBeVisible();
  await expect(sidebar(page).getByRole('link')).toHaveCount(0);
});

test("SPEC 2: the top bar shows the user's name, and Logout on a desktop; on a phone it is in the account menu", async ({
  page,
}) => {
  await openAs(page, 'master');
  const bar = page.getByRole('banner');
  await expect(bar.getByText('Master admin')).toBeVisible();
  await expect(bar.getByRole('img', { name: 'Master admin' }).first()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveText('© 2024 Your Company');
  await expect(bar.getByRole('button', { name: /’s account$/ })).toBeHidden();

  await page.setViewportSize({ width: 390, height: 800 });
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeHidden();
  await bar.getByRole('button', { name: /’s account$/ }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1024, height: 800 });
  await bar.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await openAs(page, 'viewer');
  await expect(bar.getByRole('img', { name: 'Master admin' })).toHaveCount(0);
  expect(people.viewer.landing).toBe('/dashboard');
});

test('SPEC 2: placeholders show Coming Soon..., and an unknown address shows Page not found', async ({
  page,
}) => {
  await openAs(page, 'admin');
  await openGroups(page, 'Branch Order', 'Reports & Analytics');
  for (const name of ['Order Patterns', 'Missing Item Analysis', 'Wastage Reports']) {
    await sidebar(page).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page.getByText('Coming Soon...', { exact: true })).toBeVisible();
  }
  // A short page shows its footer and does not scroll.
  await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Units' }).click();
  await expect(page).toHaveURL('/units');
});
