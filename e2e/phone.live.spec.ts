import type { Page } from '@playwright/test';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Number of fully visible rows between header and footer of the order guide. */
const countVisibleRows = (page: Page) =>
  page.evaluate(() => {
    const footerTop = document.querySelector('[data-foot-bar]')?.getBoundingClientRect().top ?? 0;
    const headerBottom = document.querySelector('[role="search"]')?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll('[data-row]:has(input[data-quantity-column])')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= headerBottom && bottom <= footerTop + 1;
    }).length;
  });

test('on a phone the order guide shows rows at once, and is filled in with the docked number pad', async ({
  newContext,
}) => {
  const page = await (await newContext(phone)).newPage();
  await openAs(page, 'branch');
  const cells = page.locator('input[data-quantity-column="order"]');
  await expect(cells.first()).toBeInViewport();
  await expect.poll(() => countVisibleRows(page)).toBeGreaterThanOrEqual(2);

  const pad = page.getByRole('group', { name: 'Number pad' });
  await expect(pad).toHaveCount(0);
  await expect(cells.first()).toHaveAttribute('inputmode', 'none');
  const first = page.getByLabel((await cells.first().getAttribute('aria-label')) ?? '', { exact: true });
  await first.tap();
  await expect(pad).toBeInViewport();
  await expect(first).toHaveJSProperty('inputMode', 'none');
  await expect.poll(() => countVisibleRows(page)).toBeGreaterThanOrEqual(2);
  for (const key of ['1', '2']) await pad.getByRole('button', { name: key, exact: true }).tap();
  for (let row = 0; row < 6; row += 1) {
    await pad.getByRole('button', { name: 'Next quantity' }).tap();
    if (row === 0) await expect(first).toHaveValue('12');
    await expect(page.locator('input[data-quantity-column]:focus')).toBeInViewport();
    await expect.poll(() => countVisibleRows(page), `after ${row + 1} rows`).toBeGreaterThanOrEqual(2);
  }
  await expect(page.getByRole('button', { name: 'Submit order' })).toBeInViewport();
  await pad.getByRole('button', { name: 'Hide the number pad' }).tap();
  await expect(pad).toHaveCount(0);

  // Rarely used actions are in a menu, and rarely edited fields are collapsed.
  await page.getByRole('button', { name: 'More actions' }).tap();
  await expect(page.getByRole('menuitem', { name: 'Fill from a template…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Delivery date')).toHaveCount(0);
  await page.getByRole('button', { name: / · Regular$/ }).tap();
  await expect(page.getByLabel('Delivery date')).toBeVisible();
});

test('a list scrolls with its page: a small laptop shows more than nine orders, and the header stays visible', async ({
  newContext,
}) => {
  const page = await (await newContext({ viewport: { width: 1366, height: 650 } })).newPage();
  await openAs(page, 'admin', '/branch-orders');
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr[data-row]');
  await expect(rows.first()).toBeVisible();
  const countVisible = () =>
    rows.evaluateAll(
      (elements) => elements.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
    );
  await expect.poll(countVisible).toBeGreaterThan(9);
  const header = page.getByRole('columnheader', { name: 'Order', exact: true });
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect(header).toBeInViewport();
  expect((await header.boundingBox())?.y).toBeLessThan(80);
  const innerOverflow = await page
    .getByRole('table', { name: 'Orders' })
    .evaluate((table) => (table.parentElement?.scrollHeight ?? 0) - (table.parentElement?.clientHeight ?? 0));
  expect(innerOverflow).toBeLessThanOrEqual(1);
});
