import type { CountPeriod } from '#modules/food-cost/shapes.ts';
import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Row {
  _id: string;
  name: string;
  symbol: string;
  code: string;
  type: string;
}

test('a till file with unmapped items is imported and mapped, and the food cost is calculated', {
  tag: '@journey',
}, async ({ page, server, pageErrors }) => {
  const admin = await apiAs(server.url, 'admin');
  const units = await admin.get<Row[]>('/units?limit=500');
  const kg = units.find(({ symbol }) => symbol === 'kg')?._id;
  const [category] = await admin.get<Row[]>('/item-categories?limit=1');
  const branch = (await admin.get<Row[]>('/branch?limit=100')).find(({ type }) => type === 'branch') as Row;
  const lentils = await admin.post<Row>('/items', {
    itemCode: 'SL-1',
    name: 'Puy lentils',
    kind: 'raw',
    category: category?._id,
    baseUnit: kg,
    standardCost: 4,
  });
  await admin.post('/recipes', {
    name: 'Lentil stew',
    yieldQty: 5,
    yieldUnit: kg,
    portions: 10,
    validFrom: '2020-01-01',
    components: [{ itemId: lentils._id, qty: 2, unit: kg }],
  });
  const day = '2026-01-15';
  const [year, month, date] = day.split('-');
  const germanDate = `${date}.${month}.${year}`;
  const buildCsv = (stews: number, net: string) =>
    `\uFEFFDatum;Filiale;Artikelnummer;Bezeichnung;Menge;Umsatz netto\r\n${germanDate};${branch.name};77;Linseneintopf;${stews};${net}\r\n${germanDate};${branch.name};78;Tragetasche;-1;-0,20\r\nGesamt;;;;;${net}\r\n`;
  const buildTillFile = (content: string) => ({
    name: 'kasse.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });

  await openAs(page, 'admin', '/menu/sales');
  await page.getByRole('link', { name: 'Import sales' }).click();

  await test.step('invalid cells are reported by row and field', async () => {
    await page.getByLabel('Choose a file').setInputFiles(buildTillFile(buildCsv(10, 'viel')));
    await expect(page.getByText('Row 2, Net sales: “viel” isn’t a number')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  });

  await test.step('a file with German dates and numbers is imported', async () => {
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ ...buildTillFile(buildCsv(100, '1.200,50')), name: 'kasse-2.csv' });
    await expect(page.getByText('kasse-2.csv')).toBeVisible();
    await page.getByRole('textbox', { name: 'Till name' }).fill('Kasse');
    await expect(page.getByText(/^Rows: 2, days: 1, net sales: .*1,200\.30$/)).toBeVisible();
    await expect(page.getByText('Skipped rows with totals: 1')).toBeVisible();
    expect(await runAxe(page, 'everything')).toEqual([]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Rows imported: 2')).toBeVisible();
    await expect(page.getByText('Unmapped till items: 2')).toBeVisible();
    await page.getByRole('link', { name: 'All sales' }).last().click();
  });

  await test.step('till items are mapped in the list', async () => {
    await page.getByRole('button', { name: 'Map Linseneintopf' }).click();
    await page.getByRole('combobox', { name: 'Recipe' }).fill('Lentil');
    await page.getByRole('option', { name: 'Lentil stew' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Map Tragetasche' }).click();
    await page.getByRole('combobox', { name: 'Map to' }).selectOption('none');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: /^Map (Linseneintopf|Tragetasche)/ })).toHaveCount(0);
    expect(await runAxe(page, 'everything')).toEqual([]);
  });

  await test.step('the food cost is shown, with the share of stock that was counted', async () => {
    await navigateInApp(page, `/costing/food-cost?branch=${branch._id}&from=${day}&to=${day}`);
    // 100 portions of 0.2 kg at 4 per kg cost 80, of net sales of 1,200.50.
    await expect(page.getByText('6.7% of net sales')).toBeVisible();
    await expect(page.getByText(/Only .* of stock was counted in this period/)).toBeVisible();
  });

  await test.step('for a single day, the counts before and after it are named, and one click shows the period between them', async () => {
    const [{ from, to }] = await admin.get<[CountPeriod]>(`/food-cost/periods?branch=${branch._id}`);
    await navigateInApp(page, `/costing/food-cost?branch=${branch._id}&from=${to}&to=${to}`);
    await expect(page.getByText(/^Most items were counted on .* and on /)).toBeVisible();
    await page.getByRole('button', { name: /^Show .* – / }).click();
    await expect(page).toHaveURL((url) => url.searchParams.get('from') === from);
    await expect(page.getByText(/^Opening .* closing /)).toBeVisible();
    await expect(page.getByText(/^Most items were counted/)).toBeHidden();
  });

  await test.step('the business sets the minimum share of known costs required for a figure', async () => {
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const minimum = page.getByLabel('Minimum (%)');
    pageErrors.allow(/422/);
    await minimum.fill('120');
    await minimum.press('Enter');
    await expect(minimum).toHaveAccessibleDescription(/At most 100/);
    expect(await runAxe(page, 'everything')).toEqual([]);
    await minimum.fill('70');
    await minimum.press('Enter');
    await expect(page.getByText('Figures appear when at least 70% of sales have a cost')).toBeVisible();
    await expect(minimum).toBeHidden();
  });

  await test.step('importing the same day again replaces it and shows the difference; the till’s columns are remembered', async () => {
    await navigateInApp(page, '/menu/sales?import=true');
    await page.getByLabel('Choose a file').setInputFiles(buildTillFile(buildCsv(90, '1.100,50')));
    await expect(page.getByRole('textbox', { name: 'Till name' })).toHaveValue('Kasse');
    await expect(page.getByText(/^Days already imported that will be replaced: 1/)).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('cell', { name: /-.*100\.00/ })).toBeVisible();
  });
});

