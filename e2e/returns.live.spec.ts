import type { Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { enterInBaseUnit } from './fixtures/waste-records.ts';
import { fetchOwnLocation } from './fixtures/locations.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { createTwoOrdersInProcess } from './steps/orders-in-process.ts';

test.setTimeout(240_000);

const list = '/branch-order/inventory-control/transfers';

interface Transfer {
  _id: string;
  number: string;
  kind: string;
  status: string;
  creditExpected: number | null;
  creditReceived: number | null;
  creditNote: string | null;
  statusHistory: { to: string }[];
}
interface Move {
  kind: string;
  fromPlace: string;
  toPlace: string;
  itemId: string;
  qty: number;
}

/** Selects the first option that contains this text. */
async function chooseOption(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  const value = await field.getByRole('option').filter({ hasText: text }).first().getAttribute('value');
  await field.selectOption(value);
}

test('T9: goods are returned to the kitchen from their order, and the chosen reason shows where they go', async ({
  newContext,
  server,
}) => {
  const [admin, asKitchen, asBranch] = [
    await apiAs(server.url, 'admin'),
    await apiAs(server.url, 'kitchen'),
    await apiAs(server.url, 'branch'),
  ];
  const [, order] = await createTwoOrdersInProcess(admin, asBranch);
  await asKitchen.patch(`/orders/${order._id}`, {
    items: order.items.map(({ lineId }) => ({ lineId, pickedQty: 3 })),
  });
  await asKitchen.patch(`/orders/${order._id}`, { status: 'Shipped' });
  await asBranch.patch(`/orders/${order._id}`, { status: 'Received' });
  const [line] = order.items;
  if (!line) throw new Error('The order has no line');

  const branch = await (await newContext({})).newPage();
  await openAs(branch, 'branch', `/branch-order/order-history?order=${order._id}`);
  await branch
    .getByRole('dialog', { name: order.orderNo })
    .getByRole('link', { name: 'Return items from this delivery' })
    .click();
  const sheet = branch.getByRole('dialog', { name: 'New return' });
  await expect(sheet.getByText(`Shows only items received with ${order.orderNo}.`)).toBeVisible();
  await sheet.getByRole('button', { name: `Return ${line.itemName} from ${order.orderNo}` }).click();
  const qty = sheet.getByRole('textbox', { name: `${line.itemName}, quantity` });
  // Goods received in cases are offered in pieces, the unit in stock.
  await expect(qty).not.toHaveValue('');
  const receivedQty = Number(await qty.inputValue());
  expect(receivedQty).toBeGreaterThan(2);
  await qty.fill('2');
  await qty.press('Enter');
  await sheet.getByRole('button', { name: 'Send now' }).click();
  await expect(sheet.getByRole('alert')).toContainText(`Choose a reason for returning ${line.itemName}.`);
  const reason = sheet.getByLabel(`Reason: ${line.itemName}`, { exact: true });
  await reason.selectOption('overstock');
  await expect(sheet.getByText('Returns to available stock.')).toBeVisible();
  await reason.selectOption('quality');
  await expect(sheet.getByText('Goes on hold until a decision is made.')).toBeVisible();
  expect(await runAxe(branch, 'everything')).toEqual([]);
  await sheet.getByRole('button', { name: 'Send now' }).dblclick();
  const fetchSent = async () =>
    (await asBranch.get<Transfer[]>('/transfers?kind=return')).filter(({ status }) => status === 'Sent');
  await expect.poll(async () => (await fetchSent()).length).toBe(1);
  const [returned] = await fetchSent();
  if (!returned) throw new Error('There is no return');

  const kitchen = await (await newContext({})).newPage();
  await openAs(kitchen, 'kitchen', `/inventory/transfers?row=${returned._id}`);
  await kitchen
    .getByRole('dialog', { name: returned.number })
    .getByRole('button', { name: 'Receive', exact: true })
    .click();
  await kitchen.getByRole('button', { name: 'All as shipped' }).click();
  await kitchen.getByRole('button', { name: 'Check and post' }).click();
  await kitchen.getByRole('button', { name: 'Post receipt' }).dblclick();
  await expect
    .poll(async () => (await admin.get<Transfer>(`/transfers/${returned._id}`)).status)
    .toBe('Received');
  const moves = await admin.get<Move[]>(`/stock/moves?docId=${returned._id}`);
  const arrivals = moves.filter(({ toPlace, qty: moved }) => toPlace.startsWith(order.kitchen) && moved > 0);
  expect(arrivals.map(({ toPlace }) => toPlace).filter((place) => !place.endsWith(':transit'))).toEqual([
    `${order.kitchen}:hold`,
  ]);

  await branch.goto(`/branch-order/order-history?order=${order._id}`);
  await branch.getByRole('link', { name: 'Return items from this delivery' }).click();
  await sheet.getByRole('button', { name: `Return ${line.itemName} from ${order.orderNo}` }).click();
  await expect(qty).toHaveValue(String(receivedQty - 2));
});

test('goods are returned to a supplier once, and credited once with the amount of the credit note', async ({
  newContext,
  server,
}) => {
  const [admin, asBranch] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const place = await fetchOwnLocation(asBranch);
  const stock = await admin.get<{ itemId: string; itemName: string; available: number }[]>(
    `/stock?placeId=${place}&limit=500`,
  );
  const item = stock.find(({ available }) => available >= 5);
  const [supplier] = await admin.get<{ _id: string; name: string }[]>('/suppliers?limit=1');
  if (!item || !supplier) throw new Error('The demo business has no stock or no supplier');
  // Goods can be returned only to a supplier that delivered them.
  const items = [{ itemId: item.itemId, qty: 2, price: 1 }];
  await admin.post('/goods-receipts', { place, supplier: supplier._id, items });

  const page = await (await newContext({})).newPage();
  await openAs(page, 'branch', list);
  await page.getByRole('button', { name: 'More document types' }).click();
  await page.getByRole('menuitem', { name: 'Return to supplier' }).click();
  const sheet = page.getByRole('dialog', { name: 'Return to supplier' });
  await chooseOption(page, 'Supplier', supplier.name);
  await sheet.getByRole('combobox', { name: 'Add item' }).fill(item.itemName);
  await sheet.getByRole('option').filter({ hasText: item.itemName }).first().click();
  await enterInBaseUnit(sheet, item.itemName);
  const qty = sheet.getByRole('textbox', { name: `${item.itemName}, quantity` });
  await qty.fill('2');
  await qty.press('Enter');
  await sheet.getByRole('button', { name: 'Send now' }).click();
  await expect(sheet.getByRole('alert')).toContainText(`Choose a reason for returning ${item.itemName}.`);
  await sheet.getByLabel(`Reason: ${item.itemName}`, { exact: true }).selectOption('quality');
  await sheet.getByRole('button', { name: 'Send now' }).dblclick();
  const fetchSupplierReturns = async () => asBranch.get<Transfer[]>('/transfers?kind=supplier-return');
  await expect.poll(async () => (await fetchSupplierReturns()).map(({ status }) => status)).toEqual(['Sent']);
  const [sentReturn] = await fetchSupplierReturns();
  if (!sentReturn) throw new Error('There is no return');

  const panel = page.getByRole('dialog', { name: sentReturn.number });
  await panel.getByRole('button', { name: 'Record credit' }).click();
  const dialog = page.getByRole('dialog', { name: /^Record credit/ });
  await expect(dialog.getByLabel('Credit received')).toHaveValue(String(sentReturn.creditExpected));
  await dialog.getByLabel('Credit received').fill('');
  await dialog.getByRole('button', { name: 'Record credit' }).click();
  await expect(dialog.getByText('Enter the amount of the credit.')).toBeVisible();
  await dialog.getByLabel('Credit received').fill('1.25');
  await dialog.getByLabel('Credit note').fill('CN-77');
  await dialog.getByRole('button', { name: 'Record credit' }).dblclick();
  // The note's amount is saved before the transition.
  await expect(panel.getByText('CN-77')).toBeVisible();
  const fetchReturn = () => asBranch.get<Transfer>(`/transfers/${sentReturn._id}`);
  await expect.poll(async () => (await fetchReturn()).status).toBe('Received');
  const settled = await fetchReturn();
  expect(settled).toMatchObject({ creditReceived: 1.25, creditNote: 'CN-77' });
  expect(settled.statusHistory.map(({ to }) => to)).toEqual(['Draft', 'Sent', 'Received']);
  const moves = await admin.get<Move[]>(`/stock/moves?docId=${sentReturn._id}`);
  expect(moves.filter(({ fromPlace, itemId }) => fromPlace === place && itemId === item.itemId)).toHaveLength(
    1,
  );
});
