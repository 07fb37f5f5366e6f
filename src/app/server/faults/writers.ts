import { dayMs, toUtcDay } from '#core/day.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';

/** A client's record of one order that it tried to create. */
export interface Attempt {
  /** Its idempotency key, which is also the order's notes. */
  key: string;
  /** The order's id once a server has acknowledged it. */
  acknowledgedId: string | null;
  /** Number of requests sent, including the acknowledged one. */
  requestCount: number;
}

export interface WriterSession {
  token: string;
  deliveryDate: string;
}

const linesPerOrder = 10;
const itemIds = Object.values(ids.items);

/** Signs in a user of the minimal business: a branch user by default. */
export async function signInWriter(url: string, email = 'branch@demo.test'): Promise<WriterSession> {
  const { token } = await callApi<{ token: string }>(`${url}/api/users/login`, {
    method: 'POST',
    body: JSON.stringify({ email, password: testPassword }),
    headers: { 'content-type': 'application/json' },
  });
  return { token, deliveryDate: toUtcDay(Date.now() + 2 * dayMs) };
}

/**
 * Creates one order like a client that retries with the same key, and records the acknowledgement.
 *
 * @throws fetch's error when the connection breaks
 */
export async function createOrderWithKey(
  url: string,
  session: WriterSession,
  attempt: Attempt,
): Promise<void> {
  attempt.requestCount += 1;
  const created = await callApi<{ _id: string }>(`${url}/api/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.token}`,
      'content-type': 'application/json',
      'idempotency-key': attempt.key,
    },
    body: JSON.stringify({
      deliveryDate: session.deliveryDate,
      notes: attempt.key,
      items: Array.from({ length: linesPerOrder }, (_, line) => ({
        itemId: itemIds[line % itemIds.length],
        orderQty: line + 1,
      })),
    }),
  });
  attempt.acknowledgedId = created._id;
}

/**
 * Sends one request and returns its response.
 *
 * @throws RefusedError, or fetch's error
 */
export async function callApi<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new RefusedError(response.status, text, response.headers.get('retry-after'));
  return JSON.parse(text) as T;
}

/** The server responded with an error. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  /** Worth retrying: the request is still running, or the server is busy and sent a retry time. */
  readonly isRetryable: boolean;

  constructor(status: number, text: string, retryAfter: string | null) {
    super(`${status}: ${text}`);
    this.status = status;
    this.isRetryable = [409, 503].includes(status) && /^[1-9]\d*$/.test(retryAfter ?? '');
  }
}
