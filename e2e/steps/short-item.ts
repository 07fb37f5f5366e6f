import { dayMs, toUtcDay } from '#core/day.ts';
import type { ApiClient } from '../fixtures/api-client.ts';

export interface SharedOrder {
  _id: string;
  orderNo: string;
  items: { approvedQty: number; reasonCode: string | null }[];
}

/**
 * Creates an item of which a kitchen has 80 kg. Returns it with two of the kitchen's branches; the first is
 * the branch user's.
 */
export async function createShortItem(admin: ApiClient, branchUser: ApiClient, name: string) {
  const [order] = (await branchUser.get<{ orders: { branch: string; kitchen: string }[] }>('/orders?limit=1'))
    .orders;
  if (!order) throw new Error('The demo business has no order.');
  const branches =
    await admin.get<{ _id: string; name: string; supplyingKitchenId: string | null }[]>('/branch?limit=500');
  const ownBranch = branches.find(({ _id }) => _id === order.branch);
  const other = branches.find(
    ({ _id, supplyingKitchenId }) => _id !== order.branch && supplyingKitchenId === order.kitchen,
  );
  const [category] = await admin.get<{ _id: string }[]>('/item-categories?limit=1');
  const kg = (await admin.get<{ _id: string; symbol: string }[]>('/units?limit=500')).find(
    ({ symbol }) => symbol === 'kg',
  );
  if (!ownBranch || !other || !category || !kg)
    throw new Error('The demo business lacks branches, categories or units.');
  const { _id: itemId } = await admin.post<{ _id: string }>('/items', {
    itemCode: 'SHARE-1',
    name,
    kind: 'raw',
    category: category._id,
    baseUnit: kg._id,
    orderUnit: kg._id,
  });
  await admin.post('/stock/openings', { place: order.kitchen, items: [{ itemId, qty: 80, unitCost: 2 }] });
  return { itemId, own: ownBranch, other };
}

/** Creates an order of one item for tomorrow and sends it to the kitchen as its branch. */
export async function sendOrderToKitchen(
  admin: ApiClient,
  { branch, itemId, orderQty }: { branch: string; itemId: string; orderQty: number },
): Promise<SharedOrder> {
  const deliveryDate = toUtcDay(Date.now() + dayMs);
  const order = await admin.post<SharedOrder>('/orders', {
    branch,
    deliveryDate,
    items: [{ itemId, orderQty, unit: 'kg' }],
  });
  for (const status of ['Under Review', 'Sent to Central Kitchen'])
    await admin.patch(`/orders/${order._id}`, { status });
  return order;
}
