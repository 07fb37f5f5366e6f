import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import writeXlsxFile from 'write-excel-file/node';
import { apiAs } from './fixtures/api-client.ts';
import { signIn } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

test.use({ business: 'import' });

/** The sample business of another system: told by NORTHWIND_DIR, or beside the project. */
const northwind = process.env['NORTHWIND_DIR'] ?? join(import.meta.dirname, '../../shared/data/northwind');

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'commissary-import-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const column = (page: Page, heading: string) =>
  page.getByRole('combobox', { name: `Column of “${heading}”` });
const check = (page: Page) => page.getByRole('button', { name: 'Check the file' }).click();

/** Opens the import of a list from its head, and hands the file over. */
async function choose(page: Page, list: string, path: string): Promise<void> {
  await page.goto(list);
  await page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByLabel('Choose a file').setInputFiles(path);
  await expect(page.getByRole('heading', { name: 'What the columns are' })).toBeVisible();
}

/** Chooses one row of a reference for all rows. */
async function forAllRows(page: Page, label: string, row: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(row);
  await page.getByRole('listbox').getByRole('option', { name: row }).first().click();
}

async function bringIn(page: Page, rows: number): Promise<void> {
  await check(page);
  await expect(page.getByText('Everything is right.')).toBeVisible();
  await page.getByRole('button', { name: `Import ${rows} rows` }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
}

test('a whole business of another system comes in, as its files are', async ({ page, server }) => {
  test.info().skip(!existsSync(northwind), `There is no ${northwind}: set NORTHWIND_DIR.`);
  test.slow();
  const admin = await apiAs(server.url, 'admin');
  const rowsOf = (file: string) => readFileSync(join(northwind, file), 'utf8').trim().split('\n').length - 1;
  const count = async (path: string) => (await admin.get<unknown[]>(path)).length;
  await signIn(page, 'admin');

  await choose(page, '/sub-categories?tab=item-categories', join(northwind, 'categories.csv'));
  await expect(column(page, 'categoryID')).toHaveValue('code');
  await bringIn(page, rowsOf('categories.csv'));

  await choose(page, '/procurements/settings/supplier', join(northwind, 'suppliers.csv'));
  await expect(column(page, 'contactName')).toHaveValue('contact');
  await bringIn(page, rowsOf('suppliers.csv'));

  const items = await count('/items?limit=500');
  await choose(page, '/procurements/creation/items-creation', join(northwind, 'products.csv'));
  await expect(column(page, 'categoryID')).toHaveValue('category');
  await page.getByRole('combobox', { name: /^Kind/ }).selectOption('finished');
  await forAllRows(page, 'Base unit', 'Each');
  await page.getByRole('textbox', { name: /Contents/ }).fill('1');
  await bringIn(page, rowsOf('products.csv'));
  expect(await count('/items?limit=500')).toBe(items + rowsOf('products.csv'));

  await choose(page, '/branches', join(northwind, 'customers.csv'));
  await expect(column(page, 'companyName')).toHaveValue('name');
  await page.getByRole('combobox', { name: /^Type/ }).selectOption('branch');
  await page.getByRole('combobox', { name: /^Time zone/ }).fill('Europe/Berlin');
  await page.getByRole('combobox', { name: 'Another column for all rows' }).selectOption('Supplying kitchen');
  await forAllRows(page, 'Supplying kitchen', 'Central Kitchen');
  await bringIn(page, rowsOf('customers.csv'));

  const [chai] = await admin.get<{ _id: string; unitPrice: number }[]>('/items?q=chai');
  expect(chai).toMatchObject({ itemCode: '1', unitPrice: 18, kind: 'finished' });
  expect(await admin.get(`/packagings?itemId=${chai?._id}`)).toMatchObject([{ name: '10 boxes x 20 bags' }]);
  const [bolid] = await admin.get<{ address: string }[]>('/branch?q=bolido');
  expect(bolid?.address).toBe('C/ Araquil, 67');
});

test('what is wrong stands beside its cell; mended it comes in from a workbook, and goes again', async ({
  page,
  server,
}) => {
  const admin = await apiAs(server.url, 'admin');
  await signIn(page, 'admin');
  await choose(
    page,
    '/units',
    fileOf('units.csv', 'Symbol;Name;Dimension;Factor\nstone;Stone;mass;many\nstone;Rock;weight;5\n'),
  );
  await check(page);
  await expect(page.getByText('2 rows to fix')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Rows of the file' });
  await expect(
    rows.getByRole('row', { name: /^2 / }).getByRole('cell', { name: /many.*Not a number/ }),
  ).toBeVisible();
  const second = rows.getByRole('row', { name: /^3 / });
  await expect(second.getByRole('cell', { name: /weight.*One of: Mass/ })).toBeVisible();
  await expect(second.getByRole('cell', { name: /stone.*Row 2 says the same/ })).toBeVisible();
  const button = page.getByRole('main').getByRole('button', { name: 'Import', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.focus();
  await expect(page.getByText('Fix the rows first, or leave their column out.')).toBeVisible();

  await second.getByRole('button', { name: 'Correct row 3, Dimension' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct row 3, Dimension' });
  await dialog.getByRole('combobox', { name: 'Dimension' }).selectOption('Mass');
  await dialog.getByRole('button', { name: 'Correct this cell' }).click();
  await expect(second.getByText('File: weight')).toBeVisible();
  await expect(second.getByText(/One of: Mass/)).toBeHidden();

  const path = join(folder, 'units.xlsx');
  await writeXlsxFile(
    [
      ['Name', 'Symbol', 'Dimension', 'Factor'],
      ['Stone', 'stone', 'Mass', 6350],
      ['Gallon', 'gal', 'Volume', 4546],
    ].map((cells) => cells.map((value) => ({ value }))),
  ).toFile(path);
  await choose(page, '/units', path);
  await bringIn(page, 2);
  await expect(page.getByText('2 created, 0 changed, 0 unchanged.')).toBeVisible();
  expect(await admin.get('/units?q=gallon')).toMatchObject([{ symbol: 'gal', factorNum: 4546 }]);

  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible();
  expect(await admin.get('/units?q=gallon')).toEqual([]);

  // What is there now goes out as a workbook with its explanations; as it is, it says nothing new.
  await page.getByRole('button', { name: 'Import another file' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Current data as XLSX' }).click();
  const current = join(folder, 'current.xlsx');
  await (await download).saveAs(current);
  await page.getByLabel('Choose a file').setInputFiles(current);
  await expect(column(page, 'ID in Commissary')).toHaveValue('rowId');
  await expect(page.getByRole('combobox', { name: 'Sheet' })).toBeHidden();
  await check(page);
  await expect(
    page.getByText('Nothing would change: the file says what is there already.').first(),
  ).toBeVisible();
});

test('a changed row shows what was and what comes, and which column is left out; undone, all is as it was', async ({
  page,
  server,
}) => {
  const admin = await apiAs(server.url, 'admin');
  const before = await admin.get<{ _id: string; code: string; name: string }[]>('/suppliers?limit=500');
  const [supplier] = before.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  await signIn(page, 'admin');
  await choose(
    page,
    '/procurements/settings/supplier',
    fileOf('suppliers.csv', `Code,Name,Lead time,Colour\n${supplier?.code},Juliet Foods,9,blue\n`),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  const leftOut = page.getByText('Left out: Colour.');
  await expect(leftOut).toBeVisible();
  await check(page);
  await expect(leftOut).toBeVisible();
  await expect(page.getByText(`${supplier?.name} becomes Juliet Foods`, { exact: true })).toBeVisible();
  const row = page.getByRole('table', { name: 'Rows of the file' }).getByRole('row', { name: /^2 / });
  const name = row.getByRole('cell', { name: `Was ${supplier?.name} becomes Juliet Foods` });
  await expect(name.locator('del')).toHaveText(String(supplier?.name));
  await expect(name.locator('ins')).toHaveText('Juliet Foods');
  await expect(row.getByRole('cell', { name: /^Was .* becomes 9$/ })).toBeVisible();
  const tooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(await page.evaluate(tooWide)).toBe(false);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('0 created, 1 changed, 0 unchanged.')).toBeVisible();
  expect(await admin.get(`/suppliers/${supplier?._id}`)).toMatchObject({ name: 'Juliet Foods' });
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible();
  expect(await admin.get(`/suppliers/${supplier?._id}`)).toMatchObject({ name: supplier?.name });
});

test('ten thousand rows show how far they are, and are given up with one press', async ({ page, server }) => {
  const admin = await apiAs(server.url, 'admin');
  await signIn(page, 'admin');
  const many = Array.from({ length: 10_000 }, (_, at) => `Brand ${at},B${at}`);
  await choose(page, '/brand', fileOf('brands.csv', `Name,Code\n${many.join('\n')}\n`));
  await expect(page.getByText('brands.csv: 10,000 rows')).toBeVisible();
  await check(page);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled. Nothing was imported.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check the file' })).toBeVisible();
  expect(await admin.get('/brands?q=brand')).toEqual([]);
});
