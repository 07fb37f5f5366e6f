import type { Page } from '@playwright/test';
import { offlineBanner, offlineTest, waitUntilCached } from './fixtures/offline-device.ts';
import { quantityCells } from './fixtures/order-guide.ts';
import { signInOnPage } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

/** The browser logs every failed request and file; this is expected here. */
const offlineErrors = [/net::ERR_INTERNET_DISCONNECTED/, /Failed to load resource/, /could not be loaded/];

test.use({ hasIdleTime: true });

/** Marks the page; a reload would remove the mark. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }));
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window);

const missingPage = (page: Page) => page.getByText('Not available offline', { exact: true });

/** Expands the groups of the user's menu and returns every link in it. */
async function listMenuPages(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const closed = menu.locator('button[aria-expanded="false"]');
  while ((await closed.count()) > 0) await closed.first().click();
  return menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

test('offline, every menu page opens within the dashboard', async ({ page, context, pageErrors }) => {
  pageErrors.allow(...offlineErrors);
  await signInOnPage(page, 'branch');
  await markPage(page);
  const pages = await listMenuPages(page);
  expect(pages.length).toBeGreaterThan(3);
  await quantityCells(page).first().fill('7');
  await quantityCells(page).first().press('Enter');
  await expect(page.getByText(/^1 line\b/)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('No connection to the server.')).toBeVisible();
  const missing: string[] = [];
  for (const path of pages) {
    await page.locator(`nav a[href="${path}"]`).first().click();
    await expect(page).toHaveURL((url) => url.pathname === path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    if (await missingPage(page).isVisible()) missing.push(path);
  }
  expect(missing.length).toBeGreaterThan(0);
  expect(await isSamePage(page)).toBe(true);

  const last = missing.at(-1) ?? '';
  await page.locator(`nav a[href="${last}"]`).first().click();
  await expect(missingPage(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Available now' })).toBeVisible();
  await context.setOffline(false);
  await expect(missingPage(page)).toBeHidden();
  await expect(page.getByText('Couldn’t open this page')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await isSamePage(page)).toBe(true);

  await listMenuPages(page);
  await page.locator('nav a[href="/branch-order/create-order"]').first().click();
  await expect(quantityCells(page).first()).toHaveValue('7');
});

offlineTest(
  'every page of the menu opens offline, whether or not it was opened before',
  async ({ page, network }) => {
    await signInOnPage(page, 'branch');
    await waitUntilCached(page, 'suggestions');
    await listMenuPages(page);
    network.setState('down');
    await expect(offlineBanner(page)).toBeVisible();
    for (const name of ['Order Submission', 'Receiving Order', 'Wastage']) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${name}$`, 'i') })).toBeVisible();
      await expect(missingPage(page)).toHaveCount(0);
    }
  },
);

test('F25: a page whose code was removed by an update offers a reload, and keeps entries', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/404/, /could not be loaded/);
  await page.route('**/assets/receiving-order-*', (route) => route.fulfill({ status: 404 }));
  await signInOnPage(page, 'branch');
  await markPage(page);
  await listMenuPages(page);
  await quantityCells(page).first().fill('9');
  await quantityCells(page).first().press('Enter');
  await expect(page.getByText(/^1 line\b/)).toBeVisible();
  await page.getByRole('link', { name: 'Receiving Order' }).first().click();
  await expect(page.getByText('Couldn’t open this page')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
  expect(await isSamePage(page)).toBe(true);
  await page.getByRole('link', { name: 'Create Order' }).first().click();
  await expect(quantityCells(page).first()).toHaveValue('9');
  expect(await isSamePage(page)).toBe(true);
});
