import type { BrowserContextOptions, Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { quantityCells, submitButton } from './fixtures/order-guide.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

const tablet: BrowserContextOptions = { viewport: { width: 820, height: 1180 }, hasTouch: true };

interface Level {
  itemId: string;
  par: number | null;
}

const cells = (page: Page, level: string) =>
  page.getByRole('textbox', { name: new RegExp(`, ${level} \\(`) });

test('a branch manager sets par levels, saves an order as a template and orders from it', async ({
  newContext,
  server,
}) => {
  const page = await (await newContext(tablet)).newPage();
  const api = await apiAs(server.url, 'branch');
  await openAs(page, 'branch', '/branch-order/settings');
  const pars = cells(page, 'Par');
  await expect(pars.first()).toBeEditable();
  const parsBefore = await Promise.all([0, 1, 2].map((row) => pars.nth(row).inputValue()));

  // A minimum above par is rejected at its cell.
  const firstMinimum = cells(page, 'Minimum').first();
  await firstMinimum.focus();
  await page.keyboard.type('9999');
  await page.keyboard.press('Tab');
  await expect(firstMinimum).toHaveAccessibleDescription(/^Above par/);
  await expect(page.getByRole('button', { name: '1 with errors' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(firstMinimum).not.toHaveValue('9999');

  // One column is filled in with Enter, including arithmetic; another one is pasted from a spreadsheet.
  const maximums = cells(page, 'Maximum');
  await maximums.first().focus();
  for (const entry of ['200*2', '500', '600']) {
    await page.keyboard.type(entry);
    await page.keyboard.press('Enter');
  }
  await expect(maximums.first()).toHaveValue('400');
  await pars.first().focus();
  await pars.first().evaluate((cell) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '31\n32,5\n33\n');
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(pars.nth(1)).toHaveValue('32.5');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Levels for 3 items saved.')).toBeVisible();
  const readPars = async () => (await api.get<Level[]>('/item-levels?view=compact')).map(({ par }) => par);
  expect(await readPars()).toEqual(expect.arrayContaining([31, 32.5, 33]));
  expect(parsBefore).not.toEqual(['31', '32.5', '33']);

  // An increase of all three is previewed, applied and undone. Scrolls up to them, because only visible rows
  // are rendered.
  const scrollToTop = () => page.evaluate(() => window.scrollTo(0, 0));
  await scrollToTop();
  await expect(pars.first()).toHaveValue('31');
  for (const row of [0, 1, 2])
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(row + 1)
      .check();
  await page.getByRole('button', { name: 'Change levels…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('3 items will change.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply to 3 items' }).click();
  await scrollToTop();
  await expect(pars.first()).not.toHaveValue('31');
  // Several toasts are shown; each has its own Undo.
  const saveToast = page.getByRole('listitem').filter({ hasText: 'Save to keep the changes.' });
  await saveToast.getByRole('button', { name: 'Undo' }).click();
  await scrollToTop();
  await expect(pars.first()).toHaveValue('31');

  // An order is saved as a template, and the next one is filled from it.
  await navigateInApp(page, '/branch-order/create-order');
  await expect(quantityCells(page).first()).toBeEditable();
  await quantityCells(page).first().focus();
  for (const qty of ['2', '3']) {
    await page.keyboard.type(qty);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Save as a template…' }).click();
  await dialog.getByLabel('Name').fill('Weekday basics');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Template Weekday basics saved.')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Clear' }).click();
  await expect(quantityCells(page).first()).toHaveValue('');

  await navigateInApp(page, '/branch-order/settings?tab=templates');
  await page.getByRole('link', { name: 'Weekday basics' }).click();
  await page.getByRole('link', { name: 'Order from this template' }).click();
  await expect(quantityCells(page).first()).toHaveValue('2');
  await expect(quantityCells(page).nth(1)).toHaveValue('3');
  await submitButton(page).click();
  await expect(page.getByRole('dialog').getByText('Under review').first()).toBeVisible();
});
