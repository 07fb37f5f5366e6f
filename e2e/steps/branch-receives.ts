import { expect, type Page } from '@playwright/test';
import { beginsWith } from '../fixtures/names.ts';

/** Receives a delivery that came as shipped but for one unit of one item, which is damaged. */
export async function receiveOneDamaged(page: Page, orderNo: string, item: string): Promise<void> {
  await page.goto('/branch-order/receiving-order');
  await page.getByRole('link', { name: orderNo }).click();
  const panel = page.getByRole('dialog', { name: orderNo });
  await panel.getByRole('button', { name: 'All as shipped' }).click();
  await panel.getByRole('button', { name: `Something is wrong with ${item}`, exact: true }).click();
  const damaged = panel.getByRole('textbox', { name: beginsWith(`${item}, damaged`) });
  await damaged.fill('1');
  await damaged.press('Enter');
  await panel.getByLabel(`Reason: ${item}`, { exact: true }).fill('Broken or leaking');
  await panel.getByRole('button', { name: 'Check and post' }).click();
  await expect(panel.getByText(/^1 .* damaged: goes to hold\./)).toBeVisible();
  await panel.getByRole('button', { name: 'Post receipt' }).dblclick();
  await expect(panel.getByText('1 discrepancy was opened and the kitchen told.')).toBeVisible();
}
