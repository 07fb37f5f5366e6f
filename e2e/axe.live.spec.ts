import type { Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { findOverflow } from './fixtures/overflow.ts';
import { findHiddenFocus } from './fixtures/keyboard.ts';
import {
  navigateInApp,
  listSamplePages,
  listScreens,
  settle,
  showInTheme,
  type TestUser,
} from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { findSmallTargets } from './fixtures/touch-targets.ts';

// The longest spec: its tests are distributed among the workers.
test.describe.configure({ mode: 'parallel' });

const testUsers: readonly TestUser[] = ['master', 'branch', 'kitchen'];
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, reducedMotion: 'reduce' } as const;
const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

/**
 * Returns the violations that axe finds. Reruns it once the page has settled, because labels may be missing
 * while a page renders.
 */
async function findViolations(page: Page, rules: 'everything' | 'colours'): Promise<string[]> {
  if ((await runAxe(page, rules)).length === 0) return [];
  await settle(page);
  return runAxe(page, rules);
}

async function expectNoOverflow(page: Page, screen: string): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect.soft(overflow, `pixels of ${screen} beyond the window`).toBeLessThanOrEqual(0);
  // A table becomes scrollable only after layout.
  await expect
    .configure({ soft: true })
    .poll(() => findOverflow(page), `elements outside the window on ${screen}`)
    .toEqual([]);
}

// The other theme's colors are checked on the phone.
test('one page of each type on a desktop has no axe violations in light, shows a visible focus on the first three Tab stops, and fits into 768 px', async ({
  newContext,
  server,
}) => {
  test.setTimeout(600_000);
  for (const testUser of testUsers) {
    const context = await newContext({ ...desktop, colorScheme: 'light' });
    const page = await context.newPage();
    await page.goto('/');
    if (testUser === 'master') await expectAccessible(page, 'sign-in');
    await page.emulateMedia({ colorScheme: 'light' });
    await openAs(page, testUser);
    for (const screen of await listSamplePages(server.url, testUser)) {
      await navigateInApp(page, screen);
      await settle(page);
      expect.soft(await findViolations(page, 'everything'), `axe on ${screen}, light`).toEqual([]);
      expect.soft(await findHiddenFocus(page, 3), `hidden focus on ${screen}`).toEqual([]);
    }
    await page.setViewportSize({ width: 768, height: 800 });
    // The sidebar's width follows the window when a page is opened.
    await page.reload();
    for (const screen of await listSamplePages(server.url, testUser)) {
      await navigateInApp(page, screen);
      await settle(page);
      await expectNoOverflow(page, `${screen}, 768 px`);
    }
    await context.close();
  }
});

test('one page of each type on a phone, in Arabic and dark, has no axe violations and no overflow', async ({
  newContext,
  server,
}) => {
  test.setTimeout(600_000);
  for (const testUser of testUsers) {
    const context = await newContext({ ...phone, colorScheme: 'dark' });
    const page = await context.newPage();
    const check = async (screen: string) => {
      await settle(page);
      expect.soft(await findViolations(page, 'everything'), `axe on ${screen}, Arabic, dark`).toEqual([]);
      await expectNoOverflow(page, screen);
    };
    await openAs(page, testUser);
    await page.getByRole('button', { name: /’s account$/ }).tap();
    await page.getByRole('menuitemradio', { name: 'العربية' }).tap();
    await expect(page.locator('html.dark')).toHaveAttribute('dir', 'rtl');
    if (testUser === 'master') {
      await page.getByRole('button', { name: 'فتح القائمة' }).tap();
      await expect(page.getByRole('dialog', { name: 'القائمة الرئيسية' })).toBeVisible();
      await check('the open menu');
      await page.keyboard.press('Escape');
    }
    for (const screen of await listSamplePages(server.url, testUser)) {
      await navigateInApp(page, screen);
      await check(screen);
    }
    await context.close();
  }
});

