import { readFileSync } from 'node:fs';
import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Row {
  _id: string;
  name: string;
  symbol: string;
}

/** Long before the current day of the server. */
const priceIncreaseDate = '2026-06-15';

test('13.5: a price increase is shown with the affected recipes, and a different pack is simulated before buying it', async ({
  page,
  server,
}) => {
  const admin = await apiAs(server.url, 'admin');
  const units = await admin.get<Row[]>('/units?limit=500');
  const kg = units.find(({ symbol }) => symbol === 'kg')?._id ?? '';
  const [category] = await admin.get<Row[]>('/item-categories?limit=1');
  const item = await admin.post<Row>('/items', {
    itemCode: 'CO-1',
    name: 'Teff flour',
    kind: 'raw',
    category: category?._id,
    baseUnit: kg,
  });
  const supplier = await admin.post<Row>('/suppliers', { name: 'Highland mill', code: 'HIGHLAND' });
  const createPack = (name: string, contentsQty: number, price: number) =>
    admin.post<Row>('/packagings', {
      itemId: item._id,
      name,
      unit: kg,
      contentsQty,
      price,
      supplierId: supplier._id,
      preferred: name === 'Teff sack',
      priceDate: '2026-01-02',
    });
  const sack = await createPack('Teff sack', 20, 40);
  await createPack('Teff bale', 50, 150);
  await admin.post('/recipes', {
    name: 'Injera of teff',
    yieldQty: 2,
    yieldUnit: kg,
    portions: 10,
    price: 1,
    targetFoodCostPercent: 15,
    validFrom: '2026-01-02',
    components: [{ itemId: item._id, qty: 1, unit: kg }],
  });
  await admin.put(`/packagings/${sack._id}`, { price: 44, priceDate: priceIncreaseDate });

  await openAs(page, 'admin');
  await test.step('price changes beyond the tolerance, and their effect', async () => {
    await navigateInApp(page, '/costing?from=2026-06-01&to=2026-06-30');
    const row = page.getByRole('row', { name: /^Teff flour/ });
    await expect(row).toContainText('+10%');
    await row.getByRole('button', { name: /Teff flour/ }).click();
    const recipe = page
      .getByRole('table', { name: 'Recipes before and after' })
      .getByRole('row', { name: /Injera of teff/ });
    await expect(recipe).toContainText('0.22');
    await expect(recipe).toContainText('was');
    await expect(recipe).toContainText('Above target');
    expect(await runAxe(page, 'everything')).toEqual([]);
    await page.getByRole('textbox', { name: 'Alert when a price changes by more than (%)' }).fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/by more than 12%/)).toBeVisible();
    await page.getByRole('button', { name: 'Alerts only' }).click();
    await expect(row).toBeHidden();
    await admin.put('/costing/settings', { tolerancePercent: 5 });
  });

  await test.step('simulates a different pack without saving anything', async () => {
    await page.getByRole('link', { name: 'What if' }).click();
    await page.getByRole('combobox', { name: 'Item to change' }).fill('Teff');
    await expect(page.getByRole('option', { name: /^Teff flour/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await page
      .getByRole('combobox', { name: 'Pack' })
      .selectOption({ label: 'Teff bale · Highland mill · 150.00' });
    const recipe = page.getByRole('row', { name: /Injera of teff/ });
    // Teff costs 3.00 per kg from this pack instead of 2.20.
    await expect(recipe).toContainText('0.30');
    await page.getByRole('textbox', { name: 'Pack price' }).fill('50');
    await expect(recipe).toContainText('0.10');
    await page.getByRole('textbox', { name: 'Trim yield (%)' }).fill('50');
    await expect(recipe).toContainText('0.20');
    expect(await runAxe(page, 'everything')).toEqual([]);
    const [unchangedRecipe] = await admin.get<(Row & { plateCost: number })[]>('/recipes?q=injera');
    expect(unchangedRecipe?.plateCost).toBe(0.22);
  });
});

test('13.5: the journal lists unmapped amounts, and balances once all accounts are mapped', async ({
  page,
}) => {
  await openAs(page, 'admin', '/costing?tab=journal&from=2026-10-01&to=2026-10-31');
  const unmapped = page.getByRole('table', { name: 'Unmapped postings' });
  await expect(unmapped).toBeVisible();
  const accounts = ['1400', '2100', '5000', '6100', '6900', '5100'];
  for (const [index, account] of accounts.entries())
    await page.getByRole('textbox', { name: `Account, rule ${index + 1}`, exact: true }).fill(account);
  await page.getByRole('button', { name: 'Save mapping' }).click();
  await expect(unmapped).toBeHidden();
  const lines = page.getByRole('table', { name: 'Journal lines' });
  await expect(lines.getByRole('cell', { name: '1400' }).first()).toBeVisible();
  const balanceText = (await page.getByText(/^Debit .* credit/).textContent()) ?? '';
  const [, debit, credit] = /^Debit (\S+) · credit (\S+)$/.exec(balanceText) ?? [];
  expect(debit).toBe(credit);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('journal-2026-10-01-2026-10-31.csv');
  const [localFile] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^CSV \(your number and date format\)/ }).click(),
  ]);
  expect(readFileSync(await localFile.path(), 'utf8')).toMatch(/\n\d{2}\/10\/2026,/);
});
