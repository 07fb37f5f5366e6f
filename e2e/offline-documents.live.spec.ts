import type { BrowserContext, Page } from '@playwright/test';
import { type ApiClient, apiAs } from './fixtures/api-client.ts';
import { enterInBaseUnit, expectSaved, queuedStatus } from './fixtures/waste-records.ts';
import {
  restoreNetwork,
  offlineBanner,
  offlineTest as test,
  waitUntilCached,
} from './fixtures/offline-device.ts';
import { removeIdleTime } from './fixtures/idle-time.ts';
import { beginsWith, escapePattern } from './fixtures/names.ts';
import { fetchOwnLocation } from './fixtures/locations.ts';
import { signInOnPage } from './fixtures/sign-in.ts';
import { expect } from './fixtures/test.ts';
import { type OrderInProcess, createTwoOrdersInProcess } from './steps/orders-in-process.ts';

/**
 * Documents entered offline, on devices whose dashboard is closed and reopened before the connection is back.
 */

test.setTimeout(240_000);

const transfers = '/branch-order/inventory-control/transfers';

/** Closes the tab and opens a new one on the same device at the same URL. */
async function reopenPage(page: Page, context: BrowserContext, address: string): Promise<Page> {
  await page.close();
  const reopened = await context.newPage();
  // The first page has already cached everything the reopened pages need.
  await reopened.addInitScript(removeIdleTime);
  await reopened.goto(address);
  return reopened;
}

interface Stock {
  itemId: string;
  itemName: string;
  onHand: number;
  available: number;
}
interface Transfer {
  _id: string;
  number: string;
  status: string;
  arrivedAt: string | null;
  statusHistory: { to: string }[];
}

/** Returns two branches, an item well stocked at the first, and a function that reads the item's stock. */
async function findBranchesAndItem(url: string) {
  const [admin, senderApi, receiverApi] = [
    await apiAs(url, 'admin'),
    await apiAs(url, 'branch'),
    await apiAs(url, 'branch2'),
  ];
  const [from, to] = [await fetchOwnLocation(senderApi), await fetchOwnLocation(receiverApi)];
  const stock = await admin.get<Stock[]>(`/stock?placeId=${from}&limit=500`);
  const item = stock.find(({ available }) => available >= 20);
  if (!item) throw new Error('The demo business has no item with enough stock');
  const fetchOnHand = async (placeId: string) =>
    (await admin.get<Stock[]>(`/stock?itemId=${item.itemId}&placeId=${placeId}`)).find(
      (row) => row.itemId === item.itemId,
    )?.onHand ?? 0;
  return { senderApi, receiverApi, from, to, item, fetchOnHand };
}

const fetchStatuses = async (api: ApiClient, id: string) =>
  (await api.get<Transfer>(`/transfers/${id}`)).statusHistory.map(({ to }) => to);

