import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { navigateInApp } from './fixtures/screens.ts';
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

test('a purchase order is received once despite two clicks, in part and above its price; the rest is received by one of two users, and reversed', {
  tag: '@journey',
}, async ({ newContext, server }) => {
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
  const fetchOrder = () => asBranch.get<Order>(`/purchase-orders/${order._id}`);
  const fetchReceipts = () => asBranch.get<Receipt[]>(`/goods-receipts?purchaseOrder=${order._id}`);
  const fetchOnHand = async () =>
    (
      await asBranch.get<{ itemId: string; onHand: number }[]>(`/stock?placeId=${place}&itemId=${item._id}`)
    )[0]?.onHand ?? 0;
  const onHandBefore = await fetchOnHand();

  // Deliberately invalid requests return 422.
  const page = await (await newContext({ allow: [/422/] })).newPage();
  await openAs(page, 'branch');

  await test.step('outstanding quantities are prefilled, a price above the order’s is marked, and two clicks post once', async () => {
    await navigateInApp(page, `/branch-order/inventory-control/purchases?row=${order._id}`);
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
    expect(await runAxe(page, 'everything')).toEqual([]);
    await sheet.getByRole('combobox', { name: `${item.name}, reason` }).selectOption({ label: 'Damaged' });
    await sheet.getByRole('button', { name: 'Post receipt', exact: true }).dblclick();
    await expect(sheet).toHaveCount(0);
    const [receipt] = await fetchReceipts();
    expect(await fetchReceipts()).toHaveLength(1);
    expect(receipt).toMatchObject({ landedValue: 15, expectedCredit: 2.5 });
    expect(await fetchOnHand()).toBe(onHandBefore + 6);
    expect((await fetchOrder()).receivedStatus).toBe('Partly Received');
    await expect(page.getByRole('dialog', { name: receipt?.number ?? '' })).toBeVisible();
    expect(await runAxe(page, 'everything')).toEqual([]);
  });

  await test.step('entries survive a reload; only one of two users can receive the rest', async () => {
    await navigateInApp(page, `/branch-order/inventory-control/receipts?new=${order._id}`);
    const ownDialog = page.getByRole('dialog', { name: `Receive ${number}` });
    await ownDialog.getByRole('textbox', { name: 'Delivery note no.' }).fill('D-2');
    await page.reload();
    await expect(ownDialog.getByRole('textbox', { name: 'Delivery note no.' })).toHaveValue('D-2');
    await expect(ownDialog.getByRole('textbox', { name: `${item.name}, accepted` })).toHaveValue('4');

    const office = await (await newContext({})).newPage();
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
    expect(await fetchReceipts()).toHaveLength(2);
    expect((await fetchOrder()).items[0]).toMatchObject({ receivedQty: 10, outstandingQty: 0 });
  });

  await test.step('a receipt is reversed with a reason, and the order is outstanding again', async () => {
    const [latest] = await fetchReceipts();
    await navigateInApp(page, `/branch-order/inventory-control/receipts?row=${latest?._id}`);
    const panel = page.getByRole('dialog', { name: latest?.number ?? '' });
    await panel.getByRole('button', { name: 'Reverse receipt' }).click();
    const dialog = page.getByRole('dialog', { name: /^Reverse receipt/ });
    await dialog.getByRole('textbox').fill('Wrong lorry');
    await dialog.getByRole('button', { name: 'Reverse receipt' }).dblclick();
    await expect.poll(async () => (await fetchReceipts())[0]?.status).toBe('Reversed');
    expect(await fetchOnHand()).toBe(onHandBefore + 6);
    expect((await fetchOrder()).items[0]).toMatchObject({ outstandingQty: 4 });
  });
});
