import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { beginsWith } from './fixtures/names.ts';
import { navigateInApp, settle, showInTheme } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { type StockCount } from './steps/spot-count.ts';

interface Stock {
  itemId: string;
  onHand: number;
}

interface Item {
  _id: string;
  name: string;
  kind: string;
  category: string;
  baseUnit: string;
}

const countPath = (id: string) => `/branch-order/stock-count?row=${id}`;

test('C1: two users do a blind count, one of them offline; the approved stock is the count less the 20 issued since', {
  tag: '@journey',
}, async ({ newContext, server }) => {
  const [admin, manager] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const created = await manager.post<StockCount>('/stock-counts', { type: 'full', blind: true });
  const { items, number, branch } = await manager.patch<StockCount>(`/stock-counts/${created._id}`, {
    status: 'Counting',
  });
  // The branch may approve a count of any value.
  await admin.put(`/branch/${branch}`, { countApprovalValue: 100_000 });
  const stock = await admin.get<Stock[]>(`/stock?placeId=${branch}&limit=500`);
  const enoughStockIds = new Set(stock.filter((row) => row.onHand >= 25).map(({ itemId }) => itemId));
  const [first, second] = items.filter(
    ({ itemId, isTrackedByLot }) => enoughStockIds.has(itemId) && !isTrackedByLot,
  );
  if (!first || !second) throw new Error('The demo business has no two items with enough stock to count');
  const fetchOnHand = async (itemId: string) =>
    (await admin.get<Stock[]>(`/stock?itemId=${itemId}&placeId=${branch}`)).find(
      (row) => row.itemId === itemId,
    )?.onHand ?? 0;

  // One user counts without a connection; entries are stored and sent automatically.
  const context = await newContext({ allow: [/./] });
  const staff = await context.newPage();
  await openAs(staff, 'branchStaff', countPath(created._id));
  await expect(staff.getByText('Blind', { exact: true })).toBeVisible();
  await staff.getByRole('searchbox').fill(first.itemName);
  const line = staff.getByRole('listitem', { name: first.itemName, exact: true });
  await expect(line).toBeVisible();
  await expect(staff.getByText(/In system:/)).toHaveCount(0);
  await context.setOffline(true);
  await line.getByRole('textbox').last().fill('100');
  await line.getByRole('textbox').last().press('Enter');
  await expect(line).toContainText('on this device');
  await context.setOffline(false);
  await expect(staff.getByText('All changes saved')).toBeVisible();
  await expect(line).not.toContainText('on this device');

  // The other user counts a different line and submits both.
  const managerPage = await (await newContext({})).newPage();
  await openAs(managerPage, 'branch', countPath(created._id));
  await managerPage.getByRole('searchbox').fill(second.itemName);
  const otherLine = managerPage.getByRole('listitem', { name: second.itemName, exact: true });
  await otherLine.getByRole('textbox').last().fill('5');
  await otherLine.getByRole('textbox').last().press('Enter');
  await expect(managerPage.getByText('All changes saved')).toBeVisible();
  await managerPage.getByRole('button', { name: 'Submit', exact: true }).click();
  await managerPage.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(managerPage.getByRole('button', { name: /^Variances \(2\)/ })).toBeVisible();

  // Twenty are issued before the approval.
  await admin.post('/wastage', {
    branch,
    dateTime: new Date(Date.now() + server.clockShiftMs).toISOString(),
    item: first.itemId,
    qty: 20,
    reason: 'spoiled',
  });
  const onHandBefore = await fetchOnHand(first.itemId);
  await managerPage.reload();
  const lineAfter = managerPage.getByRole('listitem', { name: first.itemName, exact: true });
  await lineAfter.getByRole('button', { name: /^-20 .* moved since the count$/ }).click();
  await expect(
    lineAfter.getByRole('region', { name: beginsWith(`${first.itemName}: movements since`) }),
  ).toContainText('WST-');

  await managerPage.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await managerPage.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(managerPage.getByText('Approved', { exact: true })).toBeVisible();
  await expect.poll(() => fetchOnHand(first.itemId)).toBe(80);
  await expect.poll(() => fetchOnHand(second.itemId)).toBe(5);
  expect(onHandBefore).not.toBe(80);
  await navigateInApp(managerPage, `/branch-order/stock-count?tab=all`);
  await expect(managerPage.getByRole('link', { name: number })).toBeVisible();
});

/** The number of items of a small branch. */
const itemCount = 240;

test('a count sheet with hundreds of lines counts packs by barcode, is printed in full, and has no axe violations', async ({
  newContext,
  server,
}) => {
  test.setTimeout(120_000);
  const [master, manager] = [await apiAs(server.url, 'master'), await apiAs(server.url, 'branch2')];
  const [{ kind, category, baseUnit }] = (await master.get<Item[]>('/items?limit=1')) as [Item];
  const itemIds: string[] = [];
  for (let index = 0; index < itemCount; index += 1) {
    const no = String(index).padStart(3, '0');
    const item = {
      itemCode: `E2E-${no}`,
      name: `Shelf item ${no}`,
      kind,
      category,
      baseUnit,
      standardCost: 1.5,
    };
    itemIds.push((await master.post<Item>('/items', item))._id);
  }
  await master.post('/packagings', {
    itemId: itemIds[0],
    name: 'Case of 12',
    unit: baseUnit,
    contentsQty: 12,
    barcode: '5901234123457',
  });
  const created = await manager.post<StockCount>('/stock-counts', {
    type: 'spot',
    itemIds: itemIds.slice(0, -1),
  });
  await manager.patch<StockCount>(`/stock-counts/${created._id}`, { status: 'Counting' });
  const sheet = await (await newContext({})).newPage();
  await openAs(sheet, 'branch2', countPath(created._id));
  await expect(sheet.getByRole('listitem', { name: 'Shelf item 000' })).toBeVisible();
  await settle(sheet);

  await test.step('C10: entering 3 and scanning a case barcode counts 36', async () => {
    await sheet.getByRole('searchbox').fill('3');
    // As fast as a scanner, however busy the machine is.
    await sheet.evaluate(
      (keys) => {
        for (const key of keys)
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
          );
      },
      [...'5901234123457'.split(''), 'Enter'],
    );
    await expect(sheet.getByText(/^Shelf item 000: 36/)).toBeVisible();
    await expect(sheet.getByText('All changes saved')).toBeVisible();
  });

  await sheet.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(sheet, 'a sheet at 360 px');
  await sheet.setViewportSize({ width: 1280, height: 800 });
  await showInTheme(sheet, 'light');
  expect.soft(await runAxe(sheet, 'everything'), '1280 px').toEqual([]);

  await test.step('every line is printed', async () => {
    await sheet.evaluate(() => {
      window.print = () => undefined;
    });
    await sheet.getByRole('button', { name: 'Print count sheet' }).click();
    await sheet.emulateMedia({ media: 'print' });
    await expect(sheet.getByRole('heading', { name: /^Count sheet/ }).first()).toBeVisible();
    await expect(sheet.getByRole('row', { name: /^Shelf item/ })).toHaveCount(itemCount - 1);
  });
});
