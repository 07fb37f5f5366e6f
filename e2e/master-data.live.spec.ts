import type { Locator, Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { tabTo } from './fixtures/keyboard.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs, signOutOnPage } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const input = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });

/** Moves the focus to a control with Tab and presses Enter. */
async function enterOn(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

test('a supplier is created, edited concurrently and rejected twice, with the keyboard alone', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/409|412|suppliers net::ERR_FAILED|ERR_FAILED .*suppliers/);
  const other = await apiAs(server.url, 'master');
  await openAs(page, 'admin', '/procurements/settings/supplier');

  await enterOn(page, page.getByRole('link', { name: 'New supplier' }));
  await expect(input(page, 'Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(input(page, 'Name')).toHaveAccessibleDescription('This field is required');
  await page.keyboard.type('Quay Oils');
  await tabTo(page, input(page, 'Code'));
  await page.keyboard.type('QO1');
  await tabTo(page, input(page, 'Lead time, days'));
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Quay Oils')).toContainText('QO1');
  const id = new URL(page.url()).searchParams.get('row') ?? '';

  await test.step('concurrent change: theirs', async () => {
    await enterOn(page, page.getByRole('button', { name: 'Edit' }));
    await expect(input(page, 'Name')).toBeFocused();
    await tabTo(page, input(page, 'Lead time, days'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('4');
    await other.put(`/suppliers/${id}`, { name: 'Quay Oils Ltd', leadTimeDays: 5 });
    // The list behind the form is updated; the typed text stays.
    await expect(page.getByRole('link', { name: 'Quay Oils Ltd', includeHidden: true })).toHaveCount(1);
    await expect(input(page, 'Lead time, days')).toHaveValue('4');
    await page.keyboard.press('Enter');
    const notice = page.getByRole('alert').filter({ hasText: 'was changed while you were editing' });
    await expect(notice.getByRole('row', { name: 'Lead time, days 5 4' })).toBeVisible();
    await expect(notice).toContainText('Maya Lindgren');
    await enterOn(page, notice.getByRole('button', { name: 'Take theirs' }));
    await expect(input(page, 'Lead time, days')).toHaveValue('5');
    await expect(input(page, 'Name')).toHaveValue('Quay Oils Ltd');
  });

  await test.step('concurrent change: mine', async () => {
    await tabTo(page, input(page, 'Lead time, days'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('6');
    // The user has to choose only for fields that both changed; the contact is merged.
    await other.put(`/suppliers/${id}`, { contact: 'Ines', leadTimeDays: 8 });
    await page.keyboard.press('Control+S');
    await enterOn(page, page.getByRole('button', { name: 'Keep mine' }));
    await expect(panel(page, 'Quay Oils Ltd')).toContainText('Ines');
    expect(await other.get(`/suppliers/${id}`)).toMatchObject({ leadTimeDays: 6, contact: 'Ines' });
  });

  await test.step('its history is shown', async () => {
    await enterOn(page, page.getByRole('button', { name: 'History' }));
    await expect(page.getByRole('list', { name: 'History, newest first' })).toContainText(
      'Lead time, days: 8 → 6',
    );
  });

  await test.step('a duplicate code is rejected at its field, and Esc asks before discarding the entries', async () => {
    await enterOn(page, page.getByRole('button', { name: 'Duplicate' }));
    await expect(input(page, 'Name')).toHaveValue('Quay Oils Ltd');
    await tabTo(page, input(page, 'Code'));
    await page.keyboard.type('QO1');
    await page.keyboard.press('Enter');
    await expect(input(page, 'Code')).toHaveAccessibleDescription(
      'Quay Oils Ltd already uses this value. Enter another one.',
    );
    await expect(input(page, 'Code')).toBeFocused();
    await page.keyboard.press('Escape');
    await enterOn(page, page.getByRole('button', { name: 'Discard changes' }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('offline, a lost response, signed out elsewhere: typed once, and created once', async () => {
    const making = (call: { method(): string }) => call.method() === 'POST';
    const offlineAlert = page.getByRole('alert').filter({ hasText: 'It can’t be saved offline' });
    await navigateInApp(page, '/procurements/settings/supplier?row=new');
    await input(page, 'Name').fill('Harbour Fish');
    await input(page, 'Code').fill('HF1');
    for (const reaches of [false, true]) {
      const cut = page.waitForEvent('requestfailed', making);
      await page.route(
        '**/api/suppliers',
        async (route) => {
          if (reaches) await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Save' }).dblclick();
      await cut;
      await expect(offlineAlert).toContainText('Network connection failed');
      await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
    }
    const tab = await page.context().newPage();
    await tab.goto('/units');
    await signOutOnPage(tab);
    await tab.close();
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();

    await openAs(page, 'admin');
    await navigateInApp(page, '/procurements/settings/supplier?row=new');
    await expect(page.getByText(/^Unsaved changes from .+ restored\.$/)).toBeVisible();
    await expect(input(page, 'Code')).toHaveValue('HF1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(panel(page, 'Harbour Fish')).toBeVisible();
    expect(await other.get('/suppliers?q=harbour+fish')).toHaveLength(1);
  });
});

test('rows are archived together and restored, and used ones are not deleted', async ({ page, server }) => {
  const admin = await apiAs(server.url, 'admin');
  for (const name of ['Aurora', 'Borealis']) await admin.post('/brands', { name });
  await openAs(page, 'admin', '/brand');
  for (const name of ['Aurora', 'Borealis'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('2 entries archived.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Aurora' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select Aurora' })).toBeVisible();

  await test.step('rows that another user adds and archives appear and disappear automatically', async () => {
    const added = await admin.post<{ _id: string }>('/brands', { name: 'Corona' });
    await expect(page.getByRole('link', { name: 'Corona' })).toBeVisible();
    await admin.post('/brands/archive', { ids: [added._id], isActive: false });
    await expect(page.getByRole('link', { name: 'Corona' })).toHaveCount(0);
  });

  await page.goto('/units?q=kilogram');
  await page.getByRole('link', { name: 'Kilogram', exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = panel(page, 'Kilogram is in use');
  await expect(question.getByRole('listitem').filter({ hasText: /^Items/ })).toBeVisible();
  await expect(question.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/brand');
  await page.getByRole('link', { name: 'Borealis' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await panel(page, 'Delete Borealis?').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Borealis deleted.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Borealis' })).toHaveCount(0);
});

/** Form of each simple collection: its path, and the values that a new row needs besides a name. */
const forms: { at: string; values?: Record<string, string> }[] = [
  { at: '/units', values: { Symbol: 'e2e', Dimension: 'Count' } },
  { at: '/tax', values: { 'Rate, %': '7,5' } },
  { at: '/brand' },
  { at: '/currency', values: { 'ISO code': 'NOK', Symbol: 'kr' } },
  { at: '/sections', values: { Code: 'E2E' } },
  { at: '/branches?tab=departments' },
  { at: '/purchase-category' },
  { at: '/branch-settings/create-category' },
  { at: '/procurements/settings/supplier', values: { Code: 'E2E-S' } },
  { at: '/procurements/settings/procurement-category' },
  { at: '/sub-categories?tab=item-categories' },
  { at: '/sub-categories', values: { 'Item category': 'Drinks' } },
];

test('one row is created through its form in every simple collection', async ({ page }) => {
  test.slow();
  await openAs(page, 'admin');
  for (const [index, { at, values = {} }] of forms.entries()) {
    await test.step(at, async () => {
      const name = `Created by form ${index + 1}`;
      await navigateInApp(page, `${at}${at.includes('?') ? '&' : '?'}row=new`);
      const form = page.getByRole('dialog');
      await expect(input(page, 'Name')).toBeFocused();
      await page.keyboard.type(name);
      for (const [label, value] of Object.entries(values)) {
        const field = form.getByLabel(new RegExp(`^${label}\\s*\\*?$`)).first();
        if ((await field.evaluate((element) => element.tagName)) === 'SELECT')
          await field.selectOption(value);
        else await field.fill(value);
        if ((await field.getAttribute('role')) === 'combobox') {
          await expect(form.getByRole('option').first()).toContainText(value);
          await page.keyboard.press('Enter');
        }
      }
      await page.keyboard.press('Control+S');
      await expect(panel(page, name)).toBeVisible();
    });
  }
});
