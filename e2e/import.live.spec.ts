import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeXlsx } from '#core/xlsx.ts';
import { apiAs } from './fixtures/api-client.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

/** Exports from another system: a small made-up business and, if present, the system's well-known sample. */
const businesses = [
  {
    name: 'a small business',
    folder: join(import.meta.dirname, 'fixtures/other-system'),
    item: { q: 'rye', itemCode: '901', unitPrice: 18, packaging: '12 boxes x 6 loaves' },
    branch: { q: 'smorrebrod', address: 'Havnegade 67' },
  },
  {
    name: 'Northwind',
    folder: process.env['NORTHWIND_DIR'] ?? join(import.meta.dirname, '../../shared/data/northwind'),
    item: { q: 'chai', itemCode: '1', unitPrice: 18, packaging: '10 boxes x 20 bags' },
    branch: { q: 'bolido', address: 'C/ Araquil, 67' },
  },
];

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'commissary-import-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeImportFile(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const getColumn = (page: Page, heading: string) =>
  page.getByRole('combobox', { name: `Column for “${heading}”` });
const checkFile = (page: Page) => page.getByRole('button', { name: 'Check the file' }).click();

/** Opens the import from a list's header and selects the file. */
async function chooseFile(page: Page, list: string, path: string): Promise<void> {
  await navigateInApp(page, list);
  await page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByLabel('Choose a file').setInputFiles(path);
  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible();
}

/** Selects the same reference for all rows. */
async function chooseForAllRows(page: Page, label: string, row: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(row);
  await page.getByRole('listbox').getByRole('option', { name: row }).first().click();
}

