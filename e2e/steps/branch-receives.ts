import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { beginsWith } from '../fixtures/names.ts';

/** A photo like a phone's: large, with GPS data. */
const createPhoto = () =>
  sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#a52' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 27/1 0/1' } })
    .jpeg()
    .toBuffer();

/** Receives a delivery as shipped except for one damaged unit of an item, with a photo. */
export async function receiveOneDamaged(page: Page, orderNo: string, item: string): Promise<void> {
  await page.goto('/branch-order/receiving-order');
  await page.getByRole('link', { name: orderNo }).click();
  const panel = page.getByRole('dialog', { name: orderNo });
  await panel.getByRole('button', { name: 'All as shipped' }).click();
  await panel.getByRole('button', { name: `Report a problem with ${item}`, exact: true }).click();
  const damaged = panel.getByRole('textbox', { name: beginsWith(`${item}, damaged`) });
  await damaged.fill('1');
  await damaged.press('Enter');
  await panel.getByLabel(`Reason: ${item}`, { exact: true }).selectOption('Broken or leaking');
  await panel
    .getByLabel(`Add photos of ${item}`, { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() });
  await expect(panel.getByRole('button', { name: beginsWith(`Photo of ${item}`) })).toBeVisible();
  await panel.getByRole('button', { name: 'Check and post' }).click();
  await expect(panel.getByText(/: 1 .* damaged, put on hold\./)).toBeVisible();
  await panel.getByRole('button', { name: 'Post receipt' }).dblclick();
  await expect(panel.getByText('1 discrepancy reported to the sender.')).toBeVisible();
}
