import { expect, type Page } from '@playwright/test';
import { beginsWith } from '../fixtures/names.ts';

/** Accepts an order in the list of new orders on the dashboard. */
export async function acceptOrder(page: Page, orderNo: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: orderNo });
  await row.getByRole('button', { name: /^Accept/ }).click();
  await expect(row.getByRole('button', { name: /^Accept/ })).toHaveCount(0);
}

/**
 * Picks all lines and ships the order, one item short by one with a reason.
 *
 * @returns the delivery note's number
 */
export async function shipOneShort(page: Page, orderNo: string, item: string): Promise<string> {
  await page.goto('/central-kitchen/order-processing-prep');
  await page.getByRole('link', { name: new RegExp(orderNo) }).click();
  await page.getByRole('button', { name: 'Pick all as approved' }).click();
  const cell = page.getByRole('textbox', { name: beginsWith(`${item}, shipped quantity`) });
  const shipped = Number(await cell.inputValue());
  await cell.fill(String(shipped - 1));
  await cell.press('Enter');
  await page.getByLabel(`Reason for ${item}`, { exact: true }).selectOption('Out of stock');
  await page.getByRole('button', { name: 'Ship order' }).click();

  const confirmation = page.getByRole('dialog', { name: `Ship ${orderNo}` });
  await expect(confirmation.getByText(`${item}: ${shipped - 1} of ${shipped}`)).toBeVisible();
  await confirmation.getByRole('button', { name: 'Ship now' }).dblclick();
  const message = page.getByRole('status').filter({ hasText: /Delivery note/ });
  await expect(message).toBeVisible();
  return /Delivery note (\S+)/.exec((await message.textContent()) ?? '')?.[1] ?? '';
}
