import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { Page } from '@playwright/test';
import { dayMs, toUtcDay } from '#core/day.ts';
import { runAxe } from './fixtures/axe.ts';
import { apiAs } from './fixtures/api-client.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface AsAt {
  value: number;
  rows: { itemId: string; placeId: string; onHand: number; value: number }[];
}
interface Item {
  _id: string;
  name: string;
  itemCode: string;
}
interface Place {
  _id: string;
  name: string;
  type: string;
}

/** Saves a CSV file with this button and returns its rows. */
async function saveAsCsv(page: Page, button: string): Promise<{ header: string[]; rows: string[][] }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  const [header = [], ...rows] = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true }).data;
  return { header, rows };
}

test("inventory shows days of cover and yesterday's stock on both date bases, its file adds up, and a stock card links to a document", async ({
  page,
  server,
}) => {
  test.slow();
  const admin = await apiAs(server.url, 'admin');
  const places = await admin.get<Place[]>('/branch');
  const branch = places.find(({ type }) => type === 'branch');
  const items = await admin.get<Item[]>('/items?limit=100&kind=raw');
  const yesterday = toUtcDay(Date.now() + server.clockShiftMs - dayMs);
  const before = await admin.get<AsAt>(`/stock/as-at?day=${yesterday}`);
  const isStocked = ({ _id }: Item) =>
    before.rows.some((row) => row.itemId === _id && row.placeId === branch?._id && row.onHand >= 2);
  const item = items.find(isStocked);
  if (!branch || !item) throw new Error('The demo business has no branch with stock');
  const getOnHand = ({ rows }: AsAt) =>
    rows.find((row) => row.itemId === item._id && row.placeId === branch._id)?.onHand ?? 0;
  // Stock issued today was still on hand yesterday.
  const wasted = await admin.post<{ number: string }>('/wastage', {
    branch: branch._id,
    item: item._id,
    qty: 0.25,
    reason: 'spoiled',
  });
  const after = await admin.get<AsAt>(`/stock/as-at?day=${yesterday}`);
  expect([after.value, getOnHand(after)]).toEqual([before.value, getOnHand(before)]);

  await openAs(page, 'admin', '/inventory');
  const table = page.getByRole('table', { name: 'Stock by item and location' });
  await expect(table.getByRole('columnheader', { name: 'Cover' })).toBeVisible();
  await expect(page.getByText(/^Cover: days the available stock lasts/)).toBeVisible();
  const currentFile = await saveAsCsv(page, 'Save as CSV');
  const getColumnIndex = (name: string) => currentFile.header.indexOf(name);
  const figures = currentFile.rows.map((row) =>
    ['Available', 'Usage per day', 'Days of cover'].map((name) => row[getColumnIndex(name)] ?? ''),
  );
  expect(figures.filter(([, usage]) => usage !== '').length).toBeGreaterThan(10);
  for (const [available, usage, cover] of figures)
    expect(cover).toBe(usage === '' ? '' : String(Math.round((Number(available) / Number(usage)) * 10) / 10));

  await page.getByLabel('Show stock as at the end of this day').fill(yesterday);
  await expect(page.getByRole('note').filter({ hasText: 'Stock at the end of' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`day=${yesterday}`));
  expect(await runAxe(page, 'everything')).toEqual([]);
  const { header, rows } = await saveAsCsv(page, 'Save as CSV');
  const findColumn = (name: string) => header.findIndex((heading) => heading.startsWith(name));
  const value = rows.reduce(
    (sum, row) => sum + Number(row[findColumn('Value')]) + Number(row[findColumn('Value in')]),
    0,
  );
  // In the file, each row is rounded to cents.
  expect(Math.abs(value - after.value)).toBeLessThan(rows.length * 0.01);
  const itemRow = rows.find(
    (row) => row[findColumn('Item code')] === item.itemCode && row[findColumn('Location')] === branch.name,
  );
  expect(Number(itemRow?.[findColumn('On hand')] ?? 0)).toBe(getOnHand(after));

  const dateBasis = page.getByRole('combobox', { name: 'Date basis' });
  await dateBasis.selectOption('posting date');
  await expect(page.getByRole('note')).toContainText('Stock as recorded at the end of');
  await expect(page.getByRole('note')).toContainText(/As of \d{2}:\d{2}/);
  await expect(page).toHaveURL(/by=posted/);
  const asPosted = await admin.get<AsAt>(`/stock/as-at?day=${yesterday}&by=posted`);
  const postedFile = await saveAsCsv(page, 'Save as CSV');
  const findPostedColumn = (name: string) =>
    postedFile.header.findIndex((heading) => heading.startsWith(name));
  const postedValue = postedFile.rows.reduce(
    (sum, row) => sum + Number(row[findPostedColumn('Value')]) + Number(row[findPostedColumn('Value in')]),
    0,
  );
  expect(Math.abs(postedValue - asPosted.value)).toBeLessThan(postedFile.rows.length * 0.01);

  await navigateInApp(page, `/inventory?item=${item._id}&at=${branch._id}`);
  const card = page.getByRole('dialog', { name: item.name });
  await card.getByRole('link', { name: `Open ${wasted.number}` }).click();
  await expect(page).toHaveURL(/\/branch-order\/wastage\?row=/);
  await expect(page.getByRole('dialog')).toContainText(wasted.number);
});