test('T10: a transfer that is entered, sent and received offline moves its stock once', async ({
  anotherDevice,
  server,
}) => {
  const { senderApi, receiverApi, from, to, item, fetchOnHand } = await findBranchesAndItem(server.url);
  const [senderBefore, receiverBefore] = [await fetchOnHand(from), await fetchOnHand(to)];
  const existingIds = new Set((await senderApi.get<Transfer[]>('/transfers')).map(({ _id }) => _id));
  const [senderDevice, receiverDevice] = [await anotherDevice(), await anotherDevice()];

  let sender = await senderDevice.context.newPage();
  await signInOnPage(sender, 'branch');
  await sender.goto(transfers);
  await waitUntilCached(sender, 'suggestions');
  senderDevice.network.setState('down');
  await expect(offlineBanner(sender)).toBeVisible();
  await sender.getByRole('button', { name: 'New transfer' }).click();
  const getSheet = (page: Page) => page.getByRole('dialog', { name: 'New transfer' });
  await getSheet(sender).getByLabel('To').selectOption(to);
  await getSheet(sender).getByRole('combobox', { name: 'Add item' }).fill(item.itemName);
  await getSheet(sender).getByRole('option').filter({ hasText: item.itemName }).first().click();
  const getQuantityField = (page: Page) =>
    getSheet(page).getByRole('textbox', { name: `${item.itemName}, quantity` });
  await enterInBaseUnit(getSheet(sender), item.itemName);
  await getQuantityField(sender).fill('4');
  await getQuantityField(sender).press('Enter');

  sender = await reopenPage(sender, senderDevice.context, `${transfers}?new=transfer`);
  await expect(getQuantityField(sender)).toHaveValue('4');
  await getSheet(sender).getByRole('button', { name: 'Send now' }).dblclick();
  await expect(sender.getByText('Saved on this device.')).toBeVisible();
  sender = await reopenPage(sender, senderDevice.context, transfers);
  // Two actions: the creation and the dispatch.
  await expect(queuedStatus(sender, 2).first()).toBeAttached();
  await restoreNetwork(senderDevice.network, sender);
  await expectSaved(sender);
  const newTransfers = (await senderApi.get<Transfer[]>('/transfers')).filter(
    ({ _id }) => !existingIds.has(_id),
  );
  expect(newTransfers.map(({ status }) => status)).toEqual(['Sent']);
  const [transfer] = newTransfers;
  if (!transfer) throw new Error('There is no transfer');
  expect(await fetchStatuses(senderApi, transfer._id)).toEqual(['Draft', 'Sent']);

  const address = `${transfers}?row=${transfer._id}`;
  let receiver = await receiverDevice.context.newPage();
  await signInOnPage(receiver, 'branch2');
  await receiver.goto(address);
  const receive = (page: Page) =>
    page.getByRole('dialog', { name: transfer.number }).getByRole('button', { name: 'Receive', exact: true });
  await expect(receive(receiver)).toBeVisible();
  await waitUntilCached(receiver, `"${transfer._id}"`);
  receiverDevice.network.setState('down');
  receiver = await reopenPage(receiver, receiverDevice.context, address);
  await receive(receiver).click();
  const getAcceptedField = (page: Page) => page.getByRole('textbox', { name: `${item.itemName}, accepted` });
  await getAcceptedField(receiver).fill('3');
  await getAcceptedField(receiver).press('Enter');
  receiver = await reopenPage(receiver, receiverDevice.context, address);
  await receive(receiver).click();
  await expect(getAcceptedField(receiver)).toHaveValue('3');
  await receiver.getByRole('button', { name: 'Check and post' }).click();
  await receiver.getByRole('button', { name: 'Post receipt' }).dblclick();
  await expect(receiver.getByText('The receipt is saved on this device')).toBeVisible();
  receiver = await reopenPage(receiver, receiverDevice.context, transfers);
  // Two actions: the quantities and the receipt.
  await expect(queuedStatus(receiver, 2).first()).toBeAttached();
  await restoreNetwork(receiverDevice.network, receiver);
  await expectSaved(receiver);

  expect(await fetchStatuses(receiverApi, transfer._id)).toEqual(['Draft', 'Sent', 'Received']);
  const ratio = (senderBefore - (await fetchOnHand(from))) / 4;
  expect(ratio).toBeGreaterThan(0);
  expect((await fetchOnHand(to)) - receiverBefore).toBeCloseTo(3 * ratio, 6);
  const open = await receiverApi.get<{ type: string }[]>(
    `/discrepancies?orderId=${transfer._id}&status=Open`,
  );
  expect(open.map(({ type }) => type)).toEqual(['short']);
});

