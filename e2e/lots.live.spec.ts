import { dayMs, toUtcDay } from '#core/day.ts';
import { apiAs } from './fixtures/api-client.ts';
import { beginsWith } from './fixtures/names.ts';
import { navigateInApp } from './fixtures/screens.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

const today = toUtcDay(Date.now());

interface Lot {
  itemId: string;
  itemName: string;
  lot: string | null;
  expiry: string | null;
  usable: number;
  onHand: number;
}
interface Order {
  _id: string;
  orderNo: string;
  branch: string;
  kitchen: string;
  items: { lineId: string; lots: { lot: string; qty: number }[]; otherLots?: object[] }[];
}

test('an item tracked by lot is picked from two lots, received with a third, and wasted from it; the stock card shows the lot', async ({
  newContext,
  server,
}) => {
  const [admin, asBranch] = [await apiAs(server.url, 'admin'), await apiAs(server.url, 'branch')];
  const { branch: branchId, _id: itemId, name, first, second } = await findTrackedItem();
  const order = await asBranch.post<Order>('/orders', {
    deliveryDate: toUtcDay(Date.now() + dayMs),
    items: [{ itemId, orderQty: 4 }],
  });
  for (const status of ['Under Review', 'Sent to Central Kitchen', 'Under Process'])
    await admin.patch(`/orders/${order._id}`, { status });

  const kitchen = await (await newContext({})).newPage();
  await openAs(kitchen, 'kitchen', `/central-kitchen/order-processing-prep?order=${order._id}`);
  await kitchen.getByRole('button', { name: `Choose lots for ${name}`, exact: true }).click();
  const picking = kitchen.getByRole('dialog', { name: `Lots for ${name}` });
  const searchField = picking.getByRole('searchbox');
  await searchField.fill(second);
  await searchField.press('Enter');
  for (const [lot, qty] of [
    [second, '3'],
    [first, '1'],
  ] as const) {
    const quantityField = picking.getByRole('textbox', { name: beginsWith(`Lot ${lot}, quantity`) });
    await quantityField.fill(qty);
    await quantityField.press('Enter');
  }
  await picking.getByRole('button', { name: /^Pick 4/ }).click();
  await expect(kitchen.getByText('All saved')).toBeVisible();
  await kitchen.getByRole('button', { name: 'Ship order' }).click();
  const confirmation = kitchen.getByRole('dialog', { name: `Ship ${order.orderNo}` });
  await expect(confirmation.getByRole('list', { name: 'Lots' })).toContainText(second);
  await confirmation.getByRole('button', { name: 'Ship now' }).click();
  await expect(kitchen.getByRole('status').filter({ hasText: /Delivery note/ })).toBeVisible();
  const shipped = await admin.get<Order>(`/orders/${order._id}`);
  const picked = Object.fromEntries(shipped.items[0]?.lots.map(({ lot, qty }) => [lot, qty]) ?? []);
  expect(picked).toEqual({ [first]: 1, [second]: 3 });

  const branch = await (await newContext({})).newPage();
  await openAs(branch, 'branch', '/branch-order/receiving-order');
  await branch.getByRole('link', { name: order.orderNo }).click();
  const panel = branch.getByRole('dialog', { name: order.orderNo });
  await panel.getByRole('button', { name: 'All as shipped' }).click();
  await panel.getByRole('button', { name: `Report a problem with ${name}`, exact: true }).click();
  await panel.getByRole('button', { name: `Different lot or date: ${name}`, exact: true }).click();
  const getAcceptedField = (lot: string) =>
    panel.getByRole('textbox', { name: beginsWith(`Lot ${lot}, accepted`) });
  await getAcceptedField(second).fill('1');
  await getAcceptedField(second).press('Enter');
  await panel.getByRole('button', { name: 'Add a lot' }).click();
  const code = panel.getByRole('textbox', { name: 'Lot or carton code' });
  await code.fill('(10)CAME-1(17)301231');
  await code.blur();
  await expect(code).toHaveValue('CAME-1');
  await getAcceptedField('CAME-1').fill('2');
  await getAcceptedField('CAME-1').press('Enter');
  await panel.getByRole('button', { name: 'Check and post' }).click();
  await expect(panel.getByText(/of lot CAME-1, 31 Dec 2030 instead of the lot shipped/)).toBeVisible();
  await panel.getByRole('button', { name: 'Post receipt' }).click();
  await expect(panel.getByText('Received as:').first()).toBeVisible();
  const receivedLot = (await fetchLots(branchId)).find(({ lot }) => lot === 'CAME-1');
  expect(receivedLot?.onHand).toBeGreaterThan(0);

  await navigateInApp(branch, '/branch-order/wastage');
  const form = branch.getByRole('form', { name: 'Record wastage' });
  await form.getByRole('combobox', { name: 'Item' }).fill(name);
  await branch
    .getByRole('option', { name: beginsWith(name) })
    .first()
    .click();
  await form.getByRole('textbox', { name: 'Quantity' }).fill('0.5');
  await form.getByRole('combobox', { name: 'Reason' }).selectOption('Spoiled');
  await form.getByRole('button', { name: 'Choose lots' }).click();
  const lotDialog = branch.getByRole('dialog', { name: `Lots for ${name}` });
  const search = lotDialog.getByRole('searchbox');
  await search.fill('came-1');
  await search.press('Enter');
  await lotDialog.getByRole('button', { name: /^Use 0\.5/ }).click();
  await form.getByRole('button', { name: 'Record wastage' }).click();
  await expect(branch.getByRole('link', { name: /^WST-/ }).first()).toBeVisible();

  const office = await (await newContext({})).newPage();
  await openAs(office, 'admin', `/inventory?item=${itemId}&at=${branchId}`);
  const card = office.getByRole('dialog', { name });
  const row = card.getByRole('listitem').filter({ hasText: 'CAME-1' });
  await expect(row).toContainText('31 Dec 2030');
  const remainingQty = (await fetchLots(branchId)).find(({ lot }) => lot === 'CAME-1')?.onHand ?? 0;
  expect(remainingQty).toBeCloseTo((receivedLot?.onHand ?? 0) - 0.5, 6);
  await expect(row).toContainText(String(remainingQty));

  async function fetchLots(placeId: string): Promise<Lot[]> {
    return admin.get<Lot[]>(`/lots?itemId=${itemId}&placeId=${placeId}&limit=500`);
  }

  /** Returns an item with at least two lots at the kitchen, each with plenty of stock. */
  async function findTrackedItem() {
    const [order] = (await asBranch.get<{ orders: Order[] }>('/orders?limit=1')).orders;
    if (!order) throw new Error('The demo business has no order');
    const lots = await admin.get<Lot[]>(`/lots?placeId=${order.kitchen}&limit=500`);
    const usableLots = lots.filter(
      ({ lot, usable, expiry }) => lot !== null && usable >= 60 && (expiry ?? '') > today,
    );
    const [itemLots] = [...Map.groupBy(usableLots, (lot) => lot.itemId).values()].filter(
      (group) => group.length >= 2,
    );
    if (!itemLots) throw new Error('The demo business has no item with two lots of enough stock');
    const [first, second] = itemLots;
    return {
      branch: order.branch,
      _id: first?.itemId ?? '',
      name: first?.itemName ?? '',
      first: first?.lot ?? '',
      second: second?.lot ?? '',
    };
  }
});
