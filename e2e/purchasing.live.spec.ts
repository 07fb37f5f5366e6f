import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Row {
  _id: string;
  name: string;
  version: number;
}
interface Order extends Row {
  number: string;
  supplierName: string;
  status: string;
  total: number;
  items: { itemId: string; outstandingQty: number }[];
  statusHistory: { to: string }[];
}

test('purchase orders are drafted for each supplier, approved above a limit, sent once, closed short and reopened', {
  tag: '@journey',
}, async ({ newContext, server }) => {
  const [admin, asBranch] = await Promise.all([apiAs(server.url, 'admin'), apiAs(server.url, 'branch')]);
  const { branches } = await asBranch.get<{ branches: string[] }>('/users/profile');
  const place = branches[0] ?? '';
  const [first, second] = await admin.get<(Row & { baseUnit: string; itemCode: string })[]>('/items?limit=2');
  if (!first || !second) throw new Error('The business has no items');
  const category = await admin.post<Row>('/purchase-categories', {
    name: 'Costly goods',
    approvalLimit: 500,
  });
  await admin.put(`/items/${first._id}`, { purchaseCategory: category._id });
  const createSupplier = async (name: string, item: typeof first, price: number) => {
    const supplier = await admin.post<Row>('/suppliers', { code: name.toUpperCase(), name, leadTimeDays: 2 });
    await admin.post('/packagings', {
      name: `${name} case`,
      itemId: item._id,
      supplierId: supplier._id,
      unit: item.baseUnit,
      contentsQty: 10,
      price,
      preferred: true,
    });
  };
  await createSupplier('Harbour', first, 100);
  await createSupplier('Orchard', second, 3);
  const fetchOrders = () => asBranch.get<Order[]>(`/purchase-orders?place=${place}`);
  const fetchOrder = async (supplier: string) => {
    const order = (await fetchOrders()).find(({ supplierName }) => supplierName === supplier);
    return asBranch.get<Order>(`/purchase-orders/${order?._id}`);
  };

  const page = await (await newContext({})).newPage();
  await openAs(page, 'branch', '/branch-order/inventory-control/purchases');

  await test.step('two clicks create one draft for each supplier', async () => {
    for (const [supplier, item, qty] of [
      ['Harbour', first, '6'],
      ['Orchard', second, '2'],
    ] as const) {
      await page.getByRole('button', { name: 'Create purchase orders' }).click();
      const sheet = page.getByRole('dialog', { name: 'Create purchase orders' });
      await sheet.getByRole('combobox', { name: 'Items' }).selectOption({ label: supplier });
      const cell = sheet.getByRole('textbox', { name: `${item.name}, ${supplier} case, quantity` });
      await cell.fill(qty);
      await cell.press('Enter');
      expect(await runAxe(page, 'everything')).toEqual([]);
      await sheet.getByRole('button', { name: 'Create 1 draft' }).dblclick();
      await expect(sheet).toHaveCount(0);
    }
    const totals = (await fetchOrders()).map(({ supplierName, total }) => `${supplierName} ${total}`);
    expect(totals.toSorted()).toEqual(['Harbour 600', 'Orchard 6']);
  });

  await test.step('an order above the limit of its category awaits approval, and is sent once', async () => {
    const { number } = await fetchOrder('Harbour');
    await page.getByRole('link', { name: number }).click();
    const panel = page.getByRole('dialog', { name: number });
    await expect(panel.getByText(/^Above the approval limit of a procurement category/)).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Request approval' }).click();
    const dialog = page.getByRole('dialog', { name: /^Request approval/ });
    await dialog.getByRole('textbox', { name: 'Note to the supplier' }).fill('Before ten');
    await dialog.getByRole('button', { name: 'Request approval' }).dblclick();
    await expect(panel.getByText('Awaiting approval').first()).toBeVisible();
    await expect(page.getByText(`${number}: Awaiting approval.`)).toBeVisible();
    expect(await runAxe(page, 'everything')).toEqual([]);

    const office = await (await newContext({})).newPage();
    await openAs(office, 'admin');
    const { _id } = await fetchOrder('Harbour');
    await navigateInApp(office, `/procurements/creation/review/orders?row=${_id}`);
    await office.getByRole('button', { name: 'Approve and send' }).dblclick();
    await expect.poll(async () => (await fetchOrder('Harbour')).status).toBe('Sent');
    const sentOrder = await fetchOrder('Harbour');
    expect(sentOrder.statusHistory.map(({ to }) => to)).toEqual(['Draft', 'Pending Approval', 'Sent']);
    expect(sentOrder.items.map(({ outstandingQty }) => outstandingQty)).toEqual([6]);
  });

  await test.step('an undelivered quantity is closed short with a reason, and reopened', async () => {
    const { _id, number } = await fetchOrder('Harbour');
    const readIncoming = async () =>
      (
        await asBranch.get<{ itemId: string; alreadyOrdered: number }[]>(
          '/orders/suggestions?deliveryDate=2099-12-31',
        )
      ).find(({ itemId }) => itemId === first._id)?.alreadyOrdered ?? 0;
    const incomingBefore = await readIncoming();
    expect(incomingBefore).toBeGreaterThan(0);
    await navigateInApp(page, `/branch-order/inventory-control/purchases?row=${_id}`);
    const panel = page.getByRole('dialog', { name: number });
    await panel.getByRole('button', { name: `Close ${first.name} short` }).click();
    const dialog = page.getByRole('dialog', { name: /^Close line short/ });
    await dialog.getByRole('textbox').fill('Sold out');
    await dialog.getByRole('button', { name: 'Close line short' }).dblclick();
    await expect(panel.getByText('Closed short: Sold out')).toBeVisible();
    expect(await readIncoming()).toBeLessThan(incomingBefore);
    await panel.getByRole('button', { name: `Reopen ${first.name}` }).click();
    await expect(panel.getByText('Closed short: Sold out')).toHaveCount(0);
    await expect.poll(readIncoming).toBe(incomingBefore);
  });
});
