import type { Locator, Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Batch {
  _id: string;
  number: string;
}

/** Returns the sizes, in points, of the pages that the browser would print now. */
async function getPrintPageSizes(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const count = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${Math.round(Number(width))} x ${Math.round(Number(height))}`,
  );
  expect(boxes.length).toBe(count);
  return boxes;
}

/** Returns whether a value is larger than its box. A long title is truncated on purpose and not measured. */
const hasOverflow = (label: Locator) =>
  label.evaluate((node) =>
    [node, ...node.querySelectorAll('p')].some(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
    ),
  );

test('one batch label is one page of 62 x 29 mm, and each document prints alone', {
  tag: '@journey',
}, async ({ page, server }) => {
  const [admin, kitchen] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'kitchen')];
  const [flour] = await admin.get<{ _id: string; category: string; baseUnit: string }[]>(
    '/items?q=Strong%20white%20flour&limit=1',
  );
  if (!flour) throw new Error('The demo business has no item Strong white flour');
  const { category, baseUnit } = flour;
  const item = await admin.post<{ _id: string }>('/items', {
    name: 'Printed tabbouleh with parsley',
    itemCode: 'PRT-1',
    kind: 'finished',
    category,
    baseUnit,
    orderUnit: baseUnit,
  });
  const recipe = await admin.post<{ _id: string; createdAt: string }>('/recipes', {
    name: 'Printed tabbouleh with parsley',
    kind: 'dish',
    outputItem: item._id,
    yieldQty: 12,
    yieldUnit: baseUnit,
    components: [{ itemId: flour._id, qty: 0.1, unit: baseUnit }],
    steps: Array.from({ length: 80 }, (_, index) => `Step ${index + 1} of a method that takes pages.`),
  });
  const batch = await kitchen.post<Batch>('/production-batches', {
    recipeId: recipe._id,
    plannedQty: 12,
    plannedFor: recipe.createdAt.slice(0, 10),
  });
  for (const status of ['In Progress', 'Completed'])
    await kitchen.patch(`/production-batches/${batch._id}`, { status });

  await openAs(page, 'kitchen', `/production?view=batches&row=${batch._id}`);
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  const panel = page.getByRole('dialog', { name: batch.number });
  await panel.getByRole('button', { name: 'Labels' }).click();
  await page.getByRole('button', { name: 'Print labels' }).click();
  const label = page.locator('[data-paper] article');
  await expect(label).toContainText(batch.number);
  await page.emulateMedia({ media: 'print' });
  expect(await hasOverflow(label)).toBe(false);
  await page.emulateMedia({ media: null });
  expect(await getPrintPageSizes(page)).toEqual(['176 x 82']);
  await expect(label).toHaveCount(0);

  await panel.getByRole('button', { name: 'Print sheet' }).click();
  await expect(page.locator('[data-paper]')).toContainText('Batch sheet');
  const sheetSizes = await getPrintPageSizes(page);
  expect(sheetSizes.length).toBeGreaterThan(1);
  expect(new Set(sheetSizes)).not.toContain('176 x 82');
  await expect(page.locator('[data-paper]')).toHaveCount(0);
  // The browser's print command prints the open document as well.
  expect(await getPrintPageSizes(page)).toEqual(sheetSizes);
});
