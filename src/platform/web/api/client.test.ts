import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createApi } from './client.ts';
import { clientProfiles, type ClientProfile } from './profiles.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, call: number) => void;

let close: () => void = () => undefined;
afterEach(() => {
  close();
  vi.useRealTimers();
});

/** A real server that records its requests. */
async function serve(
  handler: Handler,
  profileOverrides: Partial<ClientProfile> = {},
  name: 'first' | 'second' = 'first',
) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume();
    request.on('end', () => handler(request, response, requests.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  const outcomes: boolean[] = [];
  let token: string | null = 'token-1';
  const api = createApi({
    baseAddress: () => `http://127.0.0.1:${port}/api`,
    profile: () => ({ ...clientProfiles[name], ...profileOverrides }),
    credentials: () => (token === null ? null : { token, startedAt: 5, userId: 'ann' }),
    onOutcome: (isAlive) => outcomes.push(isAlive),
  });
  return { api, requests, outcomes, setToken: (next: string | null) => (token = next) };
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function catchApiError(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('Expected an ApiError', { cause: error });
  return error;
}

const network = 'Network connection failed. Please check your internet connection and try again.';

describe('a request', () => {
  test('sends the bearer token, and for a write also an idempotency key and the version', async () => {
    const { api, requests } = await serve((_request, response) => json(response, 200, { _id: 'o1' }));
    const reply = await api.send('patch', '/orders/o1', { json: { status: 'Draft' }, ifMatch: 3 });
    expect(reply.data).toEqual({ _id: 'o1' });
    expect(requests[0]?.url).toBe('/api/orders/o1');
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer token-1', 'if-match': '"3"' });
    expect(requests[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('omits undefined search values', async () => {
    const { api, requests } = await serve((_request, response) => json(response, 200, []));
    await api.get('orders', { search: { page: 2, status: undefined, q: 'å&b' } });
    expect(requests[0]?.url).toBe('/api/orders?page=2&q=%C3%A5%26b');
  });

  test('reads an empty response as null', async () => {
    const { api } = await serve((_request, response) => response.writeHead(204).end());
    expect((await api.send('delete', 'orders/o1')).data).toBeNull();
  });
});

describe('the error messages of SPEC section 8', () => {
  test.each([
    [
      401,
      { error: 'x', code: 'TOKEN_EXPIRED' },
      'TOKEN_EXPIRED',
      'Authentication failed. Please login again.',
    ],
    [500, { error: 'stack' }, 'SERVER_ERROR', 'Server error. Please try again later.'],
    [503, {}, 'SERVER_ERROR', 'Server error. Please try again later.'],
    [409, { error: 'Short of rice.', code: 'INSUFFICIENT_STOCK' }, 'INSUFFICIENT_STOCK', 'Short of rice.'],
    [422, { message: 'Bad date.' }, 'HTTP_ERROR', 'Bad date.'],
    [400, { error: { message: 'Nested.' } }, 'HTTP_ERROR', 'Nested.'],
    [404, { detail: 'No such order.' }, 'HTTP_ERROR', 'No such order.'],
    [200, 'Welcome', 'UNREADABLE', 'Couldn’t read the server’s response.'],
  ])('a response with status %d', async (status, body, code, message) => {
    const { api, outcomes } = await serve((_request, response) =>
      typeof body === 'string' ? response.writeHead(status).end(body) : json(response, status, body),
    );
    expect(await catchApiError(api.get('orders'))).toMatchObject({
      status,
      code,
      message,
      sessionStartedAt: 5,
    });
    expect(outcomes).toEqual([true]);
  });

  test('reads fields, details and request id', async () => {
    const body = {
      error: 'x',
      fields: { 'items.2.itemId': 'unknown' },
      details: { allowed: ['Draft'] },
      requestId: 'r1',
    };
    const { api } = await serve((_request, response) => json(response, 422, body));
    expect(await catchApiError(api.get('orders'))).toMatchObject({
      fields: { 'items.2.itemId': 'unknown' },
      details: { allowed: ['Draft'] },
      requestId: 'r1',
    });
  });

  test.each([
    ['password: At least 8 characters', { password: 'At least 8 characters' }, 'At least 8 characters'],
    ['branch: No kitchen supplies it.', { branch: 'No kitchen supplies it.' }, 'No kitchen supplies it.'],
    ['items.0.orderQty: Too big', { 'items.0.orderQty': 'Too big', notes: 'Too long' }, 'Too big'],
    ['Note: closed on Sunday', { deliveryDate: 'closed' }, 'Note: closed on Sunday'],
    ['password: ', { password: '' }, 'password: '],
  ])('does not treat the start of %j as a field name', async (error, fields, message) => {
    const { api } = await serve((_request, response) => json(response, 422, { error, fields }));
    expect(await catchApiError(api.get('orders'))).toMatchObject({ message, fields });
  });

  test('treats a 401 at sign-in as a wrong password', async () => {
    const { api } = await serve((_request, response) => json(response, 401, { error: 'Wrong.' }));
    expect((await catchApiError(api.send('post', 'users/login', { isSignIn: true }))).message).toBe('Wrong.');
  });

  test.each([
    ['a captive portal’s page', 200],
    ['a proxy’s page', 502],
  ])('treats %s as a network error', async (_name, status) => {
    const { api, outcomes } = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Sign in to Wi-Fi</html>');
    });
    expect(await catchApiError(api.get('orders'))).toMatchObject({
      status: 0,
      code: 'NETWORK',
      message: network,
    });
    expect(outcomes).toEqual([false]);
  });

  test.each<[string, Handler]>([
    ['a dropped connection', (request) => request.socket.destroy()],
    [
      'a response that ends early',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"orders":');
        setTimeout(() => response.socket?.destroy(), 20);
      },
    ],
    ['truncated JSON', (_request, response) => response.writeHead(200).end('{"orders":')],
  ])('treats %s as a network error', async (_name, handler) => {
    const { api, requests } = await serve(handler);
    expect((await catchApiError(api.send('post', 'orders', { json: {} }))).message).toBe(network);
    expect(requests).toHaveLength(1);
  });

  test('times out without a response', async () => {
    const { api } = await serve(() => undefined, { timeoutMs: 50 });
    expect((await catchApiError(api.get('orders'))).message).toBe(network);
  });
});

describe('429', () => {
  const busyOnce: Handler = (_request, response, call) =>
    call === 1
      ? json(response, 429, { error: 'Slow down.' }, { 'retry-after': '0' })
      : json(response, 200, []);

  test.each(['get', 'post', 'put', 'patch', 'delete'] as const)(
    'a rate-limited %s is retried once, as the same action of the same user',
    async (verb) => {
      const { api, requests, setToken } = await serve((request, response, call) => {
        if (call === 1) setToken('token-2');
        busyOnce(request, response, call);
      });
      // By now another user is signed in, so only the outbox receives the response.
      if (verb === 'get')
        expect(await catchApiError(api.get('orders'))).toMatchObject({ code: 'SESSION_ENDED' });
      else await api.send(verb, 'orders', { json: { a: 1 }, outlivesSession: true });
      expect(requests).toHaveLength(2);
      expect(requests[1]?.headers['idempotency-key']).toBe(requests[0]?.headers['idempotency-key']);
      expect(requests[1]?.headers.authorization).toBe('Bearer token-1');
    },
  );

  test('the first client gives up after one retry', async () => {
    const { api, requests } = await serve((_request, response) =>
      json(response, 429, { error: 'Slow down.' }, { 'retry-after': '0' }),
    );
    expect((await catchApiError(api.get('orders'))).message).toBe('Slow down.');
    expect(requests).toHaveLength(2);
  });

  test('does not wait if Retry-After exceeds the timeout', async () => {
    const { api, requests } = await serve((_request, response) =>
      json(response, 429, { error: 'Slow down.' }, { 'retry-after': '61' }),
    );
    const error = await catchApiError(api.get('orders'));
    expect(error).toMatchObject({ status: 429, message: 'Slow down.', retryAfterMs: 61_000 });
    expect(requests).toHaveLength(1);
  });

  test('does not wait if Retry-After exceeds the remaining timeout', async () => {
    const { api, requests } = await serve(
      (_request, response) =>
        setTimeout(() => json(response, 429, { error: 'Slow down.' }, { 'retry-after': '1' }), 300),
      { timeoutMs: 1200 },
    );
    expect((await catchApiError(api.get('orders'))).message).toBe('Slow down.');
    expect(requests).toHaveLength(1);
  });

  test('without Retry-After the first client waits between one and three seconds', () => {
    const waits = Array.from({ length: 200 }, () => clientProfiles.first.rateLimit.delayMs(1));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(3000);
  });

  test('the second client doubles its delay from one second to ten, and ignores Retry-After', async () => {
    const { delayMs } = clientProfiles.second.rateLimit;
    expect([1, 2, 3, 4, 5, 6].map(delayMs)).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
    const quick = { rateLimit: { ...clientProfiles.second.rateLimit, delayMs: () => 1 } };
    const busy: Handler = (_request, response) => json(response, 429, {}, { 'retry-after': '3600' });
    const { api, requests } = await serve(busy, quick, 'second');
    await catchApiError(api.get('orders'));
    expect(requests).toHaveLength(4);
  });

  test('does not retry a 503', async () => {
    const { api, requests } = await serve((_request, response) =>
      json(response, 503, {}, { 'retry-after': '0' }),
    );
    await catchApiError(api.get('orders'));
    expect(requests).toHaveLength(1);
  });
});

test('sends only public reads after the session has ended', async () => {
  const { api, requests, setToken } = await serve((_request, response) => json(response, 200, {}));
  setToken(null);
  expect(await catchApiError(api.get('orders'))).toMatchObject({ code: 'SESSION_ENDED' });
  await api.get('health', { isPublic: true });
  await api.send('post', 'users/login', { json: {}, isSignIn: true });
  expect(requests.map(({ url }) => url)).toEqual(['/api/health', '/api/users/login']);
});
