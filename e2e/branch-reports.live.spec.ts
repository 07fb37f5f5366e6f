import { readFileSync } from 'node:fs';
import { dayMs, utcDay } from '#core/day.ts';
import { axe } from './fixtures/axe.ts';
import { apiAs } from './fixtures/api-client.ts';
import { beginsWith } from './fixtures/names.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Report {
  rows: { key: string; label: string; orders: number; ordered: number }[];
  total: number;
  totals: Record<string, number>;
}

test('a branch reads its orders report, saves all rows as a file, and opens the orders behind a number', async ({
  page,
  server,
}) => {
  const asBranch = await apiAs(server.url, 'branch');
  const daysAgo = (days: number) => utcDay(Date.now() + server.clockShiftMs - days * dayMs);
  const [from, to] = [daysAgo(60), daysAgo(0)];
  const fullReport = await asBranch.get<Report>(`/reports/order-patterns?from=${from}&to=${to}&limit=5000`);
  const [first] = fullReport.rows;
  if (!first) throw new Error('The demo data contains no orders');

  await openAs(page, 'branch', `/branch-order/reports?from=${from}&to=${to}`);
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(
    String(fullReport.totals['orders']),
  );
  const table = page.getByRole('table', { name: 'All rows of the report' });
  await expect(table.getByRole('row')).toHaveCount(Math.min(200, fullReport.total) + 2);
  expect(await axe(page, 'everything')).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(fullReport.total + 1);

  await table
    .getByRole('link', { name: beginsWith(first.label) })
    .first()
    .click();
  await expect(table.getByRole('link', { name: /^Open ORD-/ })).toHaveCount(first.orders);
  await expect(table.locator('tfoot')).toContainText(first.ordered.toLocaleString('en-GB'));
  await table
    .getByRole('link', { name: /^Open ORD-/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/branch-order\/order-history\?order=/);
  await expect(page.getByRole('dialog')).toContainText(first.label);
});
