import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { enterInBaseUnit } from './fixtures/waste-records.ts';
import { fetchOwnLocation } from './fixtures/locations.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

const list = '/branch-order/inventory-control/transfers';

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
}

test('a transfer is sent and partly received, each once despite two clicks, and the missing quantity becomes a discrepancy', {
  tag: '@journey',
}, async ({ newContext, server }) => {
  const [admin, senderApi, receiverApi] = [
    await apiAs(server.url, 'admin'),
    await apiAs(server.url, 'branch'),
    await apiAs(server.url, 'branch2'),
  ];
  const [from, to] = [await fetchOwnLocation(senderApi), await fetchOwnLocation(receiverApi)];
  const stock = await admin.get<Stock[]>(`/stock?placeId=${from}&limit=500`);
  const item = stock.find(({ available }) => available >= 5);
  if (!item) throw new Error('The demo business has no item with enough stock');
  const fetchOnHand = async (placeId: string) =>
    (await admin.get<Stock[]>(`/stock?itemId=${item.itemId}&placeId=${placeId}`)).find(
      (row) => row.itemId === item.itemId,
    )?.onHand ?? 0;
  const [senderBefore, receiverBefore] = [await fetchOnHand(from), await fetchOnHand(to)];
  const existingIds = new Set(
    (await senderApi.get<Transfer[]>('/transfers?limit=500')).map(({ _id }) => _id),
  );
  const fetchNewTransfers = async () =>
    (await senderApi.get<Transfer[]>('/transfers?limit=500')).filter(({ _id }) => !existingIds.has(_id));

  const sender = await (await newContext({})).newPage();
  await openAs(sender, 'branch', list);
  await sender.getByRole('button', { name: 'New transfer' }).click();
  const sheet = sender.getByRole('dialog', { name: 'New transfer' });
  await sheet.getByLabel('To').selectOption(to);
  await sheet.getByRole('combobox', { name: 'Add item' }).fill(item.itemName);
  await sheet.getByRole('option').filter({ hasText: item.itemName }).first().click();
  await enterInBaseUnit(sheet, item.itemName);
  await sheet.getByRole('textbox', { name: `${item.itemName}, quantity` }).fill('3');
  await sheet.getByRole('textbox', { name: `${item.itemName}, quantity` }).press('Enter');
  expect(await runAxe(sender, 'everything')).toEqual([]);
  await sheet.getByRole('button', { name: 'Send now' }).dblclick();
  const confirmation = sender.getByRole('dialog', { name: /^Send/ });
  if (await confirmation.isVisible().catch(() => false))
    await confirmation.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await expect.poll(async () => (await fetchNewTransfers()).map(({ status }) => status)).toEqual(['Sent']);
  const [transfer] = await fetchNewTransfers();
  if (!transfer) throw new Error('There is no transfer');

  const receiver = await (await newContext({})).newPage();
  await openAs(receiver, 'branch2', `${list}?row=${transfer._id}`);
  await receiver
    .getByRole('dialog', { name: transfer.number })
    .getByRole('button', { name: 'Receive' })
    .click();
  const accepted = receiver.getByRole('textbox', { name: `${item.itemName}, accepted` });
  await accepted.fill('2');
  await accepted.press('Enter');
  await receiver.getByRole('button', { name: 'Check and post' }).click();
  await receiver.getByRole('button', { name: 'Post receipt' }).dblclick();
  await expect
    .poll(async () => (await receiverApi.get<Transfer>(`/transfers/${transfer._id}`)).status)
    .toBe('Received');
  const ratio = (senderBefore - (await fetchOnHand(from))) / 3;
  expect(ratio).toBeGreaterThan(0);
  expect((await fetchOnHand(to)) - receiverBefore).toBeCloseTo(2 * ratio, 6);

  await navigateInApp(receiver, '/branch-order/inventory-control/discrepancies');
  const row = receiver.getByRole('row').filter({ hasText: transfer.number });
  await expect(row).toContainText(item.itemName);
  await expect(row).toContainText('Short');
});
