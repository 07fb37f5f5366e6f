import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { routes } from '#app/server/routes.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

it('documents every route with its body and responses', async () => {
  const { status, body } = await api.anonymous.get('/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.0']);
  for (const route of routes) {
    const operation = body.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method];
    expect(operation, `${route.method} ${route.path}`).toBeDefined();
    expect(operation.summary.length).toBeGreaterThan(0);
    expect(operation.responses).not.toEqual({});
  }
  const orderSchema = body.paths['/orders'].post.requestBody.content['application/json'].schema;
  expect(orderSchema.properties).toHaveProperty('items');
  expect(orderSchema.additionalProperties).toBe(false);
  const ids = Object.values(body.paths).flatMap((path) =>
    Object.values(path as object).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it('lists the statuses of a POST: 201 if it creates a row, 200 otherwise, both if the row may already exist', async () => {
  const { paths } = (await api.anonymous.get('/openapi.json')).body;
  const listSuccessStatuses = (path: string) =>
    Object.keys(paths[path].post.responses).filter((status) => status.startsWith('2'));
  expect(listSuccessStatuses('/orders')).toEqual(['201']);
  for (const path of ['/users/login', '/imports/{id}/undo', '/orders/ship'])
    expect(listSuccessStatuses(path)).toEqual(['200']);
  expect(listSuccessStatuses('/gallery')).toEqual(['200', '201']);
  expect(listSuccessStatuses('/users/logout')).toEqual(['204']);
  for (const operation of Object.values(paths['/orders']))
    expect(operation).toHaveProperty('responses.default');
});

it('documents number formats, lists, writes and errors in the OpenAPI document and on /docs', async () => {
  const { info, paths } = (await api.anonymous.get('/openapi.json')).body;
  expect(info.description).toContain(
    'up to 6 decimals, prices per unit with up to 6, amounts of money with up to 4',
  );
  expect(paths['/items'].get.responses['200'].headers).toHaveProperty('X-Total-Count');
  const page = (await api.anonymous.get('/docs')).text;
  expect(page).toContain('<strong>Numbers.</strong> Quantities are JSON numbers with up to 6 decimals');
  expect(page).toContain('<code>X-Total-Count</code>');
});

it('is served at /docs as a page without scripts', async () => {
  const page = await api.anonymous.get('/docs');
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.text).toContain('/users/login');
  expect(page.text).not.toMatch(/<script|https?:\/\//);
});
