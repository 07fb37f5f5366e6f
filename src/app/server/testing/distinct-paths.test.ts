import { expect, it } from 'vitest';
import type { z } from 'zod';
import { parseQuery } from '#platform/server/http/parse.ts';
import { routes } from '#app/server/routes.ts';
import { listDistinctPaths } from './distinct-paths.ts';

const queries = ['', '?limit=7', '?unknown=1', '?view=compact&unknown=1', '?from=2026-03-01&to=2026-03-31'];

/** Returns the query that a handler receives for an address, or the parsing error. */
function parseForHandler(schema: z.ZodType | undefined, address: string): unknown {
  if (schema === undefined) return undefined;
  try {
    return parseQuery(schema, new URL(address, 'http://localhost'));
  } catch (error) {
    return String(error);
  }
}

it('keeps every query that a route handles differently', () => {
  for (const route of routes.filter(({ method }) => method === 'get')) {
    const distinct = listDistinctPaths(route, queries).map((address) =>
      parseForHandler(route.query, address),
    );
    for (const query of queries)
      expect(distinct).toContainEqual(parseForHandler(route.query, route.path + query));
  }
});

it('lists each distinct query of a route once', () => {
  const stock = routes.find(({ method, path }) => method === 'get' && path === '/stock');
  const paths = listDistinctPaths(stock ?? expect.unreachable(), queries);
  expect(paths).toContain('/stock?view=compact');
  expect(paths.filter((address) => address.includes('unknown'))).toEqual([]);
  expect(paths).toHaveLength(new Set(paths).size);
});
