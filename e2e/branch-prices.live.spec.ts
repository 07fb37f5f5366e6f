import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { fetchOwnLocation } from './fixtures/locations.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { type WellStockedItem, tomorrow } from './steps/orders-in-process.ts';

const list = '/branch-order/inventory-control/transfers';

interface Stock {
  itemId: string;
  itemName: string;
  available: number;
  avgCost: number | null;
}
interface Transfer {
  _id: string;
  number: string;
  value: number | null;
  cost: number | null;
}

test('T6, T7: a branch is charged cost plus a percentage or a fixed price, and as a franchise it doesn’t see costs', async ({
  newContext,
  server,
}) => {
  const [admin, senderApi, receiverApi] = [
    await apiAs(server.url, 'admin'),
    await apiAs(server.url, 'branch'),
    await apiAs(server.url, 'branch2'),
  ];
  const [from, to] = [await fetchOwnLocation(senderApi), await fetchOwnLocation(receiverApi)];
  const branches = await admin.get<{ _id: string; name: string }[]>('/branch?limit=100');
  const name = branches.find(({ _id }) => _id === to)?.name ?? '';
  const stock = await admin.get<Stock[]>(`/stock?placeId=${from}&limit=500`);
  const items = await admin.get<WellStockedItem[]>('/items?limit=500');
  const plainItemIds = new Set(
    items
      .filter(
        ({ isOrderable, catchWeight, branches }) =>
          isOrderable && catchWeight !== true && branches.length === 0,
      )
      .map(({ _id }) => _id),
  );
  const item = stock.find(
    ({ itemId, available, avgCost }) => plainItemIds.has(itemId) && available >= 20 && (avgCost ?? 0) > 0.1,
  );
  if (!item) throw new Error('The demo business has no item with enough stock');
  /** Sends two units of the item and returns the transfer as its sender sees it. */
  const send = async () => {
    const items = [{ itemId: item.itemId, qty: 2 }];
    const { _id } = await senderApi.post<Transfer>('/transfers', { from, to, items });
    return senderApi.patch<Transfer>(`/transfers/${_id}`, { status: 'Sent' });
  };

  const office = await (await newContext({})).newPage();
  await openAs(office, 'admin', '/branches?tab=prices');
  await expect(office.getByText('All branches are charged at cost.')).toBeVisible();
  await office.getByLabel('Add a branch or category').selectOption(to);
  const rule = office.getByRole('group', { name });
  await rule.getByRole('textbox', { name: /Percentage on top of cost/ }).fill('12.5');
  await rule.getByRole('checkbox', { name: 'Franchise' }).check();
  expect(await runAxe(office, 'everything')).toEqual([]);
  await office.getByRole('button', { name: 'Save' }).dblclick();
  await expect(office.getByText('Prices saved. They apply to goods sent from now on.')).toBeVisible();
  expect(await admin.get('/transfers/prices')).toEqual([
    { _id: to, rule: 'cost_plus', percent: 12.5, isFranchise: true },
  ]);

  const costPlusTransfer = await send();
  expect(costPlusTransfer.value).toBeCloseTo((costPlusTransfer.cost ?? 0) * 1.125, 3);
  const getPanel = (page: typeof office, transfer: Transfer) =>
    page.getByRole('dialog', { name: transfer.number });
  await navigateInApp(office, `${list}?row=${costPlusTransfer._id}`);
  await expect(getPanel(office, costPlusTransfer).getByText('Cost plus a percentage')).toBeVisible();
  await expect(getPanel(office, costPlusTransfer).getByText('Value at sender’s cost')).toBeVisible();
  const franchise = await (await newContext({})).newPage();
  await openAs(franchise, 'branch2', `${list}?row=${costPlusTransfer._id}`);
  await expect(getPanel(franchise, costPlusTransfer).getByText('Charged to receiver')).toBeVisible();
  await expect(getPanel(franchise, costPlusTransfer).getByText('Value at sender’s cost')).toHaveCount(0);
  await expect(getPanel(franchise, costPlusTransfer).getByText('Transfer variance')).toHaveCount(0);
  expect(await receiverApi.get<Transfer>(`/transfers/${costPlusTransfer._id}`)).toMatchObject({
    value: costPlusTransfer.value,
    cost: null,
  });

  await navigateInApp(office, '/branches?tab=prices');
  await rule.getByLabel('Price rule').selectOption('fixed');
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(office.getByText('Prices saved. They apply to goods sent from now on.')).toBeVisible();
  await office.getByRole('searchbox', { name: 'Name, code or barcode' }).fill(item.itemName);
  const price = office.getByRole('textbox', { name: `${item.itemName}, transfer price per` });
  await price.fill('7.125');
  await price.press('Enter');
  const fetchItem = () => admin.get<{ transferPrice: unknown }>(`/items/${item.itemId}`);
  await expect.poll(async () => (await fetchItem()).transferPrice).toEqual({ mode: 'fixed', price: 7.125 });
  expect(await runAxe(office, 'everything')).toEqual([]);

  const fixedPriceTransfer = await send();
  const baseQty = (costPlusTransfer.cost ?? 0) / (item.avgCost ?? 1);
  expect((fixedPriceTransfer.value ?? 0) / 7.125).toBeCloseTo(baseQty, 2);
  await navigateInApp(franchise, `${list}?row=${fixedPriceTransfer._id}`);
  await expect(getPanel(franchise, fixedPriceTransfer).getByText('Fixed item price')).toBeVisible();
  const order = await receiverApi.post<{ items: { unitCost: number; unitNum: number; unitDen: number }[] }>(
    '/orders',
    { branch: to, deliveryDate: tomorrow, items: [{ itemId: item.itemId, orderQty: 2 }] },
  );
  // A line's price is per unit of the line; it is converted to a price per base unit here.
  expect(order.items.map(({ unitCost, unitNum, unitDen }) => (unitCost * unitDen) / unitNum)).toEqual([
    expect.closeTo(7.125, 3),
  ]);
});
