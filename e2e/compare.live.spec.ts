import { readFileSync } from 'node:fs';
import { dayMs, toUtcDay } from '#core/day.ts';
import { runAxe } from './fixtures/axe.ts';
import { apiAs } from './fixtures/api-client.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Order {
  _id: string;
  orderNo: string;
}

const readLines = (path: string) => readFileSync(path, 'utf8').replace('\uFEFF', '').trim().split('\r\n');

test('head office compares two orders and two branches, and saves the comparison and all filtered rows', async ({
  page,
  server,
}) => {
  test.slow();
  const [admin, asBranch] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const [item] = await admin.get<{ _id: string; name: string }[]>('/items?limit=1');
  if (!item) throw new Error('The demo business has no item');
  const day = toUtcDay(Date.now() + server.clockShiftMs + 20 * dayMs);
  const createdOrders: Order[] = [];
  for (const orderQty of [3, 8])
    createdOrders.push(
      await asBranch.post<Order>('/orders', { deliveryDate: day, items: [{ itemId: item._id, orderQty }] }),
    );
  const numbers = createdOrders.map(({ orderNo }) => orderNo);

  await openAs(page, 'admin', `/branch-orders?from=${day}&to=${day}`);
  for (const orderNo of numbers) await page.getByRole('checkbox', { name: new RegExp(orderNo) }).check();
  // The page header has a Compare link too; this one appears once rows are selected.
  const selection = page.getByRole('region', { name: '2 rows selected' });
  await selection.getByRole('link', { name: 'Compare', exact: true }).click();
  const table = page.getByRole('table', { name: 'Quantities side by side' });
  for (const orderNo of numbers) await expect(table.getByRole('link', { name: orderNo })).toBeVisible();
  const row = table.getByRole('row').filter({ hasText: item.name });
  const comparison = await admin.get<{ rows: { cells: { ordered: number }[] }[] }>(
    `/orders/compare?orders=${createdOrders.map(({ _id }) => _id).join()}`,
  );
  const [first, second] = comparison.rows[0]?.cells ?? [];
  const difference = (second?.ordered ?? 0) - (first?.ordered ?? 0);
  await expect(row).toContainText(`${difference > 0 ? '+' : ''}${difference.toLocaleString('en-GB')}`);
  expect(await runAxe(page, 'everything')).toEqual([]);
  const comparisonDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const [, line = '', ...otherLines] = readLines(await (await comparisonDownload).path());
  expect(otherLines).toEqual([]);
  expect(line.endsWith(`,${(first?.ordered ?? 0) + (second?.ordered ?? 0)}`)).toBe(true);

  await page.getByRole('link', { name: 'Branches', exact: true }).last().click();
  const branches = page.getByRole('group', { name: 'Branches to compare' });
  await branches.getByRole('button').nth(0).click();
  await expect(page.getByText('Select two or more branches')).toBeVisible();
  await branches.getByRole('button').nth(1).click();
  await expect(table.getByRole('columnheader')).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Largest difference first');
  // A column links to the orders behind it.
  await table.getByRole('columnheader').nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/branch-orders\?branch=/);

  await navigateInApp(page, '/branch-orders?status=Received');
  const { total } = await admin.get<{ total: number }>('/orders?status=Received&limit=1');
  expect(total).toBeGreaterThan(50);
  const listDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect(readLines(await (await listDownload).path())).toHaveLength(total + 1);
});