/** Logs violations of the content security policy to the console, where they fail the test. */
const logPolicyViolations = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`);
    });
  });

test('every route on a phone has a title, no policy violation, no overflow, and large enough touch targets', async ({
  newContext,
  server,
}) => {
  test.setTimeout(600_000);
  const page = await (await newContext(phone)).newPage();
  await logPolicyViolations(page);
  await openAs(page, 'master');
  for (const screen of await listScreens(server.url, 'master')) {
    await navigateInApp(page, screen);
    await settle(page);
    await expect.soft(page, `${screen} has a title`).toHaveTitle(/\S/);
    await expectNoOverflow(page, screen);
    expect.soft(await findSmallTargets(page), `touch targets that are too small on ${screen}`).toEqual([]);
  }
});

test('open menus, sheets, panels, forms and dialogs have no axe violations in light and dark', async ({
  newContext,
  server,
}) => {
  test.setTimeout(180_000);
  const page = await (await newContext(desktop)).newPage();
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await openAs(page, 'master');

  await press('Display, language and account');
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the account menu');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await dialog.getByRole('combobox').fill('flour');
  await expect(page.getByRole('group', { name: 'Items' }).getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'the search results');
  await page.keyboard.press('Escape');

  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'the keyboard shortcuts');
  await page.keyboard.press('Escape');

  await navigateInApp(page, '/tax');
  for (const menu of ['View', 'Export']) {
    await press(menu);
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, `the menu ${menu} of a list`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: menu, exact: true }).first()).toBeFocused();
  }
  await page.getByRole('table').getByRole('link').first().click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'the panel of a row');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: /^Delete / })).toBeVisible();
  await expectAccessible(page, 'the confirmation of deleting a row');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(
    page.getByRole('table').getByRole('link').first(),
    'the link that opened the panel',
  ).toBeFocused();

  await page.getByRole('link', { name: 'New tax' }).click();
  await dialog.getByRole('textbox').first().fill('Duty');
  await expectAccessible(page, 'a filled-in form');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await expectAccessible(page, 'the confirmation of leaving a form');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByText('CSV').first()).toBeVisible();
  await expectAccessible(page, 'the import');

  const getBackground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await showInTheme(page, 'light');
  await settle(page);
  const lightBackground = await getBackground();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect.poll(getBackground, 'printouts use the light theme').toBe(lightBackground);
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });

  await navigateInApp(page, '/branch-orders');
  await page.getByRole('table', { name: 'Orders' }).getByRole('link').first().click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'the panel of an order');

  await navigateInApp(page, '/procurements/settings/supplier');
  await page.getByRole('table').getByRole('link').first().click();
  for (const tab of ['Statement', 'Scorecard', 'Price list']) {
    await dialog.getByRole('button', { name: tab, exact: true }).click();
    await expect(dialog.getByRole('table').first()).toBeVisible();
    await expectAccessible(page, `the ${tab.toLowerCase()} of a supplier`);
  }
  await dialog
    .getByRole('button', { name: /^Price history:/ })
    .first()
    .click();
  await expect(dialog.getByRole('heading', { name: 'Price history' })).toBeVisible();
  await expectAccessible(page, 'the price chart of a pack');
  await page.keyboard.press('Escape');

  const api = await apiAs(server.url, 'kitchen');
  const { orders } = await api.get<{ orders: { orderNo: string }[] }>(
    '/orders?status=Under%20Process&limit=1',
  );
  const kitchen = await (await newContext(desktop)).newPage();
  await openAs(kitchen, 'kitchen');
  await navigateInApp(kitchen, '/central-kitchen/order-processing-prep');
  await kitchen.getByRole('link', { name: new RegExp(orders[0]?.orderNo ?? 'none') }).click();
  await kitchen.getByRole('button', { name: 'Pick all as approved' }).click();
  await kitchen.getByRole('button', { name: 'Ship order' }).click();
  await expect(kitchen.getByRole('dialog', { name: /^Ship / })).toBeVisible();
  await expectAccessible(kitchen, 'the confirmation of shipping an order');
});

test('axe checks one of several identically styled texts, and finds low contrast in one or in all of them', async ({
  newContext,
}) => {
  const page = await (await newContext(desktop)).newPage();
  await openAs(page, 'master');
  await navigateInApp(page, '/branch-orders');
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr');
  await expect(rows.nth(4)).toBeVisible();
  await showInTheme(page, 'light');
  expect(await runAxe(page, 'colours')).toEqual([]);
  const listViolations = async () => (await runAxe(page, 'colours')).join();
  const cell = 'tbody tr:nth-child(4) td:last-child';
  const setStyle = (selector: string, style: string) =>
    page.evaluate(
      ([target, css]) => {
        for (const element of document.querySelectorAll(target)) element.setAttribute('style', css);
      },
      [selector, style] as const,
    );
  for (const style of ['color: #ccc', 'opacity: 0.3']) {
    await setStyle(cell, style);
    expect(await listViolations(), `one cell with ${style}`).toContain('color-contrast');
    await setStyle(cell, '');
    expect(await listViolations()).toBe('');
    await setStyle('tbody td', style);
    expect(await listViolations(), `all cells with ${style}`).toContain('color-contrast');
    await setStyle('tbody td', '');
  }
  // Changes the background behind only one of them.
  await setStyle('tbody tr:nth-child(3)', 'background-color: #555');
  expect(await listViolations(), 'a row on grey').toContain('color-contrast');
});

test('open menus, filters and the number pad on a phone have no axe violations in light and dark', async ({
  newContext,
}) => {
  test.setTimeout(120_000);
  const page = await (await newContext(phone)).newPage();
  const tap = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().tap();
  await openAs(page, 'branch');
  await tap(/’s account$/);
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the account menu');
  await page.keyboard.press('Escape');

  await tap('More actions');
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'more actions');
  await page.keyboard.press('Escape');

  await page.locator('input[data-quantity-column="order"]').first().tap();
  await expect(page.getByRole('group', { name: 'Number pad' })).toBeInViewport();
  await expectAccessible(page, 'the number pad');

  await navigateInApp(page, '/branch-order/order-history');
  await tap('Filters');
  await expect(page.getByRole('combobox', { name: 'Sort', exact: true })).toBeVisible();
  await expectAccessible(page, 'the filters of a list');

  await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'the panel of an order');
});
