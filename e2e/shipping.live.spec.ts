import { readFile } from 'node:fs/promises';
import { apiAs } from './fixtures/api-client.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { receiveOneDamaged } from './steps/branch-receives.ts';
import { type OrderInProcess, createTwoOrdersInProcess } from './steps/orders-in-process.ts';

test('two orders of one route are shipped together once, with crates and documents; one is unshipped, the other received', async ({
  newContext,
  server,
}) => {
  const [admin, asKitchen, asBranch] = await Promise.all([
    apiAs(server.url, 'admin'),
    apiAs(server.url, 'kitchen'),
    apiAs(server.url, 'branch'),
  ]);
  const [far, near] = await createTwoOrdersInProcess(admin, asBranch);
  const fetchOrder = (order: OrderInProcess) => admin.get<OrderInProcess>(`/orders/${order._id}`);
  /** Returns the quantity taken from the kitchen for an order, by item, less what was unshipped. */
  const fetchTakenQuantities = async ({ _id, kitchen, items }: OrderInProcess) => {
    const moves = await admin.get<{ itemId: string; fromPlace: string; toPlace: string; qty: number }[]>(
      `/stock/moves?docId=${_id}`,
    );
    const sum = (itemId: string, side: 'fromPlace' | 'toPlace') =>
      moves
        .filter((move) => move.itemId === itemId && move[side] === kitchen)
        .reduce((total, { qty }) => total + qty, 0);
    return items.map(({ itemId }) => sum(itemId, 'fromPlace') - sum(itemId, 'toPlace'));
  };
  await admin.put(`/branch/${near.branch}`, { route: 'North', routeStop: 1 });
  await admin.put(`/branch/${far.branch}`, { route: 'North', routeStop: 2 });
  await asKitchen.patch(`/orders/${near._id}`, {
    items: near.items.map(({ lineId }) => ({ lineId, pickedQty: 3 })),
  });

  const page = await (await newContext({ acceptDownloads: true })).newPage();
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await openAs(page, 'kitchen', '/central-kitchen/order-processing-prep');
  await page.getByRole('link', { name: 'Ship together' }).click();
  await page.getByRole('combobox', { name: 'Route' }).selectOption('North');
  const getCheckbox = (order: OrderInProcess) =>
    page.getByRole('checkbox', { name: `${order.branchName}, ${order.orderNo}` });

  const row = ({ _id }: OrderInProcess) => page.locator(`[data-order="${_id}"]`);

  await test.step('an order can be selected once all its lines are picked', async () => {
    await expect(getCheckbox(near)).toBeEnabled();
    await expect(getCheckbox(far)).toBeDisabled();
    await expect(row(far).getByText('Lines not picked yet: 3.')).toBeVisible();
    const [first, ...rest] = far.items;
    await asKitchen.patch(`/orders/${far._id}`, {
      items: [
        { lineId: first?.lineId, pickedQty: 1, reason: 'out_of_stock' },
        ...rest.map(({ lineId }) => ({ lineId, pickedQty: 2 })),
      ],
    });
    // Lists of orders are refreshed one after the other, every five seconds at most.
    await expect(getCheckbox(far)).toBeEnabled();
    await expect(row(far).getByText('1 line short:')).toBeVisible();
  });

  await test.step('a double click ships both orders once', async () => {
    await page.getByRole('textbox', { name: 'Driver' }).fill('Sam');
    await page.getByRole('textbox', { name: 'Vehicle' }).fill('Van 2');
    await page.getByLabel('Departs at').fill('2026-11-24T05:30');
    await row(near)
      .getByRole('textbox', { name: `Crates for ${near.branchName}` })
      .fill('2');
    await row(far)
      .getByRole('textbox', { name: `Crates for ${far.branchName}` })
      .fill('3');
    for (const order of [far, near]) await getCheckbox(order).check();
    await expect(page.getByText('2 orders, 6 lines, 5 crates')).toBeVisible();
    await page.getByRole('button', { name: 'Ship 2 orders' }).dblclick();
    const confirmation = page.getByRole('dialog', { name: 'Ship 2 orders now?' });
    await expect(confirmation.getByText('3 lines, 1 short · 3 crates')).toBeVisible();
    await confirmation.getByRole('button', { name: 'Ship now' }).dblclick();
    await expect(page.getByRole('heading', { name: '2 orders shipped' })).toBeVisible();
    for (const [order, crates] of [
      [near, 2],
      [far, 3],
    ] as const) {
      const shipped = await fetchOrder(order);
      expect(shipped).toMatchObject({ status: 'Shipped', driver: 'Sam', crates });
      expect(shipped.statusHistory.filter(({ to }) => to === 'Shipped')).toHaveLength(1);
    }
  });

  await test.step('the run sheet is in the order of the stops, and each crate has a label', async () => {
    const paper = page.locator('[data-paper]');
    const print = async (name: string) => {
      await page.getByRole('button', { name: 'Documents and labels' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await print('Run sheet with delivery notes');
    await expect(paper.getByRole('heading', { name: 'Run sheet', includeHidden: true })).toHaveCount(1);
    const rows = paper.locator('section tbody tr');
    await expect(rows.nth(0)).toContainText(near.branchName);
    await expect(rows.nth(1)).toContainText(far.branchName);
    await expect(paper.getByRole('heading', { name: 'Delivery note', includeHidden: true })).toHaveCount(2);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(paper).toHaveCount(0);

    await print('Crate labels');
    await expect(paper.locator('article')).toHaveCount(5);
    await expect(paper.locator('article').first()).toContainText(`${near.orderNo}-1`);
    await expect(paper.locator('article svg')).toHaveCount(5);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

    const file = page.waitForEvent('download');
    await print('Crate labels for a label printer (ZPL)');
    const zpl = await readFile(await (await file).path(), 'utf8');
    expect(zpl.match(/\^XA/g)).toHaveLength(5);
    expect(zpl).toContain(`^FD${far.orderNo}-3^FS`);
  });

  await test.step('one order is unshipped: its stock is back in the kitchen, and it can be shipped again', async () => {
    const office = await (await newContext({})).newPage();
    await openAs(office, 'admin', `/central-kitchen/order-processing-prep?order=${far._id}`);
    await office.getByRole('button', { name: 'Undo shipment' }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Undo shipment' }).dblclick();
    await expect.poll(async () => (await fetchOrder(far)).status).toBe('Under Process');
    expect(await fetchTakenQuantities(far)).toEqual([0, 0, 0]);
    for (const qty of await fetchTakenQuantities(near)) expect(qty).toBeGreaterThan(0);
    await expect(getCheckbox(far)).toBeEnabled();
  });

  await test.step('the other order is received', async () => {
    const branch = await (await newContext({})).newPage();
    await openAs(branch, 'branch');
    await receiveOneDamaged(branch, near.orderNo, near.items[0]?.itemName ?? '');
    await expect.poll(async () => (await fetchOrder(near)).status).toBe('Received');
    await expect(admin.patch(`/orders/${near._id}`, { status: 'Under Process' })).rejects.toThrow(/409/);
  });
});