test('F13: the draft of an offline receipt is stored, and the receipt arrives once at the server and the kitchen', async ({
  page: first,
  context,
  network,
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
  const item = order.items[0]?.itemName ?? '';
  const address = `/branch-order/receiving-order?order=${order._id}`;

  const kitchen = await (await newContext({ baseURL: server.url })).newPage();
  await signInOnPage(kitchen, 'kitchen');
  await kitchen.goto('/central-kitchen/dashboard?stage=reconcile');

  let page = first;
  await signInOnPage(page, 'branch');
  await page.goto(address);
  const getPanel = (tab: Page) => tab.getByRole('dialog', { name: order.orderNo });
  await expect(getPanel(page).getByRole('button', { name: 'All as shipped' })).toBeVisible();
  await waitUntilCached(page, order._id);
  network.setState('down');
  await expect(offlineBanner(page)).toBeVisible();
  page = await reopenPage(page, context, address);
  await getPanel(page).getByRole('button', { name: 'All as shipped' }).click();
  await getPanel(page)
    .getByRole('button', { name: `Report a problem with ${item}`, exact: true })
    .click();
  const getDamagedField = (tab: Page) =>
    getPanel(tab).getByRole('textbox', { name: beginsWith(`${item}, damaged`) });
  await getDamagedField(page).fill('1');
  await getDamagedField(page).press('Enter');
  await getPanel(page).getByLabel(`Reason: ${item}`, { exact: true }).selectOption('Broken or leaking');

  page = await reopenPage(page, context, address);
  await expect(getDamagedField(page)).toHaveValue('1');
  await getPanel(page).getByRole('button', { name: 'Check and post' }).click();
  await expect(getPanel(page).getByText(/: 1 .* damaged, put on hold\./)).toBeVisible();
  await getPanel(page).getByRole('button', { name: 'Post receipt' }).dblclick();
  await expect(getPanel(page).getByText('The receipt is saved on this device')).toBeVisible();
  expect((await admin.get<OrderInProcess>(`/orders/${order._id}`)).status).toBe('Shipped');

  page = await reopenPage(page, context, '/branch-order/receiving-order');
  // Two actions: the quantities and the receipt.
  await expect(queuedStatus(page, 2).first()).toBeAttached();
  await restoreNetwork(network, page);
  await expectSaved(page);
  const received = await admin.get<OrderInProcess>(`/orders/${order._id}`);
  expect(received.statusHistory.filter(({ to }) => to === 'Received')).toHaveLength(1);
  expect(received.items.map(({ receivedQty, damagedQty }) => [receivedQty, damagedQty])).toEqual([
    [2, 1],
    [3, 0],
    [3, 0],
  ]);
  const open = await asKitchen.get<{ type: string }[]>(`/discrepancies?orderId=${order._id}&status=Open`);
  expect(open.map(({ type }) => type)).toEqual(['damaged']);
  await expect(kitchen.getByText(order.orderNo).first()).toBeVisible();
});

test('P9: quantities of a pick list that is processed offline arrive once and in order', async ({
  page: first,
  context,
  network,
  server,
}) => {
  const [admin, asBranch] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const [firstOrder, secondOrder, items] = await createTwoOrdersInProcess(admin, asBranch);
  const [picked, short, untouched] = items.map(({ name }) => name) as [string, string, string];
  const address = `/central-kitchen/pick-list?orders=${firstOrder._id},${secondOrder._id}`;
  const getProgress = (tab: Page, done: number) => tab.getByText(`${done} of 6 lines picked for 2 orders`);

  let page = first;
  await signInOnPage(page, 'kitchen');
  await page.goto(address);
  await expect(getProgress(page, 0)).toBeVisible();
  await waitUntilCached(page, firstOrder._id);
  network.setState('down');
  await expect(offlineBanner(page)).toBeVisible();
  page = await reopenPage(page, context, address);
  await expect(getProgress(page, 0)).toBeVisible();
  const pick = (tab: Page, name: string) =>
    tab.getByRole('button', { name: new RegExp(`^Pick .* of ${escapePattern(name)}$`) });
  await pick(page, picked).dblclick();
  await expect(getProgress(page, 2)).toBeVisible();
  // Unpicked and repicked for one branch; only the last state matters.
  await page
    .getByRole('button', { name: `Undo ${picked} for ${firstOrder.branchName}`, exact: true })
    .click();
  await expect(getProgress(page, 1)).toBeVisible();
  await pick(page, picked).click();
  await expect(getProgress(page, 2)).toBeVisible();

  await page.getByRole('button', { name: `Report short: ${short}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Report ${short} as short` });
  await dialog.getByRole('textbox', { name: /^Found/ }).fill('4');
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(getProgress(page, 4)).toBeVisible();

  page = await reopenPage(page, context, address);
  await expect(getProgress(page, 4)).toBeVisible();
  for (const order of [firstOrder, secondOrder])
    expect((await admin.get<OrderInProcess>(`/orders/${order._id}`)).version).toBe(order.version);
  await restoreNetwork(network, page);
  await expectSaved(page);
  await expect(getProgress(page, 4)).toBeVisible();
  const fetchLines = async ({ _id }: OrderInProcess) =>
    new Map(
      (await admin.get<OrderInProcess>(`/orders/${_id}`)).items.map((line) => [line.itemName, line] as const),
    );
  const [firstLines, secondLines] = [await fetchLines(firstOrder), await fetchLines(secondOrder)];
  expect([firstLines.get(picked)?.pickedQty, secondLines.get(picked)?.pickedQty]).toEqual([2, 3]);
  expect((firstLines.get(short)?.pickedQty ?? 0) + (secondLines.get(short)?.pickedQty ?? 0)).toBe(4);
  expect([firstLines, secondLines].flatMap((lines) => lines.get(short)?.reasonCode ?? [])).toEqual([
    'out_of_stock',
  ]);
  expect([firstLines.get(untouched)?.pickedQty, secondLines.get(untouched)?.pickedQty]).toEqual([null, null]);
});
