import { apiAs } from './fixtures/api-client.ts';
import { axe } from './fixtures/axe.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Row {
  _id: string;
  name: string;
  symbol: string;
}

test('a recipe is entered by keyboard with its cost alongside, follows a price, and is scaled and compared', {
  tag: '@journey',
}, async ({ page, server }) => {
  const admin = await apiAs(server.url, 'admin');
  const units = await admin.get<Row[]>('/units?limit=500');
  const unit = (symbol: string) => units.find((each) => each.symbol === symbol)?._id ?? '';
  const [category] = await admin.get<Row[]>('/item-categories?limit=1');
  const item = (code: string, name: string, standardCost: number | null) =>
    admin.post<Row>('/items', {
      itemCode: code,
      name,
      kind: 'raw',
      category: category?._id,
      baseUnit: unit('kg'),
      standardCost,
    });
  const pumpkin = await item('RC-1', 'Kabocha squash', 2);
  await item('RC-2', 'Galangal root', null);
  await item('RC-3', 'Quandong cream', 4);

  await openAs(page, 'admin', '/menu');
  await page.getByRole('link', { name: 'New recipe' }).click();
  const form = page.getByRole('dialog', { name: 'New recipe' });

  await test.step('type, Enter, quantity, Enter', async () => {
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

  await test.step('ingredients without a price are named, with a way to fix it', async () => {
    await form.getByRole('combobox', { name: 'Add ingredient' }).fill('Galangal');
    await expect(page.getByRole('option', { name: /^Galangal/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(form.getByText('Galangal root has no price.')).toBeVisible();
    await expect(form.getByRole('link', { name: 'Enter price' })).toBeVisible();
    expect(await axe(page, 'everything')).toEqual([]);
    await form.getByRole('button', { name: 'Remove Galangal root' }).click();
    await form.getByRole('button', { name: 'Save' }).dblclick();
  });

  const sheet = page.getByRole('dialog', { name: 'Kabocha soup' });
  await expect(sheet.getByRole('table', { name: 'Ingredients' })).toContainText('Quandong cream');
  const recipes = await admin.get<Row[]>('/recipes?q=kabocha');
  expect(recipes).toHaveLength(1);
  await expect(sheet.getByText(/^Batch .*12\.00$/)).toBeVisible();
  expect(await axe(page, 'everything')).toEqual([]);

  await test.step('scaled to the available quantity of one ingredient', async () => {
    await sheet.getByRole('combobox', { name: 'Scale to' }).selectOption({ index: 2 });
    await sheet.getByRole('textbox', { name: 'Amount' }).fill('2');
    await expect(sheet.getByRole('row', { name: /Quandong cream 1 kg/ })).toBeVisible();
  });

  await test.step('another pan: twice the width needs four times the quantity', async () => {
    await sheet.getByRole('combobox', { name: 'Scale to' }).selectOption('pan');
    await sheet.getByRole('textbox', { name: 'Recipe pan' }).fill('12');
    await sheet.getByRole('textbox', { name: 'Your pan' }).fill('24');
    await expect(sheet.getByRole('row', { name: /Quandong cream 6 kg/ })).toBeVisible();
  });

  await test.step('a price change reaches it, and appears in its cost history', async () => {
    await admin.put(`/items/${pumpkin._id}`, { standardCost: 3 });
    await sheet.getByRole('button', { name: 'Cost', exact: true }).click();
    await expect(sheet.getByRole('row', { name: /15\.00 price or yield of Kabocha squash/ })).toBeVisible();
    expect(await axe(page, 'everything')).toEqual([]);
  });

  await test.step('two versions line by line', async () => {
    const id = recipes[0]?._id ?? '';
    const { components } = await admin.get<{ components: { qty: number }[] }>(`/recipes/${id}`);
    await admin.put(`/recipes/${id}`, {
      components: components.map((each, at) => (at === 0 ? { ...each, qty: 4 } : each)),
    });
    await page.reload();
    await sheet.getByRole('button', { name: 'Versions' }).click();
    await expect(sheet.getByRole('row', { name: /Kabocha squash 3 kg 4 kg/ })).toBeVisible();
    await expect(sheet.getByRole('row', { name: /Batch cost .*15\.00 .*18\.00/ })).toBeVisible();
    await sheet.getByRole('combobox', { name: 'with' }).selectOption({ index: 1 });
    await expect(sheet.getByText('The ingredients are the same.')).toBeVisible();
    expect(await axe(page, 'everything')).toEqual([]);
  });

  await test.step('from the item to the recipes that use it', async () => {
    await page.goto(`/items/${pumpkin._id}/edit?tab=recipes`);
    await page.getByRole('link', { name: 'Kabocha soup' }).click();
    await expect(sheet).toBeVisible();
  });
});
