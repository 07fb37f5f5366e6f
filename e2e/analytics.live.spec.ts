import type { AnalyticsResponse } from '#modules/analytics/shapes.ts';
import { dayMs, toUtcDay } from '#core/day.ts';
import { apiAs } from './fixtures/api-client.ts';
import { navigateInApp, settle } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

const daysAgo = (shiftMs: number, days: number) => toUtcDay(Date.now() + shiftMs - days * dayMs);

test("head office sees each branch's service level, opens the orders behind it, and reads a chart by keyboard", async ({
  page,
  server,
}) => {
  const days = `from=${daysAgo(server.clockShiftMs, 60)}&to=${daysAgo(server.clockShiftMs, 1)}`;
  const admin = await apiAs(server.url, 'admin');
  const serviceByWeek = await admin.get<AnalyticsResponse>(`/analytics/service?${days}&by=week`);
  await openAs(page, 'admin', `/analytics?${days}&by=week`);
  const totals = page.getByRole('list', { name: 'Totals' });
  await expect(totals).toContainText(Number(serviceByWeek.totals['orders']).toLocaleString('en-GB'));
  await expect(page.getByRole('region', { name: 'How it’s calculated' })).toContainText('OTIF: both');

  const chart = page.getByRole('group', { name: /^Line fill rate by week/ });
  await chart.focus();
  await page.keyboard.press('Home');
  const figureStatus = page.locator('figure').getByRole('status');
  await expect(figureStatus).toContainText('Week of');
  const first = await figureStatus.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(figureStatus).not.toHaveText(first ?? '');

  await totals.getByRole('link', { name: /^Orders shipped/ }).click();
  await expect(page).toHaveURL(/\/branch-orders\?/);
});

test('a figure of a branch opens its orders, and a dish opens its daily sales', async ({ page, server }) => {
  const days = `from=${daysAgo(server.clockShiftMs, 60)}&to=${daysAgo(server.clockShiftMs, 1)}`;
  const admin = await apiAs(server.url, 'admin');
  const serviceByBranch = await admin.get<AnalyticsResponse>(`/analytics/service?${days}&by=branch`);
  const row = serviceByBranch.rows.find(({ figures }) => Number(figures['due']) > 1);
  if (!row) throw new Error('The demo business has no due orders');
  const due = Number(row.figures['due']).toLocaleString('en-GB');
  await openAs(page, 'admin', `/analytics?${days}&by=branch`);
  const table = page.getByRole('table', { name: 'Figures' });
  await expect(table).toBeVisible();
  const headers = await table.getByRole('columnheader').allTextContents();
  const cell = table
    .getByRole('row', { name: row.label })
    .getByRole('cell')
    .nth(headers.indexOf('Orders due'));
  // Cells are links, so the keyboard works on them.
  await cell.getByRole('link', { name: due, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `${due} orders due` })).toBeVisible();

  await navigateInApp(page, `/analytics?${days}&tab=menu`);
  await expect(page.getByRole('table', { name: 'Thresholds' })).toContainText('Hot drinks');
  await page.getByRole('table', { name: 'Thresholds' }).getByRole('link', { name: 'Hot drinks' }).click();
  const dishes = page.getByRole('table', { name: 'Figures' });
  await dishes.getByRole('link', { name: 'Flat white', exact: true }).click();
  const dish = await page.getByRole('heading', { name: /^Flat white: .* portions by day$/ }).textContent();
  const rows = page.getByRole('table', { name: dish ?? '' }).getByRole('row');
  const portions = await rows.evaluateAll((tableRows) =>
    tableRows
      .slice(1)
      .reduce((sum, row) => sum + Number(row.querySelectorAll('td')[1]?.textContent?.replaceAll(',', '')), 0),
  );
  expect(dish?.replaceAll(',', '')).toContain(`: ${portions} portions`);
});

const views = ['service', 'demand', 'wastage', 'stock', 'branches', 'suppliers', 'menu', 'foodCost'];
/** A heat map, figures with trends, and a scatter chart; other views have the same parts. */
const checkedViews = ['demand', 'wastage', 'menu'];

test('no type of chart has axe violations in either theme, and no view overflows on a desktop or a phone', async ({
  newContext,
}) => {
  test.slow();
  const [desktop, phone] = [
    { width: 1280, height: 800 },
    { width: 360, height: 800 },
  ];
  const page = await (await newContext({ hasTouch: true, reducedMotion: 'reduce' })).newPage();
  await openAs(page, 'admin');
  for (const view of views) {
    await page.setViewportSize(desktop);
    await navigateInApp(page, `/analytics?tab=${view}`);
    await settle(page);
    if (checkedViews.includes(view)) await expectAccessible(page, view);
    for (const window of [desktop, phone]) {
      await page.setViewportSize(window);
      await settle(page);
      const measureOverflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect
        .configure({ soft: true })
        .poll(measureOverflow, `pixels of ${view} beyond ${window.width} px`)
        .toBeLessThanOrEqual(0);
    }
  }
});
