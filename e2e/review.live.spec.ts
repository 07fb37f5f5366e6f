import type { Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

// The bell's code is loaded in idle time.
test.use({ hasIdleTime: true });

const name = 'Rooftop honey';
const price = 'Basmati rice';

test("a branch's proposal is returned, submitted again, approved, and can then be ordered", async ({
  page,
  anotherBrowser,
  server,
}) => {
  const admin = await apiAs(server.url, 'admin');
  const reviewer = await (await anotherBrowser()).newPage();
  const find = async (q: string) =>
    admin.get<{ _id: string; unitPrice: number | null }[]>(`/items?q=${encodeURIComponent(q)}`);

  // A new item of the branch waits; nothing is created yet.
  await openAs(page, 'branch', '/branch-settings/create-item?row=new');
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: false }).first().fill(name);
  await form.getByLabel('Name in the second language').fill('عسل السطح');
  await form.getByLabel('Item code').fill('B01-HONEY');
  await form.getByLabel('Type').selectOption('raw');
  await choose('Category', 'Dry goods');
  await choose('Base unit', 'Kilogram');
  await expect(form.getByRole('note')).toContainText('reviews it first');
  await form.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByText(/Sent for review/)).toBeVisible();
  await expect(page.getByText('1 pending')).toBeVisible();
  expect(await find(name)).toEqual([]);

  // A price change of an existing item waits, too.
  const [rice] = await find(price);
  await page.goto(`/branch-settings/create-item?row=${rice?._id}&edit=true`);
  await form.getByLabel('Price', { exact: true }).fill('2,5');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('2 pending')).toBeVisible();
  expect((await find(price))[0]?.unitPrice).toBe(rice?.unitPrice);

  // The reviewer approves the price and returns the item.
  await openAs(reviewer, 'admin', '/procurements/creation/review');
  await expect(bellOf(reviewer, '2 proposals to review')).toBeVisible();
  await reviewer.getByRole('link', { name: price, exact: true }).click();
  const panel = reviewer.getByRole('dialog', { name: price });
  await expect(panel.getByRole('table', { name: 'Proposed changes' })).toContainText('2.50');
  await panel.getByRole('button', { name: 'Approve' }).click();
  await expect(reviewer.getByText(`${price} approved.`)).toBeVisible();
  expect((await find(price))[0]?.unitPrice).toBe(2.5);
  await reviewer.getByRole('link', { name }).click();
  const item = reviewer.getByRole('dialog', { name });
  await expect(item.getByText('Section · Allergens', { exact: false })).toBeVisible();
  await item.getByRole('button', { name: 'Return…' }).click();
  const question = reviewer.getByRole('dialog', { name: `Return ${name}` });
  await question.getByRole('textbox').fill('Which section?');
  await question.getByRole('button', { name: 'Return proposal' }).click();
  const proposals = reviewer.getByRole('table', { name: 'Proposals' });
  await expect(proposals.getByRole('link', { name })).toHaveCount(0);
  await expect(proposals.getByRole('link', { name: price, exact: true })).toHaveCount(0);

  // The author is notified on every page, and has seen what was opened.
  await expect(bellOf(reviewer, 'New orders')).toBeVisible();
  await page.keyboard.press('Escape');
  await bellOf(page, '2 decisions on your proposals').click();
  const centre = page.getByRole('dialog', { name: 'What’s new' });
  await expect(centre.getByRole('button', { name: new RegExp(`${price}.*Approved`) })).toBeVisible();
  await centre.getByRole('button', { name: new RegExp(`${name}.*Reason: Which section`) }).click();
  await expect(page.getByRole('dialog', { name }).getByText('Reason: Which section?')).toBeVisible();
  await page.keyboard.press('Escape');
  await bellOf(page, '1 decision on your proposals').click();
  await centre.getByRole('button', { name: 'Mark as seen' }).click();
  await page.keyboard.press('Escape');
  await expect(bellOf(page, 'New orders')).toBeVisible();

  // The author edits it and submits it again.
  await page.goto('/branch-settings/create-item');
  await expect(page.getByText('Reason: Which section?')).toBeVisible();
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Edit and resubmit' }).click();
  await choose('Section', 'Dry store');
  await page.getByRole('dialog').getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByText('1 pending')).toBeVisible();

  // Everything found is approved at once.
  await reviewer.goto(`/procurements/creation/review?q=${encodeURIComponent(name)}`);
  await reviewer.getByRole('checkbox', { name: /all/i }).check();
  await reviewer.getByRole('button', { name: 'Approve 1 proposal' }).click();
  await reviewer.getByRole('dialog').getByRole('button', { name: 'Approve 1 proposal' }).click();
  await expect(reviewer.getByText('1 proposal approved.')).toBeVisible();
  await reviewer.goto('/procurements/creation/review');

  // Several are proposed for archiving at once, which the reviewer sees appear and disappear.
  const flour = reviewer.getByRole('table', { name: 'Proposals' }).getByRole('link', { name: /flour$/ });
  await page.goto('/branch-settings/create-item?tab=all&q=flour');
  await page.getByRole('checkbox', { name: /all/i }).check();
  await page.getByRole('button', { name: 'Propose archiving' }).click();
  await expect(page.getByText(/^3 entries sent for review/)).toBeVisible();
  await expect(flour).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Withdrawn from review/)).toBeVisible();
  await expect(flour).toHaveCount(0);

  await page.goto('/branch-order/create-order');
  await page.getByRole('searchbox').first().fill('عسل السطح');
  await expect(page.getByRole('textbox', { name: `${name}, order quantity` })).toBeVisible();

  async function choose(label: string, option: string): Promise<void> {
    const field = page.getByRole('dialog').getByRole('combobox', { name: label, exact: false }).first();
    await field.click();
    await field.fill(option);
    await page.getByRole('option', { name: option }).first().click();
  }
});

const bellOf = (of: Page, name: string) => of.getByRole('banner').getByRole('button', { name });
