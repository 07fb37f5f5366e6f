import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import type { FaultName } from './faults.ts';
import { type MockApi, startMockApi } from './node.ts';

const origin = 'http://dashboard.test';
let api: MockApi;

beforeAll(async () => {
  api = await startMockApi();
});
beforeEach(() => api.reset());
afterAll(() => api.close());

async function createOrder(token: string) {
  const items = [{ itemId: ids.items.milk, orderQty: 2 }];
  return fetch(`${origin}/api/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ deliveryDate: '2026-03-06', items }),
  });
}

async function countOrders(token: string): Promise<number> {
  const response = await fetch(`${origin}/api/orders`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { orders: unknown[] }).orders.length;
}

describe('the mocked API', () => {
  it('runs the real server code, with its problem responses and headers', async () => {
    const response = await fetch(`${origin}/api/orders`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED', requestId: expect.any(String) });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('gives every test a fresh copy of the seed', async () => {
    const { token } = await api.signIn('branch');
    expect((await createOrder(token)).status).toBe(201);
    expect(await countOrders(token)).toBe(1);
    await api.reset();
    const nextSession = await api.signIn('branch');
    expect(await countOrders(nextSession.token)).toBe(0);
  });

  it('rejects requests to anything but the API', async () => {
    await expect(fetch(`${origin}/logo.png`)).rejects.toThrow();
  });

  it.each<[FaultName, number]>([
    ['500', 500],
    ['503', 503],
    ['429', 429],
    ['html-200', 200],
  ])('responds to %s with %i while the fault lasts', async (fault, status) => {
    api.fail({ fault, times: 1 });
    const failed = await fetch(`${origin}/api/health`);
    expect(failed.status).toBe(status);
    expect(failed.headers.get('content-type')).toContain(fault === 'html-200' ? 'text/html' : 'json');
    expect(failed.headers.get('retry-after')).toBe(['503', '429'].includes(fault) ? '1' : null);
    expect(await (await fetch(`${origin}/api/health`)).json()).toHaveProperty('status');
  });

  it('offline: the request fails, and nothing reaches the server', async () => {
    const { token } = await api.signIn('branch');
    api.fail({ fault: 'offline' });
    await expect(createOrder(token)).rejects.toThrow(TypeError);
    api.recover();
    expect(await countOrders(token)).toBe(0);
  });

  it('cut-after-send: the request fails, but the server has processed it', async () => {
    const { token } = await api.signIn('branch');
    api.fail({ fault: 'cut-after-send', times: 1 });
    await expect(createOrder(token)).rejects.toThrow(TypeError);
    expect(await countOrders(token)).toBe(1);
  });

  it('slow: the response is delayed but complete', async () => {
    api.fail({ fault: 'slow', delayMs: 50, times: 1 });
    const started = performance.now();
    const response = await fetch(`${origin}/api/health`);
    expect(response.status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(45);
  });
});