test('modifiers in a till file are mapped once and change what is deducted from stock', {
  tag: '@journey',
}, async ({ page, server }) => {
  const admin = await apiAs(server.url, 'admin');
  const units = await admin.get<Row[]>('/units?limit=500');
  const getUnitId = (symbol: string) => units.find((unit) => unit.symbol === symbol)?._id;
  const [category] = await admin.get<Row[]>('/item-categories?limit=1');
  const branch = (await admin.get<Row[]>('/branch?limit=100')).find(({ type }) => type === 'branch') as Row;
  const createItem = (name: string, unit: string) =>
    admin.post<Row>('/items', {
      itemCode: name.replaceAll(' ', '-'),
      name,
      kind: 'raw',
      category: category?._id,
      baseUnit: getUnitId(unit),
      standardCost: 4,
    });
  const coffee = await createItem('Latte beans', 'kg');
  const milk = await createItem('Latte milk', 'l');
  await createItem('Journey oat drink', 'l');
  const latte = await admin.post<Row>('/recipes', {
    name: 'Journey latte',
    yieldQty: 1,
    yieldUnit: getUnitId('l'),
    portions: 1,
    validFrom: '2020-01-01',
    components: [
      { itemId: coffee._id, qty: 0.018, unit: getUnitId('kg') },
      { itemId: milk._id, qty: 0.2, unit: getUnitId('l') },
    ],
  });
  await admin.put(`/branch/${branch._id}`, { depletesStock: true, negativeStock: 'warn' });
  await admin.put('/sales/till-items', { source: 'Square', code: 'Latte', recipeId: latte._id });
  const csv = [
    'Date,Item,Qty,Price Point Name,SKU,Modifiers Applied,Net Sales,Location',
    `2026-01-16,Latte,10.0,Regular,,,$40.00,${branch.name}`,
    `2026-01-16,Latte,5.0,Regular,,"Oat milk, Extra hot",$23.00,${branch.name}`,
  ].join('\n');

  await test.step('the preview of the file names the unmapped modifiers', async () => {
    await openAs(page, 'admin', '/menu/sales?import=true');
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page.getByText('Unmapped modifiers: Oat milk · Extra hot')).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Unmapped modifiers: Extra hot · Oat milk')).toBeVisible();
    await page.getByRole('link', { name: 'All sales' }).last().click();
  });

  await test.step('a modifier that replaces an ingredient is mapped by keyboard', async () => {
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Modifiers');
    await page.getByRole('button', { name: 'Map Oat milk' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Map Oat milk' });
    await dialog.getByRole('combobox', { name: 'Adds' }).selectOption('Nothing');
    await dialog.getByRole('button', { name: 'Add an ingredient' }).press('Enter');
    await expect(dialog.getByRole('combobox', { name: 'Ingredient' })).toBeFocused();
    await page.keyboard.type('Latte milk');
    await expect(page.getByRole('option', { name: 'Latte milk' })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('combobox', { name: 'Replacement' })).toBeFocused();
    await page.keyboard.type('Journey oat');
    await expect(page.getByRole('option', { name: 'Journey oat drink' })).toBeVisible();
    await page.keyboard.press('Enter');
    expect(await runAxe(page, 'everything')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Map Oat milk' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Map Extra hot' })).toBeVisible();
  });

  await test.step('the stock of the stored day is corrected', async () => {
    const [{ _id }] = await admin.get<[Row]>('/sales?source=Square');
    await navigateInApp(page, `/menu/sales?row=${_id}`);
    const taken = page.getByRole('table', { name: 'Deducted from stock' });
    await expect(taken.getByRole('row', { name: /Latte milk .*2/ })).toBeVisible();
    await expect(taken.getByRole('row', { name: /Journey oat drink .*1/ })).toBeVisible();
    await expect(page.getByText('+ Extra hot')).toBeVisible();
  });
});
