import type { Locator, Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { tabTo } from './fixtures/keyboard.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs, signOutOnPage } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const textField = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });

/** Moves the focus to a control with Tab and presses Enter. */
async function pressEnterOn(page: Page, control: Locator): Promise<void> {
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

  await pressEnterOn(page, page.getByRole('link', { name: 'New supplier' }));
  await expect(textField(page, 'Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(textField(page, 'Name')).toHaveAccessibleDescription('This field is required');
  await page.keyboard.type('Quay Oils');
  await tabTo(page, textField(page, 'Code'));
  await page.keyboard.type('QO1');
  await tabTo(page, textField(page, 'Lead time (days)'));
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Quay Oils')).toContainText('QO1');
  const id = new URL(page.url()).searchParams.get('row') ?? '';

  await test.step('the other user’s value is taken when both changed a field', async () => {
    await pressEnterOn(page, page.getByRole('button', { name: 'Edit' }));
    await expect(textField(page, 'Name')).toBeFocused();
    await tabTo(page, textField(page, 'Lead time (days)'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('4');
    await other.put(`/suppliers/${id}`, { name: 'Quay Oils Ltd', leadTimeDays: 5 });
    // The list behind the form is updated; the entered text is kept.
    await expect(page.getByRole('link', { name: 'Quay Oils Ltd', includeHidden: true })).toHaveCount(1);
    await expect(textField(page, 'Lead time (days)')).toHaveValue('4');
    await page.keyboard.press('Enter');
    const notice = page.getByRole('alert').filter({ hasText: 'while you were editing' });
    await expect(notice.getByRole('row', { name: 'Lead time (days) 5 4' })).toBeVisible();
    await expect(notice).toContainText('Maya Lindgren');
    await pressEnterOn(page, notice.getByRole('button', { name: 'Take theirs' }));
    await expect(textField(page, 'Lead time (days)')).toHaveValue('5');
    await expect(textField(page, 'Name')).toHaveValue('Quay Oils Ltd');
  });

  await test.step('the user’s own value is kept when both changed a field', async () => {
    await tabTo(page, textField(page, 'Lead time (days)'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('6');
    // The user has to choose only for fields that both changed; the contact is merged.
    await other.put(`/suppliers/${id}`, { contact: 'Ines', leadTimeDays: 8 });
    await page.keyboard.press('Control+S');
    await pressEnterOn(page, page.getByRole('button', { name: 'Keep mine' }));
    await expect(panel(page, 'Quay Oils Ltd')).toContainText('Ines');
    expect(await other.get(`/suppliers/${id}`)).toMatchObject({ leadTimeDays: 6, contact: 'Ines' });
  });

  await test.step('the history lists the changes', async () => {
    await pressEnterOn(page, page.getByRole('button', { name: 'History' }));
    await expect(page.getByRole('list', { name: 'History, newest first' })).toContainText(
      'Lead time (days): 8 → 6',
    );
  });

  await test.step('a duplicate code is rejected at its field, and Esc asks before discarding entries', async () => {
    await pressEnterOn(page, page.getByRole('button', { name: 'Duplicate' }));
    await expect(textField(page, 'Name')).toHaveValue('Quay Oils Ltd');
    await tabTo(page, textField(page, 'Code'));
    await page.keyboard.type('QO1');
    await page.keyboard.press('Enter');
    await expect(textField(page, 'Code')).toHaveAccessibleDescription(
      'Quay Oils Ltd already uses this value. Enter another one.',
    );
    await expect(textField(page, 'Code')).toBeFocused();
    await page.keyboard.press('Escape');
    await pressEnterOn(page, page.getByRole('button', { name: 'Discard changes' }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('after an offline save, a lost response and a sign-out in another tab, the entries are restored and created once', async () => {
    const isCreation = (call: { method(): string }) => call.method() === 'POST';
    const offlineAlert = page.getByRole('alert').filter({ hasText: 'This form can’t be saved offline' });
    await navigateInApp(page, '/procurements/settings/supplier?row=new');
    await textField(page, 'Name').fill('Harbour Fish');
    await textField(page, 'Code').fill('HF1');
    for (const reachesServer of [false, true]) {
      const failedRequest = page.waitForEvent('requestfailed', isCreation);
      await page.route(
        '**/api/suppliers',
        async (route) => {
          if (reachesServer) await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Save' }).dblclick();
      await failedRequest;
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
    await expect(textField(page, 'Code')).toHaveValue('HF1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(panel(page, 'Harbour Fish')).toBeVisible();
    expect(await other.get('/suppliers?q=harbour+fish')).toHaveLength(1);
  });
});
