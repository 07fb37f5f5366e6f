import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { routes } from '../routes.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

it('describes every route of the API, with its body and its answers', async () => {
  const { status, body } = await api.anonymous.get('/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.0']);
  for (const route of routes) {
    const operation = body.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method];
    expect(operation, `${route.method} ${route.path}`).toBeDefined();
    expect(operation.summary.length).toBeGreaterThan(0);
    expect(operation.responses).not.toEqual({});
  }
  const create = body.paths['/orders'].post.requestBody.content['application/json'].schema;
  expect(create.properties).toHaveProperty('items');
  expect(create.additionalProperties).toBe(false);
  const ids = Object.values(body.paths).flatMap((path) =>
    Object.values(path as object).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it('is a page without scripts for people', async () => {
  const page = await api.anonymous.get('/docs');
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.text).toContain('/users/login');
  expect(page.text).not.toMatch(/<script|https?:\/\//);
});
