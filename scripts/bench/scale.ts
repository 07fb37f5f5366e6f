import { ids } from '#app/server/testing/ids.ts';
import { deliveryDate, median, type LoadTarget } from './load.ts';

interface Call {
  name: string;
  /**
   * Returns the request path. `orders` are ids of the measured branch's orders; `n` is the number of the
   * repetition.
   */
  path(orders: readonly string[], n: number): string;
  body?: object;
}

const items = Object.values(ids.items).map((itemId) => ({ itemId, orderQty: 2 }));

/** The requests of every screen that shows orders. */
export const calls: readonly Call[] = [
  { name: 'first page of orders', path: () => '/orders' },
  { name: 'by one status', path: () => '/orders?status=Received' },
  { name: 'by three statuses', path: () => '/orders?status=Sent to Central Kitchen,Under Process,Shipped' },
  { name: 'by a delivery date', path: () => '/orders?deliveryDate=2024-03-03' },
  { name: 'page 3', path: () => '/orders?page=3' },
  { name: 'next page by cursor', path: (orders, n) => `/orders?after=${orders[n % orders.length]}` },
  { name: 'search by number', path: () => '/orders?q=ORD-2024-00123' },
  { name: '`GET /orders/submission`', path: () => '/orders/submission' },
  { name: '`GET /orders/simple`', path: () => '/orders/simple' },
  { name: 'one order', path: (orders, n) => `/orders/${orders[n % orders.length]}` },
  { name: 'order guide', path: () => '/orders/suggestions' },
  { name: 'create an order', path: () => '/orders', body: { deliveryDate, items } },
  { name: 'stock', path: () => '/stock' },
];

const repetitions = 60;

/**
 * Sends each request repeatedly, one at a time, and returns its median time in ms.
 *
 * @throws Error if a request is rejected
 */
export async function timeCalls(target: LoadTarget, orders: readonly string[]): Promise<Map<string, number>> {
  const medians = new Map<string, number>();
  for (const { name, path, body } of calls) {
    const times: number[] = [];
    for (let n = 0; n < repetitions; n += 1) {
      const startMs = performance.now();
      const response = await fetch(encodeURI(`${target.url}/api${path(orders, n)}`), {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${target.token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      await response.text();
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      if (n >= repetitions / 6) times.push(performance.now() - startMs);
    }
    medians.set(name, median(times));
  }
  return medians;
}
