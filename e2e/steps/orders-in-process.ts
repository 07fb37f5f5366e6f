import { dayMs, toUtcDay } from '#core/day.ts';
import type { ApiClient } from '../fixtures/api-client.ts';

export interface LineInProcess {
  lineId: string;
  itemId: string;
  itemName: string;
  pickedQty: number | null;
  shippedQty: number | null;
  receivedQty: number | null;
  damagedQty: number | null;
  reasonCode: string | null;
  substituteFor: string | null;
  substituteAnswer?: string;
}
export interface OrderInProcess {
  _id: string;
  orderNo: string;
  status: string;
  branch: string;
  branchName: string;
  kitchen: string;
  version: number;
  deliveryNoteNo: string | null;
  driver: string | null;
  crates?: number;
  statusHistory: { to: string }[];
  items: LineInProcess[];
}
export interface WellStockedItem {
  _id: string;
  name: string;
  isOrderable: boolean;
  catchWeight?: boolean;
  branches: string[];
}

/** Tomorrow as an ISO date, as orders use it. */
export const tomorrow = toUtcDay(Date.now() + dayMs);

/**
 * Creates two orders in process for three well-stocked items, in quantities of 2 and 3; the second order is
 * the branch user's.
 */
export async function createTwoOrdersInProcess(
  admin: ApiClient,
  asBranch: ApiClient,
): Promise<[OrderInProcess, OrderInProcess, WellStockedItem[]]> {
  const branchOrders = await asBranch.get<OrderInProcess[] | { orders: OrderInProcess[] }>('/orders?limit=1');
  const [ownOrder] = 'orders' in branchOrders ? branchOrders.orders : branchOrders;
  if (!ownOrder) throw new Error('The branch has no orders');
  const branches =
    await admin.get<{ _id: string; type: string; supplyingKitchenId: string | null }[]>('/branch?limit=100');
  const other = branches.find(
    ({ _id, type, supplyingKitchenId }) =>
      type === 'branch' && _id !== ownOrder.branch && supplyingKitchenId === ownOrder.kitchen,
  );
  const stock = await admin.get<{ itemId: string; onHand: number; reserved: number }[]>(
    `/stock?placeId=${ownOrder.kitchen}&limit=500`,
  );
  const wellStockedIds = new Set(
    stock.filter(({ onHand, reserved }) => onHand - reserved > 200).map(({ itemId }) => itemId),
  );
  const items = await admin.get<WellStockedItem[]>('/items?limit=500');
  const orderedItems = items
    .filter(
      ({ _id, isOrderable, catchWeight, branches: branchIds }) =>
        wellStockedIds.has(_id) && isOrderable && catchWeight !== true && branchIds.length === 0,
    )
    .slice(0, 3);
  const createdOrders: OrderInProcess[] = [];
  for (const [branch, orderQty] of [
    [other?._id, 2],
    [ownOrder.branch, 3],
  ] as const) {
    const order = await admin.post<OrderInProcess>('/orders', {
      branch,
      deliveryDate: tomorrow,
      items: orderedItems.map(({ _id }) => ({ itemId: _id, orderQty })),
    });
    for (const status of ['Under Review', 'Sent to Central Kitchen', 'Under Process'])
      await admin.patch(`/orders/${order._id}`, { status });
    createdOrders.push(await admin.get<OrderInProcess>(`/orders/${order._id}`));
  }
  return [createdOrders[0] as OrderInProcess, createdOrders[1] as OrderInProcess, orderedItems];
}
