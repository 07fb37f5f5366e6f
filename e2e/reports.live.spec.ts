import { readFileSync } from 'node:fs';
import { toUtcDay } from '#core/day.ts';
import { apiAs } from './fixtures/api-client.ts';
import { fetchOwnLocation } from './fixtures/locations.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Listing {
  name: string;
  required: string[];
}
interface ReportResponse {
  columns: { key: string; type: string; hasTotal: boolean }[];
  rows: Record<string, unknown>[];
  total: number;
  totals: Record<string, number | null>;
}

/** Formats money like the dashboard, without the currency. */
const formatAmount = (amount: number | null | undefined): string =>
  (amount ?? 0).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

test('A1, A2: the stock value is the same in the report, in inventory and on paper, and a row links to its movements', {
  tag: '@journey',
}, async ({ page, server }) => {
  const admin = await apiAs(server.url, 'admin');
  const today = toUtcDay(Date.now() + server.clockShiftMs);
  const valuation = await admin.get<ReportResponse>(`/reports/valuation?day=${today}&limit=5000`);
  const asAt = await admin.get<{ value: number }>(`/stock/as-at?day=${today}`);
  expect(valuation.totals['value']).toBeCloseTo(asAt.value, 2);

  await openAs(page, 'admin', '/reports');
  await page.getByRole('link', { name: 'Stock valuation' }).click();
  const table = page.getByRole('table', { name: 'All rows of the report' });
  const total = formatAmount(valuation.totals['value']);
  await expect(table.locator('tfoot')).toContainText(total);
  await expectAccessible(page, 'a report of rows');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(valuation.total + 1);

  // A figure links to the movements behind it and their closing balance; going back returns to the report.
  await table.getByRole('link').first().click();
  await expect(page).toHaveURL(/report=stock-card.*item=|item=.*report=stock-card/);
  await expect(page.getByRole('table', { name: 'All rows of the report' })).toBeVisible();
  await page.goBack();
  await expect(table.locator('tfoot')).toContainText(total);

  // If the paper is too narrow, the browser scales down the table and its frame.
  await page.setViewportSize({ width: 480, height: 700 });
  await page.emulateMedia({ media: 'print' });
  const measureOverflow = () =>
    table.evaluate(({ parentElement: frame }) =>
      frame ? frame.scrollWidth - frame.clientWidth : Number.NaN,
    );
  await expect.poll(measureOverflow, 'pixels of the table beyond its frame').toBe(0);
});

/** A report with groups and a chart, and one without; all others have the same viewer. */
const [groupedReport, rowReport] = ['wastage', 'valuation'];

test('every report opens on a phone without overflow, and its viewer has no axe violations', async ({
  newContext,
  server,
}) => {
  test.slow();
  const admin = await apiAs(server.url, 'admin');
  const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, reducedMotion: 'reduce' } as const;
  const page = await (await newContext(phone)).newPage();
  await openAs(page, 'admin');
  for (const { name, required } of await admin.get<Listing[]>('/reports')) {
    if (required.includes('item')) continue;
    await navigateInApp(page, `/reports?report=${name}`);
    await expect(page.getByRole('link', { name: 'All reports' })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const measurePageOverflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(await measurePageOverflow(), `pixels of ${name} beyond the window`).toBeLessThanOrEqual(0);
    if (name === groupedReport || name === rowReport) await expectAccessible(page, name);
  }
});

interface SavedView {
  _id: string;
  name: string;
  params: Record<string, string>;
}

test('a saved view is shared, opened by another user, changed and deleted; the other user sees this without a reload', async ({
  page,
  newContext,
  server,
}) => {
  const asBranch = await apiAs(server.url, 'branch');
  const asAdmin = await apiAs(server.url, 'admin');
  const branchId = await fetchOwnLocation(asBranch);
  const other = (await asAdmin.get<{ _id: string; name: string; type: string }[]>('/branch?limit=500')).find(
    ({ _id, type }) => type === 'branch' && _id !== branchId,
  );
  if (!other) throw new Error('The demo business has only one branch');

  await openAs(page, 'admin', '/reports?report=wastage');
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('reason');
  await page.getByRole('combobox', { name: 'Period' }).selectOption('this-year');
  await page.getByRole('combobox', { name: 'Branch', exact: true }).selectOption(other._id);
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Records' }).uncheck();
  await page.getByRole('button', { name: 'Save as view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Waste by reason');
  await dialog.getByRole('checkbox', { name: 'Share view' }).check();
  await expectAccessible(page, 'saving a view');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const views = page.getByRole('navigation', { name: 'Saved views' });
  await expect(views.getByRole('link', { name: /^Waste by reason/ })).toHaveAttribute('aria-current', 'page');

  // The branch opens the view with its own data, and sees which filters don't apply.
  const reader = await (await newContext()).newPage();
  await openAs(reader, 'branch', '/branch-order/reports?report=wastage');
  const readerViews = reader.getByRole('navigation', { name: 'Saved views' });
  await readerViews.getByRole('link', { name: /^Waste by reason/ }).click();
  await expect(reader.getByText(/^Filters not applied.*: Branch\.$/)).toBeVisible();
  await expect(reader).toHaveURL(/period=this-year/);
  await expect(reader).not.toHaveURL(new RegExp(other._id));
  const [visibleView] = await asBranch.get<SavedView[]>('/report-views');
  expect(visibleView?.params).toEqual({ by: 'reason', period: 'this-year', hide: 'records' });
  const year = new Date(Date.now() + server.clockShiftMs).toISOString().slice(0, 4);
  const today = toUtcDay(Date.now() + server.clockShiftMs);
  const { totals } = await asBranch.get<ReportResponse>(
    `/reports/wastage?by=reason&from=${year}-01-01&to=${today}`,
  );
  const table = reader.getByRole('table', { name: 'All rows of the report' });
  const cost = formatAmount(totals['cost']);
  await expect(table.locator('tfoot')).toContainText(cost);
  await expect(table.getByRole('columnheader', { name: 'Records' })).toHaveCount(0);

  // Its owner renames and changes it; the other user's page is updated.
  await page.getByRole('button', { name: 'More actions for Waste by reason' }).click();
  await page.getByRole('menuitem', { name: 'Rename or share' }).click();
  await dialog.getByLabel('Name').fill('Waste of the year');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(readerViews.getByRole('link', { name: /^Waste of the year/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('day');
  await page.getByRole('button', { name: 'Save changes' }).dblclick();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await expect(readerViews.getByRole('link', { name: /^Waste of the year.*edited/ })).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Waste of the year' }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await dialog.getByRole('button', { name: 'Delete view' }).click();
  await expect(readerViews).toHaveCount(0);
  // The open view stays open.
  await expect(table).toBeVisible();
});
