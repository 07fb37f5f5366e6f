import { readFile } from 'node:fs/promises';
import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface KnownLot {
  itemId: string;
  itemName: string;
  lot: string;
  version: number;
  hold: { byName: string } | null;
  onHand: number;
  placeCount: number;
}
interface Recall {
  _id: string;
  end: { seconds: number } | null;
  sums: { traced: number };
  places: { placeId: string; lotId: string; expected: number; found: number | null }[];
}

test('M9, M10, M11: a lot is found by its barcode, put on hold once despite two clicks, and recalled, with responses from all locations', {
  tag: '@journey',
}, async ({ newContext, server }) => {
  test.setTimeout(180_000);
  const [admin, kitchen] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'kitchen')];
  const findLot = async (lot: string) =>
    (await admin.get<KnownLot[]>(`/lots/known?lot=${encodeURIComponent(lot)}`))[0];
  const lots = await admin.get<KnownLot[]>('/lots/known?limit=200');
  // A scan without an item is ambiguous when several items share a lot number.
  const unambiguous = lots.filter((lot) => lots.every((other) => other === lot || other.lot !== lot.lot));
  const chosen = unambiguous.toSorted((a, b) => b.placeCount - a.placeCount)[0];
  if (!chosen) throw new Error('The demo business has no lot');
  const { lot, itemId } = chosen;
  const recallsBefore = (await admin.get<Recall[]>('/recalls')).length;

  const context = await newContext({ acceptDownloads: true, allow: [/412/] });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await openAs(page, 'admin');

  await test.step('a lot is found by its barcode with the keyboard alone', async () => {
    await navigateInApp(page, '/inventory/lots');
    await expect(page.getByRole('table', { name: 'Lots', exact: true })).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    // At typing speed, because faster input counts as a scan.
    await page.keyboard.type(`(10)${lot}`, { delay: 60 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `Lot ${lot}` })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Current locations' })).toBeVisible();
    expect(await runAxe(page, 'everything')).toEqual([]);
  });

  await test.step('the received quantity equals the quantity accounted for', async () => {
    const totals = page.getByText('Total received').locator('xpath=ancestor::dl');
    const totalText = (await totals.locator('dd').last().textContent()) ?? '';
    await expect(page.getByText('Total accounted for').locator('xpath=following-sibling::dd')).toHaveText(
      totalText,
    );
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain('Current locations');
    await page.getByRole('button', { name: 'Print recall sheets' }).click();
    await expect(page.locator('[data-paper] article')).toHaveCount(chosen.placeCount);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  });

  await test.step('two clicks put it on hold once', async () => {
    await page.getByRole('button', { name: `Put lot ${lot} on hold` }).click();
    const dialog = page.getByRole('dialog', { name: `Put lot ${lot} on hold` });
    await expect(dialog.getByLabel('Reason')).toHaveValue('recall');
    await dialog.getByRole('button', { name: 'Hold', exact: true }).dblclick();
    await expect(page.getByRole('button', { name: `Release lot ${lot}` })).toBeVisible();
    expect(await findLot(lot)).toMatchObject({
      version: chosen.version + 1,
      hold: { byName: expect.any(String) },
    });
  });

  await test.step('a user who is about to release the lot sees that another user has put it back on hold', async () => {
    await page.getByRole('button', { name: `Release lot ${lot}` }).click();
    const dialog = page.getByRole('dialog', { name: `Release lot ${lot}` });
    await dialog.getByLabel('Reason').selectOption('checked');
    // Another user was faster: they released the lot and put it on hold for a different reason.
    await kitchen.patch('/lots', { itemId, lot, hold: false, reasonCode: 'mistake' });
    await kitchen.patch('/lots', { itemId, lot, hold: true, reasonCode: 'quality' });
    await expect(dialog.getByRole('alert')).toHaveText(/has just put this lot on hold: Quality/);
    await expect(dialog.getByRole('button', { name: 'Release', exact: true })).toBeDisabled();
    expect((await findLot(lot))?.hold).toMatchObject({ reasonCode: 'quality' });
    await page.keyboard.press('Escape');
  });

  await test.step('a mock recall is started, answered, ended, and listed', async () => {
    await page.getByRole('button', { name: 'Start recall' }).click();
    const dialog = page.getByRole('dialog', { name: `Start recall of lot ${lot}` });
    await dialog.getByRole('button', { name: 'Start mock recall' }).dblclick();
    await expect(page.getByRole('heading', { level: 1, name: /^RCL-/ })).toBeVisible();
    expect(await admin.get<Recall[]>('/recalls')).toHaveLength(recallsBefore + 1);
    const fields = page.getByRole('table', { name: 'Responses by location' }).getByRole('textbox');
    const count = await fields.count();
    expect(count).toBeGreaterThan(0);
    await fields.first().focus();
    for (let answered = 0; answered < count; answered += 1) {
      await page.keyboard.type('1');
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText('All locations have responded.')).toBeVisible();
    expect(await runAxe(page, 'everything')).toEqual([]);
    await page.getByRole('button', { name: 'End recall' }).click();
    await page
      .getByRole('dialog', { name: 'End recall' })
      .getByRole('button', { name: 'End recall' })
      .dblclick();
    await expect(page.getByText('Ended', { exact: true })).toBeVisible();
    await expect(fields).toHaveCount(0);
    const [recorded] = await admin.get<Recall[]>('/recalls');
    const [record] = await admin.get<Recall[]>(`/recalls?id=${recorded?._id}`);
    expect(record?.end?.seconds).toBeGreaterThanOrEqual(0);
    expect(record?.places.map(({ found }) => found)).toEqual(Array.from({ length: count }, () => 1));
    await navigateInApp(page, '/inventory/lots');
    await expect(page.getByRole('table', { name: 'Recalls' }).getByRole('row')).toHaveCount(
      recallsBefore + 2,
    );
  });

  await test.step('a real recall puts the lot on hold, appears on the kitchen’s dashboard, and its lot is released', async () => {
    // The earlier hold is released, so that the next one is the recall's.
    await admin.patch('/lots', { itemId, lot, hold: false, reasonCode: 'checked' });
    await navigateInApp(page, `/inventory/lots?item=${itemId}&lot=${encodeURIComponent(lot)}`);
    await page.getByRole('button', { name: 'Start recall' }).click();
    const dialog = page.getByRole('dialog', { name: `Start recall of lot ${lot}` });
    await dialog.getByLabel('Type').selectOption('real');
    await dialog.getByRole('button', { name: 'Start real recall' }).dblclick();
    await expect(page.getByRole('heading', { name: /^Awaiting response from / })).toBeVisible();
    const row = page.getByRole('table', { name: 'Lots in scope' }).getByRole('row').nth(1);
    await expect(row).toContainText('On hold');
    expect(await runAxe(page, 'everything')).toEqual([]);
    const kitchenPage = await (await newContext()).newPage();
    await openAs(kitchenPage, 'kitchen', '/central-kitchen/dashboard');
    await expect(kitchenPage.getByRole('region', { name: 'Recalls awaiting response' })).toContainText(
      'Awaiting response from',
    );
    await row.getByRole('button', { name: `Release lot ${lot}` }).click();
    const release = page.getByRole('dialog', { name: `Release lot ${lot}` });
    await release.getByLabel('Reason').selectOption('checked');
    await release.getByRole('button', { name: 'Release', exact: true }).click();
    await expect(row).toContainText('Released by');
    expect((await findLot(lot))?.hold).toBeNull();
  });
});
