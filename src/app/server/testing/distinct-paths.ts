import { z } from 'zod';
import type { Route } from '#platform/server/http/route.ts';

/**
 * Returns a route's path with each of these queries, without duplicates: parameters that aren't in its schema
 * make no difference.
 */
export function listDistinctPaths(route: Route, queries: readonly string[], path = route.path): string[] {
  return [...new Set(queries.map((query) => path + keepAcceptedParameters(route.query, query)))];
}

/** Returns the part of a query that the route's schema accepts. */
function keepAcceptedParameters(schema: z.ZodType | undefined, query: string): string {
  if (schema === undefined) return '';
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return query;
  const accepted = [...new URLSearchParams(query)].filter(([key]) => Object.hasOwn(schema.shape, key));
  return accepted.length === 0 ? '' : `?${new URLSearchParams(accepted)}`;
}
