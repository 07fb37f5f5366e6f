import { apiAs } from './fixtures/api-client.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Row {
  _id: string;
}

test('32.12: a recipe lists the data missing for its nutrition values, and a label prints them in both languages', {
  tag: '@journey',
}, async ({ page, server }) => {
  const [admin, kitchen] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'kitchen')];
  const [demo] = await admin.get<{ category: string; baseUnit: string }[]>(
    '/items?q=Strong%20white%20flour&limit=1',
  );
  if (!demo) throw new Error('The demo business has no item Strong white flour');
  const kg = demo.baseUnit;
  const create = (name: string, fields: object) =>
    admin.post<Row>('/items', {
      name,
      itemCode: name.toUpperCase().replaceAll(' ', '-'),
      kind: 'raw',
      category: demo.category,
      baseUnit: kg,
      standardCost: 1,
      ...fields,
    });
  const flour = await create('Wheat flour', {
    nameAlt: 'دقيق القمح',
    allergens: { gluten: 'contains' },
    nutrition: {
      per: '100g',
      energyKj: 1450,
      energyKcal: 342,
      fat: 1,
      saturates: 0.2,
      carbohydrate: 70,
      sugars: 0.7,
      protein: 12,
      salt: 0,
    },
  });
  const butter = await create('Butter', {
    nameAlt: 'زبدة',
    allergens: { milk: 'contains' },
    ingredientText: 'cream, salt',
    ingredientTextAlt: 'قشدة، ملح',
  });
  const output = await create('Label biscuit', { nameAlt: 'بسكويت', kind: 'finished' });
  const recipe = await admin.post<Row & { createdAt: string }>('/recipes', {
    name: 'Label biscuit',
    kind: 'sub-recipe',
    outputItem: output._id,
    yieldQty: 1,
    yieldUnit: kg,
    portions: 20,
    components: [
      { itemId: butter._id, qty: 0.4, unit: kg },
      { itemId: flour._id, qty: 0.8, unit: kg },
    ],
  });

  // The gap leads to the item, whose values are entered there.
  await openAs(page, 'admin', `/menu?row=${recipe._id}`);
  const sheet = page.getByRole('dialog', { name: 'Label biscuit' });
  await sheet.getByRole('button', { name: 'Nutrition', exact: true }).click();
  await expect(sheet.getByText('Butter has no nutrition values.')).toBeVisible();
  await sheet.getByRole('link', { name: 'Enter values' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Butter' })).toBeVisible();
  await page.getByRole('button', { name: 'Nutrition and ingredients' }).click();
  const amounts = {
    'Energy (kJ)': '300',
    'Energy (kcal)': '744',
    'Fat (g)': '82',
    'of which saturates (g)': '91',
    'Carbohydrate (g)': '0.6',
    'of which sugars (g)': '0.6',
    'Protein (g)': '0.6',
    'Salt (g)': '0.02',
  };
  for (const [name, amount] of Object.entries(amounts))
    await page.getByRole('textbox', { name, exact: true }).fill(amount);
  await expect(page.getByText('The other values add up to 3,054 kJ.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Saturates can’t exceed total fat.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Energy (kJ)', exact: true }).fill('3059');
  await page.getByRole('textbox', { name: 'of which saturates (g)' }).fill('52');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Butter saved.')).toBeVisible();

  // 400 g of butter and 800 g of flour make 1 kg.
  await openAs(page, 'admin', `/menu?row=${recipe._id}`);
  await sheet.getByRole('button', { name: 'Nutrition', exact: true }).click();
  const values = sheet.getByRole('table', { name: 'Nutrition values' });
  await expect(values.getByRole('row', { name: /^energy \(kJ\)/i })).toContainText('2384 kJ');
  await expect(values.getByRole('row', { name: /^fat/i })).toContainText('34 g');
  await expect(values.getByRole('columnheader', { name: 'Per portion (50 g)' })).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'Ingredient list' })).toContainText(
    'Ingredients: WHEAT flour, Butter (cream, salt) (MILK). ',
  );

  const { kitchens } = await kitchen.get<{ kitchens: string[] }>('/users/profile');
  const supplier = await admin.post<Row>('/suppliers', { code: 'LBL', name: 'Label mill' });
  await admin.post('/goods-receipts', {
    supplier: supplier._id,
    place: kitchens[0],
    items: [flour, butter].map(({ _id }) => ({ itemId: _id, qty: 5, price: 1 })),
  });
  const batch = await kitchen.post<Row & { number: string }>('/production-batches', {
    recipeId: recipe._id,
    plannedQty: 1,
    plannedFor: recipe.createdAt.slice(0, 10),
  });
  for (const status of ['In Progress', 'Completed'])
    await kitchen.patch(`/production-batches/${batch._id}`, { status });
  await openAs(page, 'kitchen', `/production?view=batches&row=${batch._id}`);
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('dialog', { name: batch.number }).getByRole('button', { name: 'Labels' }).click();
  await page.getByRole('checkbox', { name: 'Ingredients and nutrition' }).check();
  await page.getByRole('button', { name: 'Print labels' }).click();
  const label = page.locator('[data-paper] article');
  await expect(label).toContainText('Ingredients: WHEAT flour, Butter (cream, salt) (MILK).');
  await expect(label).toContainText('المكونات: دقيق القمح، زبدة (قشدة، ملح) (الحليب).');
  await expect(label.locator('strong')).toHaveText(['WHEAT', 'MILK', 'القمح', 'الحليب']);
  await expect(label.locator('tr', { hasText: 'of which saturates' })).toContainText('21 g');
  // The page is as long as the label, so that it is one page and nothing is cut off.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 17[56][\d.]* (?:[2-9]\d\d)/);
});
