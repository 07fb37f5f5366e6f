import { apiAs } from './fixtures/api-client.ts';
import { pressTwice, tabTo, watchPointer } from './fixtures/keyboard.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { type StockCount, createItemsToCount } from './steps/spot-count.ts';

test.setTimeout(240_000);

const hourMs = 3_600_000;

test('C13, C14: a count is entered, submitted, resolved and approved once, with the keyboard alone and no axe violations in both themes', async ({
  newContext,
  server,
}) => {
  const [admin, master, manager] = [
    await apiAs(server.url, 'admin'),
    await apiAs(server.url, 'master'),
    await apiAs(server.url, 'branch'),
  ];
  const { first, second: late, itemWithoutCost } = await createItemsToCount(admin, master, manager);
  const created = await manager.post<StockCount>('/stock-counts', {
    type: 'spot',
    itemIds: [first.itemId, late.itemId, itemWithoutCost._id],
  });
  const { branch, number } = await manager.patch<StockCount>(`/stock-counts/${created._id}`, {
    status: 'Counting',
  });

  const page = await (await newContext()).newPage();
  await openAs(page, 'branch');
  const expectNoPointer = await watchPointer(page);
  await navigateInApp(page, '/branch-order/stock-count');
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: number }));
  await page.keyboard.press('Enter');
  const line = (name: string) => page.getByRole('listitem', { name, exact: true });
  const footer = page.locator('[data-foot-bar]');
  /** Presses a button of the footer, and confirms its dialog. */
  async function pressAndConfirm(name: 'Submit' | 'Approve') {
    await tabTo(page, footer.getByRole('button', { name, exact: true }));
    await page.keyboard.press('Enter');
    const confirmation = page.getByRole('dialog');
    await expect(confirmation).toBeVisible();
    if (name === 'Submit') await expectAccessible(page, 'the confirmation of submitting');
    await pressTwice(page, confirmation.getByRole('button', { name, exact: true }));
    await expect(confirmation).toHaveCount(0);
  }

  await test.step('each line is found by name and counted, including with arithmetic', async () => {
    const search = page.getByRole('searchbox', { name: 'Scan or search for an item' });
    await expect(search).toBeFocused();
    await expectAccessible(page, 'the sections of the sheet');
    for (const [name, entry] of [
      [first.itemName, '2+1'],
      [late.itemName, String(Number((late.qty - 2).toFixed(6)))],
      [itemWithoutCost.name, '4'],
    ] as const) {
      await tabTo(page, search, 'Shift+Tab');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(name);
      const field = line(name).getByRole('textbox').last();
      await expect(field).toBeVisible();
      await tabTo(page, field);
      // At typing speed, because faster input counts as a scan.
      await page.keyboard.type(entry, { delay: 80 });
      await page.keyboard.press('Enter');
      await expect(line(name)).toContainText('you,');
    }
    await expect(page.getByText('All changes saved')).toBeVisible();
    await expectAccessible(page, 'a counted line');
    await pressAndConfirm('Submit');
    await expect(page.getByRole('button', { name: /^To resolve \(1\)/ })).toBeVisible();
  });

  await test.step('a late movement and an unknown unit cost are resolved', async () => {
    await manager.post('/wastage', {
      branch,
      dateTime: new Date(Date.now() + server.clockShiftMs - hourMs).toISOString(),
      item: late.itemId,
      qty: 2,
      reason: 'spoiled',
    });
    await expect(page.getByRole('button', { name: /^To resolve \(2\)/ })).toBeVisible();
    await expectAccessible(page, 'the lines to resolve');
    await pressTwice(page, line(late.itemName).getByRole('button', { name: 'Before the count' }));
    await expect(line(late.itemName)).toHaveCount(0);
    await tabTo(
      page,
      line(itemWithoutCost.name).getByRole('textbox', { name: `${itemWithoutCost.name}, cost per unit` }),
    );
    await page.keyboard.type('0.25', { delay: 80 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^To resolve \(0\)/ })).toBeVisible();
  });

  await pressAndConfirm('Approve');
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
  await expectAccessible(page, 'an approved count');
  const fetchMoves = async () =>
    admin.get<{ itemId: string; kind: string; qty: number; value: number }[]>(
      `/stock/moves?docId=${created._id}`,
    );
  await expect.poll(async () => (await fetchMoves()).length).toBe(2);
  expect(await fetchMoves()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ itemId: first.itemId, kind: 'count_loss', qty: first.qty - 3 }),
      expect.objectContaining({ itemId: itemWithoutCost._id, kind: 'count_gain', qty: 4, value: 1 }),
    ]),
  );
  expectNoPointer();
});
