import { ids } from '#app/server/testing/ids.ts';
import type { MockApi } from '#mocks/node.ts';
import { apiAs } from './api-client.ts';

const statusPath = ['Draft', 'Under Review', 'Sent to Central Kitchen', 'Under Process', 'Shipped'] as const;

/**
 * Creates an order for branch 1 in a status, with 2 flour, 1 milk and 3 cases of buns. Returns its id and
 * number.
 */
export async function createOrderInStatus(api: MockApi, status: (typeof statusPath)[number]) {
  const branch = await apiAs(api, 'branch');
  const kitchen = await apiAs(api, 'kitchen');
  const order = await branch('POST', '/orders', {
    deliveryDate: '2026-11-23',
    items: [
      { itemId: ids.items.flour, orderQty: 2 },
      { itemId: ids.items.milk, orderQty: 1 },
      { itemId: ids.items.bun, orderQty: 3 },
    ],
  });
  for (const next of statusPath.slice(1, statusPath.indexOf(status) + 1)) {
    const call = next === 'Under Process' || next === 'Shipped' ? kitchen : branch;
    await call('PATCH', `/orders/${String(order['_id'])}`, { status: next });
  }
  return { id: String(order['_id']), orderNo: String(order['orderNo']) };
}