/** Checks the file, expects these columns to be skipped, and imports its rows. */
async function importRows(page: Page, rows: number, skippedColumns: readonly string[] = []): Promise<void> {
  await checkFile(page);
  const result = skippedColumns.length === 0 ? 'No errors.' : /^No errors\. \d+ columns? (is|are) skipped\.$/;
  await expect(page.getByText(result)).toBeVisible();
  if (skippedColumns.length > 0)
    await expect(page.getByText(`Skipped columns: ${skippedColumns.join(', ')}.`)).toBeVisible();
  await page.getByRole('button', { name: `Import ${rows} rows` }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
}

for (const { name, folder: files, item, branch } of businesses) {
  test(`all of ${name} is imported from another system's unmodified files`, async ({ page, server }) => {
    test.info().skip(!existsSync(files), `There is no ${files}: set NORTHWIND_DIR.`);
    test.slow();
    const admin = await apiAs(server.url, 'admin');
    const count = async (path: string) => (await admin.get<unknown[]>(path)).length;
    const countRows = (file: string) => readFileSync(join(files, file), 'utf8').trim().split('\n').length - 1;
    const chooseImportFile = (list: string, file: string) => chooseFile(page, list, join(files, file));
    await openAs(page, 'admin');

    await chooseImportFile('/sub-categories?tab=item-categories', 'categories.csv');
    await expect(getColumn(page, 'categoryID')).toHaveValue('code');
    await importRows(page, countRows('categories.csv'), ['description']);

    await chooseImportFile('/procurements/settings/supplier', 'suppliers.csv');
    await expect(getColumn(page, 'contactName')).toHaveValue('contact');
    await importRows(page, countRows('suppliers.csv'), [
      'contactTitle',
      'address',
      'city',
      'region',
      'postalCode',
      'country',
      'fax',
      'homePage',
    ]);

    const itemsBefore = await count('/items?limit=500');
    await chooseImportFile('/procurements/creation/items-creation', 'products.csv');
    await expect(getColumn(page, 'categoryID')).toHaveValue('category');
    await page.getByRole('combobox', { name: /^Type/ }).selectOption('finished');
    await chooseForAllRows(page, 'Base unit', 'Each');
    await page.getByRole('textbox', { name: /Contents/ }).fill('1');
    await importRows(page, countRows('products.csv'), [
      'unitsInStock',
      'unitsOnOrder',
      'reorderLevel',
      'discontinued',
    ]);
    expect(await count('/items?limit=500')).toBe(itemsBefore + countRows('products.csv'));

    await chooseImportFile('/branches', 'customers.csv');
    await expect(getColumn(page, 'companyName')).toHaveValue('name');
    await page.getByRole('combobox', { name: /^Type/ }).selectOption('branch');
    await page.getByRole('combobox', { name: /^Time zone/ }).fill('Europe/Berlin');
    await page.getByRole('combobox', { name: 'Add a default value' }).selectOption('Supplying kitchen');
    await chooseForAllRows(page, 'Supplying kitchen', 'Central Kitchen');
    await importRows(page, countRows('customers.csv'), [
      'contactName',
      'contactTitle',
      'city',
      'region',
      'postalCode',
      'country',
      'fax',
    ]);

    const { q, packaging, ...expected } = item;
    const [createdItem] = await admin.get<{ _id: string }[]>(`/items?q=${q}`);
    expect(createdItem).toMatchObject({ ...expected, kind: 'finished' });
    expect(await admin.get(`/packagings?itemId=${createdItem?._id}`)).toMatchObject([{ name: packaging }]);
    const [createdBranch] = await admin.get<{ address: string }[]>(`/branch?q=${branch.q}`);
    expect(createdBranch?.address).toBe(branch.address);
  });
}

test('errors are shown at their cells; the corrected rows are imported from a workbook, and can be undone', {
  tag: '@journey',
}, async ({ page, server }) => {
  const admin = await apiAs(server.url, 'admin');
  await openAs(page, 'admin');
  await chooseFile(
    page,
    '/units',
    writeImportFile(
      'units.csv',
      'Symbol;Name;Dimension;Factor\nstone;Stone;mass;many\nstone;Rock;weight;5\n',
    ),
  );
  await checkFile(page);
  await expect(page.getByText('2 rows to fix')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Rows of the file' });
  await expect(
    rows.getByRole('row', { name: /^2 / }).getByRole('cell', { name: /many.*Not a number/ }),
  ).toBeVisible();
  const secondRow = rows.getByRole('row', { name: /^3 / });
  await expect(secondRow.getByRole('cell', { name: /weight.*Must be one of: Mass/ })).toBeVisible();
  await expect(secondRow.getByRole('cell', { name: /stone.*Row 2 has the same value/ })).toBeVisible();
  const importButton = page.getByRole('main').getByRole('button', { name: 'Import', exact: true });
  await expect(importButton).toHaveAttribute('aria-disabled', 'true');
  await importButton.focus();
  await expect(
    page.getByText('Fix the rows with errors first, or skip the columns that contain the errors.'),
  ).toBeVisible();

  await secondRow.getByRole('button', { name: 'Correct row 3, Dimension' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct row 3, Dimension' });
  await dialog.getByRole('combobox', { name: 'Dimension' }).selectOption('Mass');
  await dialog.getByRole('button', { name: 'Correct this cell' }).click();
  await expect(secondRow.getByText('File: weight')).toBeVisible();
  await expect(secondRow.getByText(/Must be one of: Mass/)).toBeHidden();

  const path = join(folder, 'units.xlsx');
  const sheet = {
    headings: ['Name', 'Symbol', 'Dimension', 'Factor'],
    rows: [
      [
        ['Stone', 'stone', 'Mass', 6350],
        ['Gallon', 'gal', 'Volume', 4546],
      ],
    ],
  };
  await writeFile(path, writeXlsx([sheet]));
  await chooseFile(page, '/units', path);
  await importRows(page, 2);
  await expect(page.getByText('2 created, 0 changed, 0 unchanged.')).toBeVisible();
  expect(await admin.get('/units?q=gallon')).toMatchObject([{ symbol: 'gal', factorNum: 4546 }]);

  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible();
  expect(await admin.get('/units?q=gallon')).toEqual([]);

  // The exported workbook, including its guide sheet, contains no changes when it is imported.
  await page.getByRole('button', { name: 'Import another file' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download current data (XLSX)' }).click();
  const current = join(folder, 'current.xlsx');
  await (await download).saveAs(current);
  await page.getByLabel('Choose a file').setInputFiles(current);
  await expect(getColumn(page, 'ID in Commissary')).toHaveValue('rowId');
  await expect(page.getByRole('combobox', { name: 'Sheet' })).toBeHidden();
  await checkFile(page);
  await expect(page.getByText('Nothing to import: the file matches the current data.').first()).toBeVisible();
});
