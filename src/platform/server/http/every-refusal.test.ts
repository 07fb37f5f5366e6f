import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createMatrixRows, type MatrixRows } from '#app/server/authorization/matrix-rows.ts';
import { routes } from '#app/server/routes.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { findRefusalWordingProblems } from '#app/server/testing/refusal-wording.ts';
import { maxBodyBytes } from './parse.ts';
import type { Route } from './route.ts';

/**
 * Sends every kind of request that provokes an error to every route, and checks that each response can be
 * localized: the test client throws if an error has no code or lacks a parameter.
 */
let t: TestApp;
let rows: MatrixRows;
type Person = 'anonymous' | 'admin' | 'viewer';
let people: Record<Person, TestClient>;

beforeAll(async () => {
  t = await createTestApp();
  rows = await createMatrixRows(t);
});
/** Some routes end the caller's session. */
beforeEach(async () => {
  const [admin, viewer] = [await t.signIn(ids.users.master), await t.signIn(ids.users.viewer)];
  people = { anonymous: t.anonymous, admin, viewer };
});
afterAll(() => t.close());

interface Def {
  def: { type: string; innerType?: Schema; in?: Schema; out?: Schema; element?: Schema; options?: Schema[] };
  shape?: Record<string, Schema>;
}
type Schema = z.ZodType & Def;

/** Returns the schema inside optional, nullable and transforming wrappers. */
function unwrap(schema: Schema): Schema {
  const { innerType, in: from, out: into, options } = schema.def;
  if (innerType) return unwrap(innerType);
  if (from && into) return unwrap(from.def.type === 'transform' ? into : from);
  return options?.[0] && !schema.shape ? unwrap(options[0]) : schema;
}

/** Returns request bodies in which every field is invalid. */
function buildInvalidBodies(schema: Schema): unknown[] {
  const fields = Object.entries(unwrap(schema).shape ?? {});
  const buildInvalidLine = (list: Schema) => {
    const element = unwrap(list).def.element;
    return Object.keys((element && unwrap(element).shape) ?? {}).map((key) => [key, { no: 'such' }]);
  };
  const fillFields = (value: (schema: Schema) => unknown) =>
    Object.fromEntries(fields.map(([name, field]) => [name, value(field)]));
  return [
    fillFields(() => ({ no: 'such' })),
    fillFields(() => 1e300),
    fillFields(() => '~'.repeat(9000)),
    fillFields((field) => [null, Object.fromEntries(buildInvalidLine(field))]),
  ];
}

const buildPath = ({ path }: Route, id?: string) =>
  path.replace(/:[a-zA-Z]+/g, () => id ?? rows[path.split('/')[1] ?? '']?.own ?? ids.items.flour);

const reasonsByStatus = new Map<string, Set<string>>();

/** Sends a request as a user and records its error. */
async function callAndRecord(
  user: Person,
  route: Route,
  path: string,
  body?: unknown,
  headers = {},
): Promise<number> {
  const { status, body: responseBody } = await people[user].send(
    route.method.toUpperCase(),
    path,
    body,
    headers,
  );
  expect(status, `${route.method} ${path}`).toBeLessThan(500);
  if (status >= 400)
    reasonsByStatus.set(
      `${status}`,
      (reasonsByStatus.get(`${status}`) ?? new Set()).add(responseBody.reason),
    );
  return status;
}

/** All routes except event streams, which don't end. */
const testedRoutes = routes.filter(({ path }) => path !== '/events');

describe('every route', () => {
  it.each(testedRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s rejects invalid requests with messages from the catalogue',
    async (_, route) => {
      const path = buildPath(route);
      const isWrite = route.method !== 'get';
      if (route.access.kind !== 'public') expect(await callAndRecord('anonymous', route, path)).toBe(401);
      await callAndRecord('viewer', route, path, isWrite ? {} : undefined, { 'if-match': '"999999"' });
      if (route.path.includes(':'))
        await callAndRecord('admin', route, buildPath(route, 'nothing'), isWrite ? {} : undefined);
      const queryKeys = route.query ? Object.keys(unwrap(route.query).shape ?? {}) : [];
      for (const value of ['~', 'x'.repeat(900), '%00']) {
        const query = queryKeys.map((name) => `${name}=${value}`).join('&');
        if (queryKeys.length > 0)
          await callAndRecord('admin', route, `${path}?${query}`, isWrite ? {} : undefined);
      }
      if (!isWrite) return;
      for (const body of ['', '{', '[]', '7', '{"a":"\\u0000"}', '{"unknown":"field"}'])
        await callAndRecord('admin', route, path, body, {
          'if-match': '"999999"',
          'content-type': 'application/json',
        });
      await callAndRecord('admin', route, path, {}, { 'idempotency-key': 'no\tkey' });
      if (!('body' in route) || !route.body) return;
      for (const body of buildInvalidBodies(route.body))
        await callAndRecord('admin', route, path, body, { 'if-match': '"999999"' });
    },
  );

  it('covers every error status', async () => {
    const big = await callAndRecord(
      'admin',
      findRoute('post /brands'),
      '/brands',
      `{"name":"${'x'.repeat(maxBodyBytes)}"}`,
    );
    const stale = await callAndRecord(
      'admin',
      findRoute('put /items/:id'),
      `/items/${ids.items.flour}`,
      { name: 'Flour' },
      { 'if-match': '"999999"' },
    );
    const invalidKey = await callAndRecord(
      'admin',
      findRoute('post /items'),
      '/items',
      { name: 'x' },
      { 'idempotency-key': 'key' },
    );
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 30 && !statuses.includes(429); attempt++)
      statuses.push(
        await callAndRecord('anonymous', findRoute('post /users/login'), '/users/login', {
          email: 'some@body.test',
          password: 'wrong one here',
        }),
      );
    expect([big, stale, invalidKey >= 400, statuses.at(-1)]).toEqual([413, 412, true, 429]);
    expect([...reasonsByStatus.keys()].toSorted()).toEqual([
      '400',
      '401',
      '403',
      '404',
      '409',
      '412',
      '413',
      '422',
      '429',
    ]);
    expect(
      [...reasonsByStatus.values()].reduce((union, reasons) => union.union(reasons)).size,
    ).toBeGreaterThan(30);
  });
});

const findRoute = (name: string) => routes.find((route) => `${route.method} ${route.path}` === name) as Route;

it('detects a response that cannot be localized', () => {
  const usedBy = { reason: 'used-by', params: { name: 'Rice', user: 'items' } };
  const error = 'Rice is used by items. Archive it instead.';
  expect(findRefusalWordingProblems({ error, code: 'IN_USE', ...usedBy })).toEqual([]);
  expect(findRefusalWordingProblems({ error: 'Invalid input', code: 'VALIDATION' })).toHaveLength(1);
  expect(
    findRefusalWordingProblems({ error, code: 'IN_USE', ...usedBy, params: { name: 'Rice' } }),
  ).toHaveLength(1);
  expect(
    findRefusalWordingProblems({ error, code: 'IN_USE', ...usedBy, fields: { name: 'Expected string' } }),
  ).toHaveLength(1);
  expect(findRefusalWordingProblems({ error: 'Something else.', code: 'IN_USE', ...usedBy })).toHaveLength(1);
});
