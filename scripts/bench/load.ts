import autocannon from 'autocannon';
import { addDays, toUtcDay } from '#core/day.ts';
import { ids } from '#app/server/testing/ids.ts';

/** A server to be measured: its URL and session (none for the baseline server). */
export interface LoadTarget {
  url: string;
  token: string | null;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const items = Object.values(ids.items);
/** Far enough ahead for every cut-off, on any day that the measurement runs. */
export const deliveryDate = addDays(toUtcDay(Date.now()), 14);
/** Ten lines: five items, each twice. */
const order = JSON.stringify({
  branch: ids.branch1,
  deliveryDate,
  items: [...items, ...items].map((itemId, index) => ({ itemId, orderQty: index + 1 })),
});

let requestCount = 0;

function buildPostRequest({ token }: LoadTarget): autocannon.Request {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  return {
    method: 'POST',
    path: '/api/orders',
    body: order,
    setupRequest: (request) => ({
      ...request,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}`, 'idempotency-key': `bench-${++requestCount}` }),
      },
    }),
  };
}

function buildGetRequest({ token }: LoadTarget, path: string): autocannon.Request {
  return { method: 'GET', path, headers: token ? { authorization: `Bearer ${token}` } : {} };
}

const listPath = `/api/orders?status=Received&branch=${ids.branch1}&limit=50`;

export type LoadWork = 'create' | 'list' | 'one' | 'mixed';

/** Returns the requests for one type of work; connections cycle through them. */
export function buildRequests(
  work: LoadWork,
  target: LoadTarget,
  orders: readonly string[],
): autocannon.Request[] {
  const getOrder = (n: number) => buildGetRequest(target, `/api/orders/${orders[n % orders.length]}`);
  switch (work) {
    case 'create':
      return [buildPostRequest(target)];
    case 'list':
      return [buildGetRequest(target, listPath)];
    case 'one':
      return orders.map((_, n) => getOrder(n));
    case 'mixed':
      return [
        buildGetRequest(target, listPath),
        getOrder(1),
        buildPostRequest(target),
        buildGetRequest(target, listPath),
        getOrder(2),
      ];
  }
}

/**
 * Puts load on a target for some seconds.
 *
 * @throws Error on unexpected responses
 */
export async function runLoad(
  target: LoadTarget,
  requests: autocannon.Request[],
  seconds: number,
  connections = 10,
): Promise<LoadResult> {
  const result = await autocannon({ url: target.url, requests, duration: seconds, connections });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${result.non2xx} error responses, ${result.errors} connection errors`);
  const total = result['2xx'];
  return { perSecond: total / result.duration, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
