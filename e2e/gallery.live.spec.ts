import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { apiAs } from './fixtures/api-client.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

const createPng = (color: string, width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

interface DroppedFile {
  name: string;
  base64: string;
}

/** Drops files on an element, as dragged from a folder. */
async function drop(page: Page, target: Locator, files: DroppedFile[]): Promise<void> {
  const data = await page.evaluateHandle((droppedFiles) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of droppedFiles) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: 'image/png' }));
    }
    return transfer;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(type, { dataTransfer: data });
}

/** Returns the dominant color of a displayed picture and the width of its file. */
const inspectImage = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    context?.drawImage(element, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    const brightest = Math.max(red, green, blue);
    return {
      color: brightest === red ? 'red' : brightest === green ? 'green' : 'blue',
      width: element.naturalWidth,
    };
  });

test('pictures are uploaded by dropping, described, found by tag, chosen for an item, replaced, and deleted when unused', async ({
  page,
  server,
}) => {
  const admin = await apiAs(server.url, 'admin');
  await openAs(page, 'admin', '/gallery');
  await expect(page.getByText('No pictures yet')).toBeVisible();

  // Three files are dropped; one is an image in name only.
  await drop(page, page.getByText('No pictures yet'), [
    { name: 'rice_bag.png', base64: (await createPng('#2e9e3a')).toString('base64') },
    { name: 'menu.png', base64: Buffer.from('<!doctype html><h1>Menu</h1>').toString('base64') },
    { name: 'bread.png', base64: (await createPng('#c03a2b')).toString('base64') },
  ]);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await expect(uploads.getByRole('status')).toHaveText('Uploads: 3');
  await expect(uploads.getByRole('listitem').filter({ hasText: 'menu.png' })).toContainText(
    'This file type (HTML) isn’t supported',
  );
  const tiles = page.getByRole('list', { name: 'Pictures' }).getByRole('link');
  await expect(tiles).toHaveCount(2);
  await uploads.getByRole('button', { name: 'Clear list' }).click();

  // One is opened with the keyboard; a second one gets a description and is found by its tag.
  await tiles.first().focus();
  const second = (await tiles.nth(1).textContent()) ?? '';
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: second })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'rice bag' }).click();
  const panel = page.getByRole('dialog', { name: 'rice bag' });
  await panel.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Alt text', exact: true }).fill('A bag of rice');
  await page.getByRole('textbox', { name: 'Tags' }).fill('Dry store, rice,');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(panel.getByRole('img', { name: 'A bag of rice' })).toBeVisible();
  expect((await inspectImage(panel.getByRole('img', { name: 'A bag of rice' }))).color).toBe('green');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'dry store (1)' });
  await expect(tiles).toHaveText(['rice bag']);

  // It is set as an item's picture and as a brand's logo.
  const [item] = await admin.get<{ _id: string; name: string }[]>('/items?limit=1&sort=name');
  const [picture] = await admin.get<{ _id: string }[]>('/gallery?q=rice');
  if (!item || !picture) throw new Error('There is no item, or no picture');
  await navigateInApp(page, `/items/${item._id}/edit?tab=pictures`);
  const field = page.getByRole('group', { name: 'Picture' });
  await field.getByRole('button', { name: 'Choose a picture' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a picture' });
  await picker.getByRole('searchbox').fill('rice');
  await expect(picker.getByRole('list', { name: 'Pictures' }).getByRole('button')).toHaveCount(1);
  await picker.getByRole('button', { name: 'rice bag' }).press('Enter');
  expect((await inspectImage(field.getByRole('img'))).color).toBe('green');
  await page.keyboard.press('ControlOrMeta+s');
  const fetchItem = () => admin.get<{ image: string | null }>(`/items/${item._id}`);
  await expect.poll(async () => (await fetchItem()).image).toBe(picture._id);
  await admin.post('/brands', { name: 'House brand', logo: picture._id });

  // A picture in use can't be deleted; its page lists the uses and allows replacing it.
  await navigateInApp(page, `/gallery?row=${picture._id}`);
  await panel.getByRole('button', { name: 'Where used' }).click();
  await expect(panel.getByRole('link', { name: item.name })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'House brand' })).toBeVisible();
  await panel.getByRole('button', { name: 'Details' }).click();
  await panel.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(
    page.getByText('This picture is in use. Remove it from its items and brands first').first(),
  ).toBeVisible();
  await panel
    .getByLabel('Replace')
    .last()
    .setInputFiles({ name: 'blue.png', mimeType: 'image/png', buffer: await createPng('#1b4fc4', 800, 800) });
  await expect(panel).toContainText('800 × 800');
  await expect
    .poll(() => inspectImage(panel.getByRole('img', { name: 'A bag of rice' })))
    .toEqual({ color: 'blue', width: 800 });
  await page.keyboard.press('Escape');
  await expect
    .poll(() => inspectImage(tiles.filter({ hasText: 'rice bag' }).locator('img')))
    .toMatchObject({ color: 'blue' });

  // An unused picture is deleted after confirmation.
  await tiles.filter({ hasText: 'bread' }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Delete bread?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(tiles).toHaveText(['rice bag']);
  expect(await admin.get<unknown[]>('/gallery')).toHaveLength(1);

  // The item's header shows the picture; another user's changes appear without a reload.
  await admin.put(`/gallery/${picture._id}`, { name: 'Basmati' });
  await expect(tiles).toHaveText(['Basmati']);
  await tiles.first().press('Space');
  const selection = page.getByRole('region', { name: '1 picture selected' });
  await selection.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('textbox', { name: /^Add tags/ }).fill('grain,');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await admin.get<{ tags: string[] }>(`/gallery/${picture._id}`)).tags)
    .toEqual(['dry store', 'rice']);
  await navigateInApp(page, `/items/${item._id}/edit`);
  expect((await inspectImage(page.getByRole('img', { name: item.name }))).color).toBe('blue');
});
