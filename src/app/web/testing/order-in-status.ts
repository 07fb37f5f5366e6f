import { ids } from '#app/server/testing/ids.ts';
import { baseAddress } from '#platform/web/api/base-address.ts';
import type { DemoUser, MockApi } from '#mocks/node.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Creates a client of the mocked API for a user, independent of the dashboard. */
export async function callsAs({ signIn }: MockApi, user: DemoUser): Promise<Call> {
  const { token } = await signIn(user);
  return async (method, path, body) => {
    const response = await fetch(`${baseAddress(window.location)}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const responseBody = (response.status === 204 ? {} : await response.json()) as Record<string, unknown>;
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(responseBody)}`);
    return responseBody;
  };
}

const statusPath = ['Draft', 'Under Review', 'Sent to Central Kitchen', 'Under Process', 'Shipped'] as const;

/**
 * Creates an order of branch 1 in a status, with flour 2, milk 1 and buns 3 cases. Returns its id and number.
 */
export async function createOrderInStatus(api: MockApi, status: (typeof statusPath)[number]) {
  const branch = await callsAs(api, 'branch');
  const kitchen = await callsAs(api, 'kitchen');
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
