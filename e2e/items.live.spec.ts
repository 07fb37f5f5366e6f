import type { Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { tabTo } from './fixtures/keyboard.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Item {
  _id: string;
  itemCode: string;
  name: string;
  baseUnit: string;
  conversions: { num: number; den: number }[];
  allergens: Record<string, string>;
  isActive: boolean;
}

/** Chooses an option with the keyboard. */
async function chooseOption(page: Page, label: RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByRole('dialog').getByRole('combobox', { name: label }));
  await page.keyboard.type(text);
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(text);
  await page.keyboard.press('Enter');
}

test('an item is created with the keyboard, and everything about it is stored', async ({ page, server }) => {
  const admin = await apiAs(server.url, 'admin');
  const [existingItem] = await admin.get<Item[]>('/items?limit=1&sort=itemCode');
  await openAs(page, 'admin', '/procurements/creation/items-creation');
  const createLink = page.getByRole('link', { name: 'New item' });
  await expect(createLink).toBeVisible();
  await tabTo(page, createLink);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'New item' });
  const name = panel.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeFocused();

  // Another item's name in capitals only causes a warning with a link to that item.
  await page.keyboard.type((existingItem?.name ?? '').toUpperCase());
  await expect(panel.getByText('An item with this name already exists')).toBeVisible();
  await expect(panel.getByRole('link', { name: new RegExp(existingItem?.itemCode ?? '') })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Smoked paprika, sweet');
  await expect(panel.getByText('An item with this name already exists')).toBeHidden();

  await tabTo(page, panel.getByRole('textbox', { name: 'Item code' }));
  await page.keyboard.type('SPICE-77');
  await tabTo(page, panel.getByRole('combobox', { name: 'Type' }));
  await page.keyboard.type('Raw');
  await chooseOption(page, /^Category/, 'Dry');
  await chooseOption(page, /^Base unit/, 'Gram');
  await chooseOption(page, /^Order unit/, 'Case');
  await tabTo(page, panel.getByRole('button', { name: 'Add case conversion' }));
  await page.keyboard.press('Enter');
  await tabTo(page, panel.getByLabel('Line 1: quantity'));
  await page.keyboard.type('12 x 750');
  await expect(panel.getByText('2 cases = 18,000 g')).toBeVisible();
  await tabTo(page, panel.getByRole('checkbox', { name: 'Add a pack with its price now' }));
  await page.keyboard.press('Space');
  await tabTo(page, panel.getByRole('textbox', { name: 'Name on the invoice' }));
  await page.keyboard.type('Case 12 x 750 g');
  // The price of an item has its own field further down.
  await tabTo(page, panel.getByRole('textbox', { name: 'Price', exact: true }).first());
  await page.keyboard.type('54');
  await page.keyboard.press('ControlOrMeta+s');

  const createdPanel = page.getByRole('dialog', { name: 'Smoked paprika, sweet' });
  await tabTo(page, createdPanel.getByRole('link', { name: 'Open item' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Smoked paprika, sweet' })).toBeVisible();
  const [item] = await admin.get<Item[]>('/items?q=SPICE-77');
  expect(item?.conversions).toMatchObject([{ num: 9000, den: 1 }]);

  // The item's pack is listed with its price per gram.
  await page.getByRole('link', { name: 'Suppliers and prices' }).click();
  await expect(page.getByRole('row', { name: /Case 12 x 750 g/ })).toContainText('0.006');

  // A par level below the minimum is rejected at its field; ascending levels are saved.
  await page.getByRole('link', { name: 'Levels', exact: true }).click();
  const minimum = page.getByRole('textbox', { name: /^Minimum:/ }).first();
  await minimum.fill('9000');
  await minimum.press('Tab');
  await page.keyboard.type('4000');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Can’t be below the minimum')).toBeVisible();
  await page.getByRole('textbox', { name: /^Par:/ }).first().fill('18000');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: /^Save / }).click();
  await expect(page.getByText(/^Levels for .* saved/)).toBeVisible();
  const levels = await admin.get<{ min: number; par: number }[]>(`/item-levels?itemId=${item?._id}`);
  expect(levels).toMatchObject([{ min: 9000, par: 18_000 }]);

  // Fourteen allergens are answered with the keyboard.
  await page.getByRole('link', { name: 'Allergens', exact: true }).click();
  await page.getByRole('radiogroup', { name: 'gluten' }).getByRole('radio', { name: 'Unknown' }).focus();
  await page.keyboard.type('32333333333323');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Smoked paprika, sweet saved.')).toBeVisible();
  const savedItem = await admin.get<Item>(`/items/${item?._id}`);
  expect(Object.keys(savedItem.allergens)).toHaveLength(14);
  expect(savedItem.allergens).toMatchObject({
    gluten: 'free',
    crustaceans: 'may_contain',
    lupin: 'may_contain',
  });

  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByRole('list', { name: /^History/ })).toContainText('added this');
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  expect((await admin.get<Item>(`/items/${item?._id}`)).isActive).toBe(false);

  // The base unit of an item with stock movements can't be changed, and the form shows why.
  const [move] = await admin.get<{ itemId: string }[]>('/stock/moves?limit=1');
  await navigateInApp(page, `/items/${move?.itemId}/edit?tab=units`);
  const baseUnit = page.getByRole('combobox', { name: /^Base unit/ });
  await expect(baseUnit).toHaveAttribute('readonly');
  await expect(baseUnit).toHaveAccessibleDescription(/because stock movements use it/);
});
