import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

describe('GET /health', () => {
  it("returns the server's time without a session", async () => {
    const response = await api.anonymous.get('/health');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: 'ok', now: '2026-03-04T09:00:00.000Z' });
  });

  it('reports that there is no administrator yet', async () => {
    const empty = await createTestApp({ isEmpty: true });
    expect((await empty.anonymous.get('/health')).body.setupRequired).toBe(true);
    await empty.close();
  });

  it('sends security headers, even with errors', async () => {
    for (const path of ['/health', '/nothing/here']) {
      const { headers } = await api.anonymous.get(path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
  });

  it('returns JSON for an unknown path', async () => {
    const response = await api.anonymous.get('/nothing/here');
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ code: 'NOT_FOUND', requestId: expect.any(String) });
  });
});
