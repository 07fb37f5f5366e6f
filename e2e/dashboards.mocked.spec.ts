import type { Page } from '@playwright/test';
import { failWith } from './fixtures/mocked-faults.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

/** Returns the number on a dashboard card once it has loaded. */
async function readFigure(page: Page, label: RegExp): Promise<number> {
  const card = page.getByRole('main').getByRole('link', { name: label });
  const number = card.getByText(/^[\d,]+$/).first();
  await expect(number).toBeVisible();
  return Number((await number.innerText()).replaceAll(',', ''));
}

test('SPEC 2: the figures of /dashboard agree with the lists that they open', { tag: '@journey' }, async ({
  page,
}) => {
  await openAs(page, 'admin');
  const main = page.getByRole('main');
  for (const label of [/^Awaiting review/, /^Late/, /^In transit for over 24 h/]) {
    const count = await readFigure(page, label);
    await main.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(/\/branch-orders\?/);
    await expect(main.getByText(count === 0 ? 'No orders match the filters' : `of ${count}`)).toBeVisible();
    await page.goBack();
  }
  const belowPar = await readFigure(page, /^Below par/);
  await main.getByRole('link', { name: /^Below par/ }).click();
  await expect(page).toHaveURL(/\/reports\?.*report=below-par/);
  await expect(main.getByText(`${belowPar.toLocaleString('en')} rows`, { exact: true })).toBeVisible();
  await page.goBack();

  const openDiscrepancies = await readFigure(page, /^Open discrepancies/);
  await main.getByRole('link', { name: /^Open discrepancies/ }).click();
  await expect(page).toHaveURL(/\/central-kitchen\/dashboard\?stage=reconcile/);
  const discrepancyTable = main.getByRole('table', { name: 'Discrepancies' });
  await expect(discrepancyTable.locator('tbody').getByRole('row')).toHaveCount(openDiscrepancies);
});

test('SPEC 2: a crashed screen links to the fallback dashboard, which works while the API fails', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/simulated failure|not a constructor/, /api/, /Failed to load resource|error boundary/i);
  await openAs(page, 'admin');
  const main = page.getByRole('main');
  const hasCachedOrders = () =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('last-orders')));
  await expect.poll(hasCachedOrders).toBe(true);

  await page.addInitScript(() => {
    if (location.pathname !== '/inventory') return;
    const fail = () => {
      throw new Error('simulated failure');
    };
    Object.assign(Intl, { NumberFormat: fail });
  });
  await page.goto('/inventory');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await failWith(page, { fault: '500' });
  await page.getByRole('link', { name: 'Use Fallback Dashboard' }).click();

  await expect(page).toHaveURL('/dashboard-fallback');
  await expect(
    main.getByRole('table', { name: 'Last saved orders' }).getByText(/^ORD-/).first(),
  ).toBeVisible();
  await expect(main.getByText(/Server error\. Please try again later\. Saved on this device/)).toBeVisible();
  await main.getByRole('button', { name: 'Check connection' }).click();
  await expect(main.getByText(/responded with an error \(500\)/)).toBeVisible();
  await expect(main.getByRole('link', { name: 'Inventory', exact: true })).toBeVisible();

  await failWith(page);
  await main.getByRole('button', { name: 'Check connection' }).click();
  await expect(main.getByText(/The server responded in/)).toBeVisible();
  await expect(main.getByText('Up to date.')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  expect(await hasCachedOrders(), 'saved orders are deleted at sign-out').toBe(false);
});
