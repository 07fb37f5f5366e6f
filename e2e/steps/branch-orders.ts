import { expect, type Page } from '@playwright/test';
import { tabTo } from '../fixtures/keyboard.ts';
import { quantityCells, submitButton } from '../fixtures/order-guide.ts';

/** Whether a test enters quantities with the keyboard only or by touch. */
export type InputMode = 'keyboard' | 'touch';

/**
 * Enters this many lines in the order guide, submits the order and sends it.
 *
 * @returns the order's number
 */
export async function submitOrderLines(page: Page, count: number, inputMode: InputMode): Promise<string> {
  await expect(quantityCells(page).first()).toBeEditable();
  if (inputMode === 'touch') await quantityCells(page).first().tap();
  else {
    await page.keyboard.press('/');
    await page.keyboard.press('Enter');
  }
  await expect(quantityCells(page).first()).toBeFocused();
  for (let line = 1; line <= count; line++) {
    await page.keyboard.type(String(line + 1));
    await page.keyboard.press('Enter');
    await expect(page.getByText(line === 1 ? '1 line' : `${line} lines`)).toBeVisible();
  }
  if (inputMode === 'touch') await submitButton(page).tap();
  else await page.keyboard.press('Control+Enter');

  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Under review').first()).toBeVisible();
  const send = panel.getByRole('button', { name: 'Send to central kitchen' });
  await expect(send).toBeEnabled();
  const orderNo = (await panel.getByRole('heading', { name: /^ORD-/ }).textContent()) ?? '';
  if (inputMode === 'touch') await send.tap();
  else {
    await tabTo(page, send);
    await page.keyboard.press('Enter');
  }
  await expect(panel.getByText('Sent to central kitchen').first()).toBeVisible();
  return orderNo;
}
