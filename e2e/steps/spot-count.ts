import type { ApiClient } from '../fixtures/api-client.ts';

interface LineToCount {
  lineId: string;
  itemId: string;
  itemName: string;
  isTrackedByLot: boolean;
}
export interface StockCount {
  _id: string;
  number: string;
  branch: string;
  status: string;
  items: LineToCount[];
}
interface NewItem {
  _id: string;
  name: string;
  kind: string;
  category: string;
  baseUnit: string;
}

/**
 * Returns two well-stocked items without lots at the branch, with their quantities, and creates one that was
 * never bought, so that its cost is unknown.
 */
export async function createItemsToCount(admin: ApiClient, master: ApiClient, asBranch: ApiClient) {
  const started = await asBranch.post<StockCount>('/stock-counts', { type: 'full' });
  const path = `/stock-counts/${started._id}`;
  const { branch, items } = await asBranch.patch<StockCount>(path, { status: 'Counting' });
  await asBranch.patch(path, { status: 'Cancelled' });
  const stock = await admin.get<{ itemId: string; onHand: number }[]>(`/stock?placeId=${branch}&limit=500`);
  const onHand = new Map(stock.map((row) => [row.itemId, row.onHand]));
  const [first, second] = items.flatMap(({ itemId, itemName, isTrackedByLot }) => {
    const qty = onHand.get(itemId) ?? 0;
    return isTrackedByLot || qty < 25 ? [] : [{ itemId, itemName, qty }];
  });
  if (!first || !second) throw new Error('The demo business has no two items with enough stock to count');
  const [{ kind, category, baseUnit }] = (await admin.get<NewItem[]>('/items?limit=1')) as [NewItem];
  const itemWithoutCost = await master.post<NewItem>('/items', {
    itemCode: 'E2E-SUMAC',
    name: 'Sumac nobody has bought',
    kind,
    category,
    baseUnit,
  });
  return { branch, first, second, itemWithoutCost };
}
