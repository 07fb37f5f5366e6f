import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FaultName } from './faults.ts';
import { type MockApi, startMockApi } from './node.ts';

const origin = 'http://dashboard.test';
let api: MockApi;

beforeAll(async () => {
  api = await startMockApi();
});
beforeEach(() => api.reset());
afterAll(() => api.close());

async function createUnit(token: string, name: string) {
  return fetch(`${origin}/api/units`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, symbol: name, dimension: 'count', factorNum: 1, factorDen: 1, decimals: 0 }),
  });
}

async function unitNames(token: string): Promise<string[]> {
  const answer = await fetch(`${origin}/api/units`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { name: string }[]).map((unit) => unit.name);
}

describe('the mocked API', () => {
  it('is the real server code: it answers with its problems and its headers', async () => {
    const answer = await fetch(`${origin}/api/orders`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', requestId: expect.any(String) });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('gives every test the seed again', async () => {
    const { token } = await api.signIn('admin');
    expect((await createUnit(token, 'Crate')).status).toBe(201);
    expect(await unitNames(token)).toContain('Crate');
    await api.reset();
    const again = await api.signIn('admin');
    expect(await unitNames(again.token)).not.toContain('Crate');
  });

  it('refuses calls to anywhere else', async () => {
    await expect(fetch(`${origin}/logo.png`)).rejects.toThrow();
  });

  it.each<[FaultName, number]>([
    ['500', 500],
    ['503', 503],
    ['429', 429],
    ['html-200', 200],
  ])('answers %s with %i while the fault lasts', async (fault, status) => {
    api.fail({ fault, times: 1 });
    const failed = await fetch(`${origin}/api/health`);
    expect(failed.status).toBe(status);
    expect(failed.headers.get('content-type')).toContain(fault === 'html-200' ? 'text/html' : 'json');
    expect(failed.headers.get('retry-after')).toBe(['503', '429'].includes(fault) ? '1' : null);
    expect(await (await fetch(`${origin}/api/health`)).json()).toHaveProperty('status');
  });

  it('offline: the call fails and nothing reaches the server', async () => {
    const { token } = await api.signIn('admin');
    api.fail({ fault: 'offline' });
    await expect(createUnit(token, 'Crate')).rejects.toThrow(TypeError);
    api.recover();
    expect(await unitNames(token)).not.toContain('Crate');
  });

  it('cut-after-send: the call fails, but the server has done it', async () => {
    const { token } = await api.signIn('admin');
    api.fail({ fault: 'cut-after-send', times: 1 });
    await expect(createUnit(token, 'Crate')).rejects.toThrow(TypeError);
    expect(await unitNames(token)).toContain('Crate');
  });

  it('slow: the answer comes late, but whole', async () => {
    api.fail({ fault: 'slow', delayMs: 50, times: 1 });
    const started = performance.now();
    const answer = await fetch(`${origin}/api/health`);
    expect(answer.status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(45);
  });
});
