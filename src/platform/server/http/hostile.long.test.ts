import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { routes } from '#app/server/routes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const hostileValue = fc.constantFrom<unknown>(
  '',
  ' ',
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '\u202e',
  '\ud800',
  'x'.repeat(5000),
  '__proto__',
  'constructor',
  0,
  -0,
  -1,
  1e308,
  1e-7,
  9007199254740992,
  0.1,
  true,
  null,
  [],
  {},
  [[[]]],
  { $ne: null },
  ids.branch1,
  ids.items.flour,
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '<script>alert(1)</script>',
  '=1+1',
  'Draft',
  '-1',
  '1e5',
  'NaN',
);
const value = fc.oneof(
  { weight: 4, arbitrary: hostileValue },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Generates objects with the schema's keys, to pass the first validation. */
function buildObjects(schema: z.ZodType | undefined): fc.Arbitrary<unknown> {
  const keys = Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
  const withKeys = fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] });
  return fc.oneof({ weight: 3, arbitrary: withKeys }, { weight: 1, arbitrary: value });
}

const rowIds = [
  ids.branch1,
  ids.items.flour,
  ids.units.kg,
  ids.users.viewer,
  'missing',
  '%27',
  '..%2f',
  '%F0%9F',
  'x'.repeat(3000),
];

it.each(
  routes
    .filter(({ path }) => path !== '/events')
    .map((route) => [`${route.method} ${route.path}`, route] as const),
)('%s responds to any input without an internal error', async (_, route) => {
  const body = 'body' in route ? buildObjects(route.body) : fc.constant(undefined);
  const query = fc.dictionary(
    fc.constantFrom(
      'q',
      'limit',
      'page',
      'sort',
      'after',
      'branch',
      'status',
      'view',
      'from',
      'active',
      'itemId',
    ),
    value,
  );
  await fc.assert(
    fc.asyncProperty(body, query, fc.constantFrom(...rowIds), async (input, queryValues, id) => {
      const client = await api.signIn(ids.users.admin);
      const search = new URLSearchParams(
        Object.entries(queryValues).map(([key, queryValue]) => [
          key,
          (typeof queryValue === 'string' ? queryValue : JSON.stringify(queryValue)).toWellFormed(),
        ]),
      );
      const text = route.method === 'get' || input === undefined ? undefined : JSON.stringify(input);
      const response = await client.send(
        route.method.toUpperCase(),
        `${route.path.replace(':id', id)}?${search}`,
        text,
      );
      expect([response.status, response.status >= 500 ? api.errors.at(-1) : null]).toEqual([
        response.status,
        null,
      ]);
    }),
    { numRuns: 20 },
  );
});
