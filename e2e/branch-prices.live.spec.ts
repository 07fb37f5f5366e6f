import { apiAs } from './fixtures/api-client.ts';
import { axe } from './fixtures/axe.ts';
import { ownLocation } from './fixtures/locations.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';
import { type PlentyItem, tomorrow } from './steps/orders-in-process.ts';

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

test('T6, T7: a branch is charged cost plus a percentage, or a fixed price, and sees no cost as a franchise', async ({
  anotherBrowser,
  server,
}) => {
  const [admin, senderApi, receiverApi] = [
    await apiAs(server.url, 'admin'),
    await apiAs(server.url, 'branch'),
    await apiAs(server.url, 'branch2'),
  ];
  const [from, to] = [await ownLocation(senderApi), await ownLocation(receiverApi)];
  const branches = await admin.get<{ _id: string; name: string }[]>('/branch?limit=100');
  const name = branches.find(({ _id }) => _id === to)?.name ?? '';
  const shelf = await admin.get<Stock[]>(`/stock?placeId=${from}&limit=500`);
  const all = await admin.get<PlentyItem[]>('/items?limit=500');
  const plain = new Set(
    all
      .filter((one) => one.isOrderable && one.catchWeight !== true && one.branches.length === 0)
      .map(({ _id }) => _id),
  );
  const item = shelf.find(
    ({ itemId, available, avgCost }) => plain.has(itemId) && available >= 20 && (avgCost ?? 0) > 0.1,
  );
  if (!item) throw new Error('The demonstration has too little to send');
  /** Sends two of the item, and returns the transfer as its sender sees it. */
  const send = async () => {
    const items = [{ itemId: item.itemId, qty: 2 }];
    const { _id } = await senderApi.post<Transfer>('/transfers', { from, to, items });
    return senderApi.patch<Transfer>(`/transfers/${_id}`, { status: 'Sent' });
  };

  const office = await (await anotherBrowser({})).newPage();
  await openAs(office, 'admin', '/branches?tab=prices');
  await expect(office.getByText('All branches are charged at cost.')).toBeVisible();
  await office.getByLabel('Add a branch or category').selectOption(to);
  const rule = office.getByRole('group', { name });
  await rule.getByRole('textbox', { name: /On top of cost/ }).fill('12.5');
  await rule.getByRole('checkbox', { name: 'Franchise' }).check();
  expect(await axe(office, 'everything')).toEqual([]);
  await office.getByRole('button', { name: 'Save' }).dblclick();
  await expect(office.getByText('Prices saved. They apply to goods sent from now on.')).toBeVisible();
  expect(await admin.get('/transfers/prices')).toEqual([
    { _id: to, rule: 'cost_plus', percent: 12.5, isFranchise: true },
  ]);

  const conflicting = await send();
  expect(conflicting.value).toBeCloseTo((conflicting.cost ?? 0) * 1.125, 3);
  const facts = (page: typeof office, of: Transfer) => page.getByRole('dialog', { name: of.number });
  await office.goto(`${list}?row=${conflicting._id}`);
  await expect(facts(office, conflicting).getByText('Cost plus a percentage')).toBeVisible();
  await expect(facts(office, conflicting).getByText('Cost to sender')).toBeVisible();
  const franchise = await (await anotherBrowser({})).newPage();
  await openAs(franchise, 'branch2', `${list}?row=${conflicting._id}`);
  await expect(facts(franchise, conflicting).getByText('Charged to receiver')).toBeVisible();
  await expect(facts(franchise, conflicting).getByText('Cost to sender')).toHaveCount(0);
  await expect(facts(franchise, conflicting).getByText('Transfer variance')).toHaveCount(0);
  expect(await receiverApi.get<Transfer>(`/transfers/${conflicting._id}`)).toMatchObject({
    value: conflicting.value,
    cost: null,
  });

  await office.goto('/branches?tab=prices');
  await rule.getByLabel('Price rule').selectOption('fixed');
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(office.getByText('Prices saved. They apply to goods sent from now on.')).toBeVisible();
  await office.getByRole('searchbox', { name: 'Name, code or barcode' }).fill(item.itemName);
  const price = office.getByRole('textbox', { name: `${item.itemName}, transfer price per` });
  await price.fill('7.125');
  await price.press('Enter');
  const itemNow = () => admin.get<{ transferPrice: unknown }>(`/items/${item.itemId}`);
  await expect.poll(async () => (await itemNow()).transferPrice).toEqual({ mode: 'fixed', price: 7.125 });
  expect(await axe(office, 'everything')).toEqual([]);

  const fixed = await send();
  const pieces = (conflicting.cost ?? 0) / (item.avgCost ?? 1);
  expect((fixed.value ?? 0) / 7.125).toBeCloseTo(pieces, 2);
  await franchise.goto(`${list}?row=${fixed._id}`);
  await expect(facts(franchise, fixed).getByText('Fixed item price')).toBeVisible();
  const ordered = await receiverApi.post<{ items: { unitCost: number; unitNum: number; unitDen: number }[] }>(
    '/orders',
    { branch: to, deliveryDate: tomorrow, items: [{ itemId: item.itemId, orderQty: 2 }] },
  );
  // A line's price is per unit of the line; it is converted to a price per base unit here.
  expect(ordered.items.map(({ unitCost, unitNum, unitDen }) => (unitCost * unitDen) / unitNum)).toEqual([
    expect.closeTo(7.125, 3),
  ]);
});
