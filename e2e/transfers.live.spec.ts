import { apiAs } from './fixtures/api-client.ts';
import { axe } from './fixtures/axe.ts';
import { enterInBaseUnit } from './fixtures/waste-records.ts';
import { ownLocation } from './fixtures/locations.ts';
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

test('one branch sends to another, which receives a part; the rest is open with its age, and stock moved once for two clicks', {
  tag: '@journey',
}, async ({ anotherBrowser, server }) => {
  const [admin, senderApi, receiverApi] = [
    await apiAs(server.url, 'admin'),
    await apiAs(server.url, 'branch'),
    await apiAs(server.url, 'branch2'),
  ];
  const [from, to] = [await ownLocation(senderApi), await ownLocation(receiverApi)];
  const shelf = await admin.get<Stock[]>(`/stock?placeId=${from}&limit=500`);
  const item = shelf.find(({ available }) => available >= 5);
  if (!item) throw new Error('The demonstration has too little to send');
  const onHand = async (placeId: string) =>
    (await admin.get<Stock[]>(`/stock?itemId=${item.itemId}&placeId=${placeId}`)).find(
      (row) => row.itemId === item.itemId,
    )?.onHand ?? 0;
  const [givenBefore, takenBefore] = [await onHand(from), await onHand(to)];
  const there = new Set((await senderApi.get<Transfer[]>('/transfers?limit=500')).map(({ _id }) => _id));
  const transfers = async () =>
    (await senderApi.get<Transfer[]>('/transfers?limit=500')).filter(({ _id }) => !there.has(_id));

  const sender = await (await anotherBrowser({})).newPage();
  await openAs(sender, 'branch', list);
  await sender.getByRole('button', { name: 'New transfer' }).click();
  const sheet = sender.getByRole('dialog', { name: 'New transfer' });
  await sheet.getByLabel('To').selectOption(to);
  await sheet.getByRole('combobox', { name: 'Add item' }).fill(item.itemName);
  await sheet.getByRole('option').filter({ hasText: item.itemName }).first().click();
  await enterInBaseUnit(sheet, item.itemName);
  await sheet.getByRole('textbox', { name: `${item.itemName}, quantity` }).fill('3');
  await sheet.getByRole('textbox', { name: `${item.itemName}, quantity` }).press('Enter');
  expect(await axe(sender, 'everything')).toEqual([]);
  await sheet.getByRole('button', { name: 'Send now' }).dblclick();
  const question = sender.getByRole('dialog', { name: /^Send/ });
  if (await question.isVisible().catch(() => false))
    await question.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await expect.poll(async () => (await transfers()).map(({ status }) => status)).toEqual(['Sent']);
  const [sent] = await transfers();
  if (!sent) throw new Error('There is no transfer');

  const receiver = await (await anotherBrowser({})).newPage();
  await openAs(receiver, 'branch2', `${list}?row=${sent._id}`);
  await receiver.getByRole('dialog', { name: sent.number }).getByRole('button', { name: 'Receive' }).click();
  const accepted = receiver.getByRole('textbox', { name: `${item.itemName}, accepted` });
  await accepted.fill('2');
  await accepted.press('Enter');
  await receiver.getByRole('button', { name: 'Check and post' }).click();
  await receiver.getByRole('button', { name: 'Post receipt' }).dblclick();
  await expect
    .poll(async () => (await receiverApi.get<Transfer>(`/transfers/${sent._id}`)).status)
    .toBe('Received');
  const ratio = (givenBefore - (await onHand(from))) / 3;
  expect(ratio).toBeGreaterThan(0);
  expect((await onHand(to)) - takenBefore).toBeCloseTo(2 * ratio, 6);

  await receiver.goto('/branch-order/inventory-control/discrepancies');
  const row = receiver.getByRole('row').filter({ hasText: sent.number });
  await expect(row).toContainText(item.itemName);
  await expect(row).toContainText('Short');
});
