import type { Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { writeCodeVideo } from './fixtures/code-video.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { offlineBanner, offlineTest, waitUntilCached } from './fixtures/offline-device.ts';
import { openGuide } from './fixtures/order-guide.ts';
import { openAs, signInOnPage } from './fixtures/sign-in.ts';
import { expect } from './fixtures/test.ts';
import type { StockCount } from './steps/spot-count.ts';

/** The camera of a phone as a scanner. Chromium plays a video of a barcode as its picture. */

const barcode = '4006381333931';

/** Tests with a camera that plays the video. The browser grants access to it without asking. */
const cameraTest = (answer: 'allow' | 'deny') =>
  offlineTest.extend<object, object>({
    launchOptions: [
      async ({ launchOptions }, use) =>
        use({
          ...launchOptions,
          args: [
            ...(launchOptions.args ?? []),
            '--use-fake-device-for-media-stream',
            `--use-file-for-fake-video-capture=${writeCodeVideo(barcode)}`,
            `--use-fake-ui-for-media-stream${answer === 'deny' ? '=deny' : ''}`,
          ],
        }),
      { scope: 'worker' },
    ],
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
const test = cameraTest('allow');
const refusedTest = cameraTest('deny');

const cameraButton = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' });
const camera = (page: Page) => page.getByRole('dialog', { name: 'Scan with the camera' });

/** Adds the video's barcode to an item without lots and returns the item. */
async function labelItem(url: string) {
  const [admin, branch] = [await apiAs(url, 'admin'), await apiAs(url, 'branch')];
  const { _id } = await branch.post<StockCount>('/stock-counts', { type: 'full' });
  const count = await branch.patch<StockCount>(`/stock-counts/${_id}`, { status: 'Counting' });
  const orderable = await branch.get<{ itemId: string }[]>('/orders/suggestions');
  const item = count.items.find(
    ({ itemId, isTrackedByLot }) => !isTrackedByLot && orderable.some((row) => row.itemId === itemId),
  );
  if (!item) throw new Error('The branch can order no item without lots.');
  await admin.put(`/items/${item.itemId}`, { barcodes: [barcode] });
  return { count, name: item.itemName };
}

test('scans a code once into the order guide and once into a count, online and offline', {
  tag: '@journey',
}, async ({ page, network, server }) => {
  const { count, name } = await labelItem(server.url);
  await signInOnPage(page, 'branch');
  await openGuide(page);
  await cameraButton(page).click();
  const result = camera(page).getByRole('status');
  await expect(result).toContainText(`${name}: `);
  const [first = ''] = /: [\d.]+/.exec(await result.innerText()) ?? [];
  // The code stays in view, and a tap scans it again.
  await camera(page)
    .getByRole('button', { name: /scan the same code again/ })
    .click();
  await expect(result).not.toContainText(`${name}${first} `);
  await expectAccessible(page, 'camera');
  await page.keyboard.press('Escape');
  await expect(camera(page)).toBeHidden();
  const cell = page.getByRole('textbox', { name: `${name}, order quantity` });
  await expect(cell).toHaveValue(String(2 * Number(first.slice(2))));

  await page.goto(`/branch-order/stock-count?row=${count._id}`);
  await expect(cameraButton(page)).toBeVisible();
  await waitUntilCached(page, `"${count._id}"`);
  network.setState('down');
  await page.reload();
  await expect(offlineBanner(page)).toBeVisible();
  await cameraButton(page).click();
  await expect(result).toContainText(`${name}: +1`);
  await page.keyboard.press('Escape');
  await expect(page.getByText(new RegExp(`^${name}: 1\\b`))).toBeVisible();
});

refusedTest('explains how to allow a camera that was refused', async ({ page }) => {
  await openAs(page, 'branch', '/branch-order/create-order');
  await cameraButton(page).click();
  await expect(camera(page).getByRole('alert')).toContainText('Allow the camera for this site');
  await expectAccessible(page, 'refused camera');
  await camera(page).getByRole('button', { name: 'Try again' }).click();
  await expect(camera(page).getByRole('alert')).toBeVisible();
});
