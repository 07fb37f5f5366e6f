import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { tabTo } from './fixtures/keyboard.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

/** The password that the new user chooses in place of the assigned one. */
const chosenPassword = 'known to nora alone';
const nora = { name: 'Nora Newcomer', email: 'nora@demo.test' };

test('a user is created, suspended and given a new password; a role is changed and applied; the audit log records all changes', {
  tag: '@journey',
}, async ({ page: userPage, newContext, pageErrors }) => {
  test.slow();
  // Nora's sign-in is rejected several times.
  pageErrors.allow(/401/);
  // A suspended user may have changed since they were loaded, because they chose a password; in that case the
  // request is repeated.
  const page = await (await newContext({ allow: [/412/] })).newPage();
  await openAs(page, 'admin', '/user');

  await test.step('a user is created with the keyboard alone, with a preview of their access', async () => {
    await tabTo(page, page.getByRole('link', { name: 'New user' }));
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'New user' });
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type(nora.name);
    await page.keyboard.press('Tab');
    await page.keyboard.type(nora.email);
    await tabTo(page, form.getByRole('combobox', { name: 'Branches' }));
    await page.keyboard.type('Harbour');
    await expect(page.getByRole('option', { name: /^Harbour/ }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    const masterAdmin = form.getByRole('checkbox', { name: 'Master admin' });
    await expect(masterAdmin).toBeDisabled();
    await expect(masterAdmin).toHaveAccessibleDescription('Only a master admin can grant this');
    await tabTo(page, form.getByRole('button', { name: 'Show pages: Settings' }));
    await page.keyboard.press('Enter');
    await tabTo(page, form.getByRole('checkbox', { name: 'Sections', exact: true }));
    await page.keyboard.press('Space');
    await tabTo(page, form.getByRole('button', { name: 'Generate' }));
    await page.keyboard.press('Enter');
  });
  const form = page.getByRole('dialog', { name: 'New user' });
  const initialPassword = await form.getByRole('textbox', { name: 'Initial password' }).inputValue();
  const previewedMenu = await readLabels(
    form.getByRole('list', { name: 'Menu', exact: true }).locator('[data-page]'),
  );
  await page.keyboard.press('Control+s');
  const panel = page.getByRole('dialog', { name: nora.name });
  await expect(panel).toBeVisible();

  await signIn(userPage, nora.email, initialPassword);
  await choosePassword(userPage, initialPassword, chosenPassword);
  await expect(userPage).toHaveURL((url) => url.pathname === '/branch-order/create-order');
  expect(await readMenu(userPage)).toEqual(previewedMenu);

  await test.step('a suspended user is signed out automatically', async () => {
    await panel.getByRole('button', { name: 'Suspend' }).click();
    await expect(panel.getByRole('button', { name: 'Reactivate' })).toBeVisible();
    await expect(userPage.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await panel.getByRole('button', { name: 'Reactivate' }).click();
    await expect(panel.getByRole('button', { name: 'Suspend' })).toBeVisible();
  });

  await test.step('a new password ends the sessions, and the old one no longer works', async () => {
    await signIn(userPage, nora.email, chosenPassword);
    await expect(userPage).toHaveURL((url) => url.pathname === '/branch-order/create-order');
    await panel.getByRole('button', { name: 'Reset password' }).click();
    const dialog = page.getByRole('dialog', { name: `New password for ${nora.name}` });
    await dialog.getByRole('button', { name: 'Generate' }).click();
    const resetPassword = await dialog.getByRole('textbox', { name: 'New password' }).inputValue();
    await dialog.getByRole('button', { name: 'Set password' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.getByText('Not signed in anywhere')).toBeVisible();
    await expect(userPage.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await signIn(userPage, nora.email, chosenPassword);
    await expect(userPage.getByRole('alert')).toContainText('Invalid email or password');
    await signIn(userPage, nora.email, resetPassword);
    await choosePassword(userPage, resetPassword, `${chosenPassword} again`);
    await expect(userPage).toHaveURL((url) => url.pathname === '/branch-order/create-order');
  });

  await test.step('editing a role changes no user until it is applied', async () => {
    await navigateInApp(page, '/roles');
    await page
      .getByRole('table', { name: 'Roles' })
      .getByRole('link', { name: 'Branch', exact: true })
      .click();
    const role = page.getByRole('dialog', { name: 'Branch' });
    await role.getByRole('button', { name: 'Edit' }).click();
    const roleForm = page.getByRole('dialog', { name: 'Edit Branch' });
    await roleForm.getByRole('checkbox', { name: 'Inventory', exact: true }).first().check();
    await page.keyboard.press('Control+s');
    const affectedUsers = role.getByRole('list', { name: 'Users with custom permissions' });
    const row = affectedUsers.getByRole('listitem').filter({ hasText: nora.name });
    await expect(row).toContainText('will gain: Inventory');
    await expect(row).toContainText('will lose: Sections');
    for (const other of await affectedUsers.getByRole('listitem').filter({ hasNotText: nora.name }).all())
      await other.getByRole('checkbox').uncheck();
    await role.getByRole('button', { name: 'Apply to 1 user' }).click();
    await expect(row).toBeHidden();
    // Her menu is updated automatically.
    await expect.poll(() => readMenu(userPage)).toContain('Inventory');
    expect(await readMenu(userPage)).not.toContain('Sections');
  });

  await test.step('the audit log records all changes by field, and is saved as a file', async () => {
    await navigateInApp(page, '/user');
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    const recordType = page.getByRole('combobox', { name: 'Record type' });
    // A long list gets its options when it is focused.
    await recordType.focus();
    await recordType.selectOption({ label: 'Users' });
    const table = page.getByRole('table', { name: 'Audit' });
    await table
      .getByRole('row', { name: new RegExp(`Created.*${nora.name}`) })
      .getByRole('link')
      .click();
    const entry = page.getByRole('dialog');
    await expect(entry.getByRole('row', { name: 'Branches – Harbour' })).toBeVisible();
    await entry.getByRole('link', { name: 'All entries for this record' }).click();
    await expect(table).toHaveAttribute('aria-rowcount', '11');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.trim().split('\r\n')).toHaveLength(11);
    expect(file).toContain('Password: – → changed');
    expect(file).not.toContain(initialPassword);
    expect(file).not.toContain(chosenPassword);
  });

  await test.step('users change their own name, and all of their tabs show it at once', async () => {
    const other = await userPage.context().newPage();
    await other.goto('/branch-order/order-history');
    const findName = (tab: Page, name: string) => tab.getByRole('banner').getByText(name).first();
    await expect(findName(other, nora.name)).toBeVisible();
    await userPage.getByRole('button', { name: 'Display, language and account' }).click();
    await userPage.getByRole('menuitem', { name: 'Your account' }).click();
    const account = userPage.getByRole('dialog', { name: 'Your account' });
    await account.getByRole('textbox', { name: 'Name' }).fill('Nora Nguyen');
    await account.getByRole('button', { name: 'Save name' }).click();
    await expect(userPage.getByText('Name changed to Nora Nguyen')).toBeVisible();
    await expect(findName(other, 'Nora Nguyen')).toBeVisible();
  });
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Replaces an assigned password on the first screen after signing in. */
async function choosePassword(page: Page, assigned: string, chosen: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('Current password', { exact: true }).fill(assigned);
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: 'Save and continue' }).click();
}

/** Opens all groups of the menu and returns its labels. */
async function readMenu(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link').first()).toBeVisible();
  const closed = menu.getByRole('button', { expanded: false });
  while ((await closed.count()) > 0) {
    const label = (await closed.first().textContent()) ?? '';
    await closed.first().click();
    await expect(
      menu.getByRole('button', { name: label, exact: true, expanded: true }).first(),
    ).toBeVisible();
  }
  return readLabels(menu.locator('a, button'));
}

async function readLabels(entries: Locator): Promise<string[]> {
  return (await entries.allTextContents()).map((text) => text.trim());
}
