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

test('a recipe is entered by keyboard, shows its cost while typing and after a price change, and is scaled and compared', {
  tag: '@journey',
}, async ({ page, server }) => {
  const admin = await apiAs(server.url, 'admin');
  const units = await admin.get<Row[]>('/units?limit=500');
  const getUnitId = (symbol: string) => units.find((unit) => unit.symbol === symbol)?._id ?? '';
  const [category] = await admin.get<Row[]>('/item-categories?limit=1');
  const createItem = (code: string, name: string, standardCost: number | null) =>
    admin.post<Row>('/items', {
      itemCode: code,
      name,
      kind: 'raw',
      category: category?._id,
      baseUnit: getUnitId('kg'),
      standardCost,
    });
  const pumpkin = await createItem('RC-1', 'Kabocha squash', 2);
  await createItem('RC-2', 'Galangal root', null);
  await createItem('RC-3', 'Quandong cream', 4);

  await openAs(page, 'admin', '/menu');
  await page.getByRole('link', { name: 'New recipe' }).click();
  const form = page.getByRole('dialog', { name: 'New recipe' });

  await test.step('ingredients and quantities are entered by keyboard, and the cost is updated', async () => {
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Kabocha soup');
    await form.getByRole('textbox', { name: 'Batch yield' }).fill('5');
    await form.getByRole('combobox', { name: 'Yield unit' }).fill('litre');
    await expect(page.getByRole('option', { name: /litre/i }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await form.getByRole('textbox', { name: 'Portions per batch' }).fill('10');
    await form.getByRole('combobox', { name: 'Add ingredient' }).click();
    for (const [name, quantity] of [
      ['Kabocha', '3'],
      ['Quandong', '1.5'],
    ] as const) {
      await page.keyboard.type(name);
      await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(form.getByRole('textbox', { name: new RegExp(`Quantity of ${name}`) })).toBeFocused();
      await page.keyboard.type(quantity);
      await page.keyboard.press('Enter');
      await expect(form.getByRole('combobox', { name: 'Add ingredient' })).toBeFocused();
    }
    // 3 kg at 2 and 1.5 kg at 4.
    await expect(form.getByText(/^Batch .*12\.00$/)).toBeVisible();
    await expect(form.getByText(/^Per portion .*1\.20$/)).toBeVisible();
  });

  await test.step('an ingredient without a price is reported, with a link for entering it', async () => {
    await form.getByRole('combobox', { name: 'Add ingredient' }).fill('Galangal');
    await expect(page.getByRole('option', { name: /^Galangal/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(form.getByText('Galangal root has no price.')).toBeVisible();
    await expect(form.getByRole('link', { name: 'Enter price' })).toBeVisible();
    expect(await runAxe(page, 'everything')).toEqual([]);
    await form.getByRole('button', { name: 'Remove Galangal root' }).click();
    await form.getByRole('button', { name: 'Save' }).dblclick();
  });

  const sheet = page.getByRole('dialog', { name: 'Kabocha soup' });
  await expect(sheet.getByRole('table', { name: 'Ingredients' })).toContainText('Quandong cream');
  const recipes = await admin.get<Row[]>('/recipes?q=kabocha');
  expect(recipes).toHaveLength(1);
  await expect(sheet.getByText(/^Batch .*12\.00$/)).toBeVisible();
  expect(await runAxe(page, 'everything')).toEqual([]);

  await test.step('the recipe is scaled to the available quantity of one ingredient', async () => {
    await sheet.getByRole('combobox', { name: 'Scale to' }).selectOption({ index: 2 });
    await sheet.getByRole('textbox', { name: 'Amount' }).fill('2');
    await expect(sheet.getByRole('row', { name: /Quandong cream 1 kg/ })).toBeVisible();
  });

  await test.step('the recipe is scaled to a pan of twice the diameter, which needs four times the quantity', async () => {
    await sheet.getByRole('combobox', { name: 'Scale to' }).selectOption('pan');
    await sheet.getByRole('textbox', { name: 'Recipe pan' }).fill('12');
    await sheet.getByRole('textbox', { name: 'Your pan' }).fill('24');
    await expect(sheet.getByRole('row', { name: /Quandong cream 6 kg/ })).toBeVisible();
  });

  await test.step('a price change updates the recipe cost and is listed in its cost history', async () => {
    await admin.put(`/items/${pumpkin._id}`, { standardCost: 3 });
    await sheet.getByRole('button', { name: 'Cost', exact: true }).click();
    await expect(sheet.getByRole('row', { name: /15\.00 price or yield of Kabocha squash/ })).toBeVisible();
    expect(await runAxe(page, 'everything')).toEqual([]);
  });

  await test.step('two versions are compared line by line', async () => {
    const id = recipes[0]?._id ?? '';
    const { components } = await admin.get<{ components: { qty: number }[] }>(`/recipes/${id}`);
    await admin.put(`/recipes/${id}`, {
      components: components.map((line, index) => (index === 0 ? { ...line, qty: 4 } : line)),
    });
    await page.reload();
    await sheet.getByRole('button', { name: 'Versions' }).click();
    await expect(sheet.getByRole('row', { name: /Kabocha squash 3 kg 4 kg/ })).toBeVisible();
    await expect(sheet.getByRole('row', { name: /Batch cost .*15\.00 .*18\.00/ })).toBeVisible();
    await sheet.getByRole('combobox', { name: 'with' }).selectOption({ index: 1 });
    await expect(sheet.getByText('The ingredients are the same.')).toBeVisible();
    expect(await runAxe(page, 'everything')).toEqual([]);
  });

  await test.step('an item lists the recipes that use it', async () => {
    await navigateInApp(page, `/items/${pumpkin._id}/edit?tab=recipes`);
    await page.getByRole('link', { name: 'Kabocha soup' }).click();
    await expect(sheet).toBeVisible();
  });
});
