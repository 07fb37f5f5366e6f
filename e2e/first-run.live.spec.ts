import { expect, type Locator, type Page } from '@playwright/test';
import { quantityCells } from './fixtures/order-guide.ts';
import { emptyTest as test } from './fixtures/test.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** Page object of an owner who sets up a business; counts the forms that they save. */
class Owner {
  formCount = 0;
  readonly page: Page;
  readonly checklist: Locator;
  constructor(page: Page) {
    this.page = page;
    this.checklist = page.getByRole('region', { name: 'Set up your first delivery' });
  }

  /** The next step of the checklist. */
  get nextStep(): Locator {
    return this.checklist.locator('[aria-current="step"]');
  }

  /** Returns to the checklist through the menu. */
  async openChecklist(): Promise<void> {
    await this.page.keyboard.press('Escape');
    const openMenu = this.page.getByRole('button', { name: 'Open menu' });
    if (await openMenu.isVisible()) await openMenu.click();
    await this.page.getByRole('link', { name: 'Dashboards', exact: true }).first().click();
    await expect(this.checklist).toBeVisible();
  }

  async follow(step: string, action: string): Promise<void> {
    await expect(this.nextStep).toContainText(step);
    await this.nextStep.getByText(action, { exact: true }).click();
  }

  async save(form: Locator, button: string): Promise<void> {
    this.formCount++;
    await form.getByRole('button', { name: button, exact: true }).click();
  }
}

test('on a 360 px phone an empty business is guided from set-up to its first received order in at most six forms', async ({
  page,
  emptyServer,
}) => {
  test.slow();
  const owner = new Owner(page);
  await page.goto('/');
  await page.getByLabel('Set-up token').fill(emptyServer.setupToken ?? '');
  await page.getByLabel('Your name').fill('Olive Owner');
  await page.getByLabel('Email').fill('olive@example.test');
  await page.getByLabel('Password', { exact: true }).fill('a quiet morning');
  await owner.save(page.locator('form'), 'Create administrator');
  await expect(owner.checklist).toContainText('0 of 13 steps done');

  await owner.follow('Name your business', 'Set name and currency');
  const business = page.getByRole('dialog', { name: 'Your business' });
  await business.getByLabel('Business name').fill('Olive & Sons');
  await business.getByLabel('Currency').selectOption('EUR');
  await owner.save(business, 'Save');
  await expect(business).toBeHidden();
  await expect(owner.checklist).toContainText('3 of 13 steps done');

  await owner.follow('Your central kitchen', 'Add kitchen and branch');
  const locations = page.getByRole('dialog', { name: 'Your locations' });
  await locations.getByLabel('First branch name').fill('Shop One');
  await owner.save(locations, 'Save');
  await expect(locations).toBeHidden();
  await expect(owner.checklist).toContainText('5 of 13 steps done');

  // The category is created where it is needed, in the item's form.
  await owner.checklist.getByText('Add an item', { exact: true }).click();
  const item = page.getByRole('dialog');
  await item.getByRole('textbox', { name: 'Name', exact: true }).fill('Plain flour');
  await choose(item, 'Category', 'Dry goods', 'Add “Dry goods”');
  await expect(page.getByText('Dry goods added.')).toBeVisible();
  await item.getByRole('combobox', { name: 'Type' }).selectOption('raw');
  await choose(item, 'Base unit', 'kg', /^Kilogram/);
  await expect(item.getByRole('textbox', { name: 'Item code' })).toHaveValue('PLAIN-FLOUR');
  await owner.save(item, 'Save');
  await expect(page.getByText('Plain flour created.')).toBeVisible();

  await owner.openChecklist();
  await expect(owner.checklist).toContainText('7 of 13 steps done');

  await owner.checklist.getByText('Create an order', { exact: true }).click();
  await quantityCells(page).first().fill('5');
  await quantityCells(page).first().press('Enter');
  owner.formCount++;
  await page.getByRole('button', { name: 'Submit order' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Under review').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Send to central kitchen' }).click();
  await expect(panel.getByText('Sent to central kitchen').first()).toBeVisible();

  await owner.openChecklist();
  await owner.checklist.getByText('Open the kitchen', { exact: true }).click();
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Accept/ })).toHaveCount(0);

  await owner.openChecklist();
  await owner.checklist.getByText('Pick the order', { exact: true }).click();
  await page.getByRole('button', { name: 'Pick all as approved' }).click();
  await page.getByRole('button', { name: 'Ship order' }).click();
  await page
    .getByRole('dialog', { name: /^Ship / })
    .getByRole('button', { name: 'Ship now' })
    .click();
  await expect(page.getByRole('status').filter({ hasText: /Delivery note/ })).toBeVisible();

  await owner.openChecklist();
  await owner.checklist.getByText('Receive the delivery', { exact: true }).click();
  const delivery = page.getByRole('dialog');
  await delivery.getByRole('button', { name: 'All as shipped' }).click();
  await delivery.getByRole('button', { name: 'Check and post' }).click();
  await delivery.getByRole('button', { name: 'Post receipt' }).click();
  await expect(delivery.getByText('Received').first()).toBeVisible();
  expect(owner.formCount).toBeLessThanOrEqual(6);
});

async function choose(form: Locator, label: string, text: string, option: string | RegExp): Promise<void> {
  await form.getByRole('combobox', { name: label, exact: true }).fill(text);
  await form.page().getByRole('option', { name: option }).click();
}
