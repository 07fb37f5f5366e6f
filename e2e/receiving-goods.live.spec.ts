import { apiAs } from './fixtures/api-client.ts';
import { axe } from './fixtures/axe.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

interface Row {
  _id: string;
  name: string;
}
interface Order {
  _id: string;
  number: string;
  receivedStatus: string;
  items: { lineId: string; outstandingQty: number; receivedQty: number }[];
}
interface Receipt {
  _id: string;
  number: string;
  status: string;
  landedValue: number;
  expectedCredit: number;
}

test('from a purchase order to stock: short, rejected, above price; once for two clicks; two users; reversed', {
  tag: '@journey',
}, async ({ anotherBrowser, server }) => {
  const [admin, asBranch] = await Promise.all([apiAs(server.url, 'admin'), apiAs(server.url, 'branch')]);
  const { branches } = await asBranch.get<{ branches: string[] }>('/users/profile');
  const place = branches[0] ?? '';
  const [item] = await admin.get<Row[]>('/items?limit=1');
  if (!item) throw new Error('The business has no items');
  const supplier = await admin.post<Row>('/suppliers', { code: 'HARBOUR', name: 'Harbour' });
  const order = await asBranch.post<Order>('/purchase-orders', {
    supplier: supplier._id,
    place,
    items: [{ itemId: item._id, qty: 10, price: 2 }],
  });
  const { number } = await asBranch.patch<Order>(`/purchase-orders/${order._id}`, { status: 'Sent' });
  const orderNow = () => asBranch.get<Order>(`/purchase-orders/${order._id}`);
  const receipts = () => asBranch.get<Receipt[]>(`/goods-receipts?purchaseOrder=${order._id}`);
  const onHand = async () =>
    (
      await asBranch.get<{ itemId: string; onHand: number }[]>(`/stock?placeId=${place}&itemId=${item._id}`)
    )[0]?.onHand ?? 0;
  const onHandBefore = await onHand();

  // Intended rejections return 422.
  const page = await (await anotherBrowser({ allow: [/422/] })).newPage();
  await openAs(page, 'branch');

  await test.step('outstanding quantities are prefilled; errors are shown with their reason; it posts once', async () => {
    await page.goto(`/branch-order/inventory-control/purchases?row=${order._id}`);
    await page.getByRole('dialog', { name: number }).getByRole('link', { name: 'Receive' }).click();
    const sheet = page.getByRole('dialog', { name: `Receive ${number}` });
    const accepted = sheet.getByRole('textbox', { name: `${item.name}, accepted` });
    await expect(accepted).toHaveValue('10');
    await accepted.fill('6');
    await accepted.press('Enter');
    await sheet.getByRole('button', { name: `${item.name}: rejected, free, lot and more` }).click();
    await sheet.getByRole('textbox', { name: `${item.name}, Rejected` }).fill('1');
    await sheet.getByRole('textbox', { name: `${item.name}, price` }).fill('2.5');
    await sheet.getByRole('textbox', { name: `${item.name}, price` }).press('Enter');
    await expect(sheet.getByText('+25% vs. the order price')).toBeVisible();
    expect(await axe(page, 'everything')).toEqual([]);
    await sheet.getByRole('combobox', { name: `${item.name}, reason` }).selectOption({ label: 'Damaged' });
    await sheet.getByRole('button', { name: 'Post receipt', exact: true }).dblclick();
    await expect(sheet).toHaveCount(0);
    const [receipt] = await receipts();
    expect(await receipts()).toHaveLength(1);
    expect(receipt).toMatchObject({ landedValue: 15, expectedCredit: 2.5 });
    expect(await onHand()).toBe(onHandBefore + 6);
    expect((await orderNow()).receivedStatus).toBe('Partly Received');
    await expect(page.getByRole('dialog', { name: receipt?.number ?? '' })).toBeVisible();
    expect(await axe(page, 'everything')).toEqual([]);
  });

  await test.step('entries are stored on the device; of two users one receives the rest', async () => {
    await page.goto(`/branch-order/inventory-control/receipts?new=${order._id}`);
    const ownDialog = page.getByRole('dialog', { name: `Receive ${number}` });
    await ownDialog.getByRole('textbox', { name: 'Delivery note no.' }).fill('D-2');
    await page.reload();
    await expect(ownDialog.getByRole('textbox', { name: 'Delivery note no.' })).toHaveValue('D-2');
    await expect(ownDialog.getByRole('textbox', { name: `${item.name}, accepted` })).toHaveValue('4');

    const office = await (await anotherBrowser({})).newPage();
    await openAs(office, 'admin', `/procurements/creation/review/receipts?new=${order._id}`);
    const officeDialog = office.getByRole('dialog', { name: `Receive ${number}` });
    await expect(officeDialog.getByRole('textbox', { name: `${item.name}, accepted` })).toHaveValue('4');
    await officeDialog.getByRole('button', { name: 'Post receipt', exact: true }).click();
    await expect(officeDialog).toHaveCount(0);

    const accepted = ownDialog.getByRole('textbox', { name: `${item.name}, accepted` });
    await accepted.fill('4');
    await accepted.press('Enter');
    await ownDialog.getByRole('button', { name: 'Post receipt', exact: true }).click();
    await expect(ownDialog.getByRole('alert').first()).toBeVisible();
    expect(await receipts()).toHaveLength(2);
    expect((await orderNow()).items[0]).toMatchObject({ receivedQty: 10, outstandingQty: 0 });
  });

  await test.step('one is reversed with a reason, and the order waits again', async () => {
    const [latest] = await receipts();
    await page.goto(`/branch-order/inventory-control/receipts?row=${latest?._id}`);
    const panel = page.getByRole('dialog', { name: latest?.number ?? '' });
    await panel.getByRole('button', { name: 'Reverse receipt' }).click();
    const question = page.getByRole('dialog', { name: /^Reverse receipt/ });
    await question.getByRole('textbox').fill('Wrong lorry');
    await question.getByRole('button', { name: 'Reverse receipt' }).dblclick();
    await expect.poll(async () => (await receipts())[0]?.status).toBe('Reversed');
    expect(await onHand()).toBe(onHandBefore + 6);
    expect((await orderNow()).items[0]).toMatchObject({ outstandingQty: 4 });
  });
});
