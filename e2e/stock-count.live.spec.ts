import type { Locator } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { axe } from './fixtures/axe.ts';
import { expectAccessible } from './fixtures/expect-accessible.ts';
import { beginsWith } from './fixtures/names.ts';
import { settle, showInTheme } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { type CountOfLines, createItemsToCount } from './steps/spot-count.ts';

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

const page = (id: string) => `/branch-order/stock-count?row=${id}`;

test('C1: two users count blind, one of them offline; 20 are issued before the approval, and the stock equals the count less the 20', {
  tag: '@journey',
}, async ({ anotherBrowser, server }) => {
  const [admin, manager] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const created = await manager.post<CountOfLines>('/stock-counts', { type: 'full', blind: true });
  const { items, number, branch } = await manager.patch<CountOfLines>(`/stock-counts/${created._id}`, {
    status: 'Counting',
  });
  // The branch may approve a count of any value.
  await admin.put(`/branch/${branch}`, { countApprovalValue: 100_000 });
  const stock = await admin.get<Stock[]>(`/stock?placeId=${branch}&limit=500`);
  const isEnough = new Set(stock.filter((row) => row.onHand >= 25).map(({ itemId }) => itemId));
  const [first, second] = items.filter(({ itemId, byLots }) => isEnough.has(itemId) && !byLots);
  if (!first || !second) throw new Error('The demonstration has too little to count');
  const onHand = async (itemId: string) =>
    (await admin.get<Stock[]>(`/stock?itemId=${itemId}&placeId=${branch}`)).find(
      (row) => row.itemId === itemId,
    )?.onHand ?? 0;

  // One user counts without a connection; entries are stored and sent automatically.
  const context = await anotherBrowser({ allow: [/./] });
  const staff = await context.newPage();
  await openAs(staff, 'branchStaff', page(created._id));
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

  // The other one counts another line, and submits both.
  const desk = await (await anotherBrowser({})).newPage();
  await openAs(desk, 'branch', page(created._id));
  await desk.getByRole('searchbox').fill(second.itemName);
  const other = desk.getByRole('listitem', { name: second.itemName, exact: true });
  await other.getByRole('textbox').last().fill('5');
  await other.getByRole('textbox').last().press('Enter');
  await expect(desk.getByText('All changes saved')).toBeVisible();
  await desk.getByRole('button', { name: 'Submit', exact: true }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(desk.getByRole('button', { name: /^Variances \(2\)/ })).toBeVisible();

  // Twenty are issued before the approval.
  await admin.post('/wastage', {
    branch,
    dateTime: new Date(Date.now() + server.clockShiftMs).toISOString(),
    item: first.itemId,
    qty: 20,
    reason: 'spoiled',
  });
  const onHandBefore = await onHand(first.itemId);
  await desk.reload();
  const line1 = desk.getByRole('listitem', { name: first.itemName, exact: true });
  await line1.getByRole('button', { name: /^-20 .* moved since the count$/ }).click();
  await expect(
    line1.getByRole('region', { name: beginsWith(`${first.itemName}: movements since`) }),
  ).toContainText('WST-');

  await desk.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(desk.getByText('Approved', { exact: true })).toBeVisible();
  await expect.poll(() => onHand(first.itemId)).toBe(80);
  await expect.poll(() => onHand(second.itemId)).toBe(5);
  expect(onHandBefore).not.toBe(80);
  await desk.goto(`/branch-order/stock-count?tab=all`);
  await expect(desk.getByRole('link', { name: number })).toBeVisible();
});

const secondMs = 1000;

test('C12, C13, C14: beyond tolerance another user recounts; late movements and unknown costs ask; then it is approved', async ({
  anotherBrowser,
  server,
}) => {
  const [admin, manager] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const now = (agoMs = 0) => new Date(Date.now() + server.clockShiftMs - agoMs).toISOString();
  const {
    branch,
    first: wrong,
    second: late,
    unknown,
  } = await createItemsToCount(admin, await apiAs(server.url, 'master'), manager);
  await admin.put(`/branch/${branch}`, { countToleranceQty: 5 });
  const created = await manager.post<CountOfLines>('/stock-counts', {
    type: 'spot',
    items: [wrong.itemId, late.itemId, unknown._id],
  });
  const { number, items } = await manager.patch<CountOfLines>(`/stock-counts/${created._id}`, {
    status: 'Counting',
  });

  // One user counts: one line far off, one with two units issued before the count, one without a known cost.
  const floor = await (await anotherBrowser({ viewport: { width: 360, height: 800 } })).newPage();
  await openAs(floor, 'branchStaff', page(created._id));
  const count = async (line: Locator, qty: number) => {
    await line.getByRole('textbox').last().fill(String(qty));
    await line.getByRole('textbox').last().press('Enter');
  };
  const lineOn = (where: typeof floor, itemId: string) =>
    where.getByRole('listitem', {
      name: items.find((each) => each.itemId === itemId)?.itemName ?? unknown.name,
      exact: true,
    });
  const openList = async (where: typeof floor, name: string) => where.getByRole('searchbox').fill(name);
  for (const [itemId, name, qty] of [
    [wrong.itemId, wrong.itemName, 3],
    [late.itemId, late.itemName, late.qty - 2],
    [unknown._id, unknown.name, 4],
  ] as const) {
    await openList(floor, name);
    await count(lineOn(floor, itemId), qty);
    await expect(lineOn(floor, itemId)).toContainText('you,');
  }
  await expect(floor.getByText('All changes saved')).toBeVisible();

  const desk = await (await anotherBrowser({ allow: [/422/] })).newPage();
  await openAs(desk, 'branch', page(created._id));
  const foot = desk.locator('[data-foot-bar]');
  const submit = async () => {
    await foot.getByRole('button', { name: 'Submit', exact: true }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).dblclick();
  };
  await submit();
  const listed = async (tab: string, isThere: boolean) => {
    const list = await desk.context().newPage();
    await list.goto(`/branch-order/stock-count?tab=${tab}`);
    await settle(list);
    await expect(list.getByRole('link', { name: number })).toHaveCount(isThere ? 1 : 0);
    await list.close();
  };
  await expect(desk.getByRole('button', { name: /^To resolve \(2\)/ })).toBeVisible();
  await listed('resolve', true);
  await listed('approve', false);

  await test.step('C14: a movement posted late asks whether it was before the count', async () => {
    await manager.post('/wastage', {
      branch,
      dateTime: now(3600 * secondMs),
      item: late.itemId,
      qty: 2,
      reason: 'spoiled',
    });
    // The page is not reloaded: it receives the event of the movement.
    const line = lineOn(desk, late.itemId);
    await expect(line).toContainText(
      'A movement dated before the count was posted after it. Did it happen before or after the count?',
    );
    await line.getByRole('button', { name: 'Before the count' }).dblclick();
    await expect(line).toHaveCount(0);
  });

  await test.step('C13: a gain without a known cost asks for the unit cost', async () => {
    const line = lineOn(desk, unknown._id);
    await expect(line).toContainText('No cost on record. Enter the cost per unit.');
    await expect(line).toContainText('no cost');
    await line.getByRole('textbox', { name: `${unknown.name}, cost per unit` }).fill('0.25');
    await line.getByRole('textbox', { name: `${unknown.name}, cost per unit` }).press('Enter');
    await expect(desk.getByRole('button', { name: /^To resolve \(1\)/ })).toBeVisible();
  });

  await test.step('C12: another user recounts it, and both counts are kept', async () => {
    const line = lineOn(desk, wrong.itemId);
    await line.getByRole('button', { name: 'Recount' }).click();
    await foot.getByRole('button', { name: 'Recount' }).click();
    await expect(desk.getByText('Recounting')).toBeVisible();
    await floor.reload();
    await expect(floor.getByText('Another person must recount this item.')).toBeVisible();
    await count(lineOn(desk, wrong.itemId), 4);
    await expect(desk.getByText('All changes saved')).toBeVisible();
    await submit();
    await expect(lineOn(desk, wrong.itemId)).toContainText('First count: 3');
    await lineOn(desk, wrong.itemId)
      .getByRole('combobox', { name: `${wrong.itemName}, cause` })
      .selectOption({ label: 'Missing' });
    await expect(desk.getByRole('button', { name: /^To resolve \(0\)/ })).toBeVisible();
    await listed('resolve', false);
    await listed('approve', true);
  });

  await foot.getByRole('button', { name: 'Approve', exact: true }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await expect(desk.getByText('Approved', { exact: true })).toBeVisible();
  const moves = await admin.get<{ itemId: string; kind: string; qty: number; value: number }[]>(
    `/stock/moves?docId=${created._id}`,
  );
  expect(moves.map(({ itemId, kind: what, qty }) => [itemId, what, qty])).toEqual(
    expect.arrayContaining([
      [wrong.itemId, 'count_loss', wrong.qty - 4],
      [unknown._id, 'count_gain', 4],
    ]),
  );
  expect(moves).toHaveLength(2);
  expect(moves.find(({ itemId }) => itemId === unknown._id)?.value).toBe(1);
});

/** The number of items of a small branch. */
const many = 240;

test('a sheet of hundreds of lines: packs by barcode, printed, and without axe findings', async ({
  anotherBrowser,
  server,
}) => {
  test.setTimeout(120_000);
  const [master, manager] = [await apiAs(server.url, 'master'), await apiAs(server.url, 'branch2')];
  const [{ kind, category, baseUnit }] = (await master.get<Item[]>('/items?limit=1')) as [Item];
  const itemIds: string[] = [];
  for (let nth = 0; nth < many; nth += 1) {
    const no = String(nth).padStart(3, '0');
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
  const created = await manager.post<CountOfLines>('/stock-counts', {
    type: 'spot',
    items: itemIds.slice(0, -1),
  });
  await manager.patch<CountOfLines>(`/stock-counts/${created._id}`, { status: 'Counting' });
  const sheet = await (await anotherBrowser({})).newPage();
  await openAs(sheet, 'branch2', page(created._id));
  await expect(sheet.getByRole('listitem', { name: 'Shelf item 000' })).toBeVisible();
  await settle(sheet);

  await test.step('C10: 3 followed by the barcode of a case counts 36', async () => {
    await sheet.getByRole('searchbox').fill('3');
    // At a scanner's pace, however busy the machine is.
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
  expect.soft(await axe(sheet, 'everything'), '1280 px').toEqual([]);

  await test.step('every line has its row on the printout', async () => {
    await sheet.evaluate(() => {
      window.print = () => undefined;
    });
    await sheet.getByRole('button', { name: 'Print count sheet' }).click();
    await sheet.emulateMedia({ media: 'print' });
    await expect(sheet.getByRole('heading', { name: /^Count sheet/ }).first()).toBeVisible();
    await expect(sheet.getByRole('row', { name: /^Shelf item/ })).toHaveCount(many - 1);
  });
});
