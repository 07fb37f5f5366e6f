import type { Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

// The bell's code is loaded in idle time.
test.use({ hasIdleTime: true });

const newItem = 'Rooftop honey';
const pricedItem = 'Basmati rice';

test("a branch's proposed item is returned, submitted again and approved, and can then be ordered", async ({
  page,
  newContext,
  server,
}) => {
  const admin = await apiAs(server.url, 'admin');
  const reviewer = await (await newContext()).newPage();
  const findItems = async (q: string) =>
    admin.get<{ _id: string; unitPrice: number | null }[]>(`/items?q=${encodeURIComponent(q)}`);

  // The branch's new item awaits review; nothing is created yet.
  await openAs(page, 'branch', '/branch-settings/create-item?row=new');
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: false }).first().fill(newItem);
  await form.getByLabel('Localized name').fill('عسل السطح');
  await form.getByLabel('Item code').fill('B01-HONEY');
  await form.getByLabel('Type').selectOption('raw');
  await chooseOption('Category', 'Dry goods');
  await chooseOption('Base unit', 'Kilogram');
  await expect(form.getByRole('note')).toContainText('must approve this first');
  await form.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByText(/Sent for review/)).toBeVisible();
  await expect(page.getByText('1 pending')).toBeVisible();
  expect(await findItems(newItem)).toEqual([]);

  // A price change to an existing item awaits review too.
  const [rice] = await findItems(pricedItem);
  await navigateInApp(page, `/branch-settings/create-item?row=${rice?._id}&edit=true`);
  await form.getByLabel('Price', { exact: true }).fill('2,5');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('2 pending')).toBeVisible();
  expect((await findItems(pricedItem))[0]?.unitPrice).toBe(rice?.unitPrice);

  // The reviewer approves the price and returns the item.
  await openAs(reviewer, 'admin', '/procurements/creation/review');
  await expect(getBell(reviewer, '2 proposals to review')).toBeVisible();
  await reviewer.getByRole('link', { name: pricedItem, exact: true }).click();
  const panel = reviewer.getByRole('dialog', { name: pricedItem });
  await expect(panel.getByRole('table', { name: 'Proposed changes' })).toContainText('2.50');
  await panel.getByRole('button', { name: 'Approve' }).click();
  await expect(reviewer.getByText(`${pricedItem} approved.`)).toBeVisible();
  expect((await findItems(pricedItem))[0]?.unitPrice).toBe(2.5);
  await reviewer.getByRole('link', { name: newItem }).click();
  const item = reviewer.getByRole('dialog', { name: newItem });
  await expect(item.getByText('Section · Allergens', { exact: false })).toBeVisible();
  await item.getByRole('button', { name: 'Return…' }).click();
  const returnDialog = reviewer.getByRole('dialog', { name: `Return ${newItem}` });
  await returnDialog.getByRole('textbox').fill('Which section?');
  await returnDialog.getByRole('button', { name: 'Return proposal' }).click();
  const proposals = reviewer.getByRole('table', { name: 'Proposals' });
  await expect(proposals.getByRole('link', { name: newItem })).toHaveCount(0);
  await expect(proposals.getByRole('link', { name: pricedItem, exact: true })).toHaveCount(0);

  // The author is notified on every page; opening a decision marks it as seen.
  await expect(getBell(reviewer, 'New orders')).toBeVisible();
  await page.keyboard.press('Escape');
  await getBell(page, '2 decisions on your proposals').click();
  const bellDialog = page.getByRole('dialog', { name: 'What’s new' });
  await expect(bellDialog.getByRole('button', { name: new RegExp(`${pricedItem}.*Approved`) })).toBeVisible();
  await bellDialog.getByRole('button', { name: new RegExp(`${newItem}.*Reason: Which section`) }).click();
  await expect(page.getByRole('dialog', { name: newItem }).getByText('Reason: Which section?')).toBeVisible();
  await page.keyboard.press('Escape');
  await getBell(page, '1 decision on your proposals').click();
  await bellDialog.getByRole('button', { name: 'Mark as seen' }).click();
  await page.keyboard.press('Escape');
  await expect(getBell(page, 'on your proposals')).toHaveCount(0);

  // The author edits it and submits it again.
  await navigateInApp(page, '/branch-settings/create-item');
  await expect(page.getByText('Reason: Which section?')).toBeVisible();
  await page.getByRole('button', { name: newItem }).click();
  await page.getByRole('button', { name: 'Edit and resubmit' }).click();
  await chooseOption('Section', 'Dry store');
  await page.getByRole('dialog').getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByText('1 pending')).toBeVisible();

  // All listed proposals are approved at once.
  await navigateInApp(reviewer, `/procurements/creation/review?q=${encodeURIComponent(newItem)}`);
  await reviewer.getByRole('checkbox', { name: /all/i }).check();
  await reviewer.getByRole('button', { name: 'Approve 1 proposal' }).click();
  await reviewer.getByRole('dialog').getByRole('button', { name: 'Approve 1 proposal' }).click();
  await expect(reviewer.getByText('1 proposal approved.')).toBeVisible();
  await navigateInApp(reviewer, '/procurements/creation/review');

  // Archiving several items is proposed and withdrawn; the reviewer sees this without a reload.
  const flour = reviewer.getByRole('table', { name: 'Proposals' }).getByRole('link', { name: /flour$/ });
  await navigateInApp(page, '/branch-settings/create-item?tab=all&q=flour');
  await page.getByRole('checkbox', { name: /all/i }).check();
  await page.getByRole('button', { name: 'Propose archiving' }).click();
  await expect(page.getByText(/^3 records sent for review/)).toBeVisible();
  await expect(flour).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Withdrawn from review/)).toBeVisible();
  await expect(flour).toHaveCount(0);

  await navigateInApp(page, '/branch-order/create-order');
  await page.getByRole('searchbox').first().fill('عسل السطح');
  await expect(page.getByRole('textbox', { name: `${newItem}, order quantity` })).toBeVisible();

  async function chooseOption(label: string, option: string): Promise<void> {
    const field = page.getByRole('dialog').getByRole('combobox', { name: label, exact: false }).first();
    await field.click();
    await field.fill(option);
    await page.getByRole('option', { name: option }).first().click();
  }
});

const getBell = (tab: Page, name: string) => tab.getByRole('banner').getByRole('button', { name });
