import { z } from 'zod';
import type { Route } from '../http/route.ts';

/**
 * A path of the route with each of these queries, once for all that come to the same: a route is handed nothing that its schema does not
 * name, and answers as if the rest had not been said.
 */
export function distinctPaths(route: Route, queries: readonly string[], path = route.path): string[] {
  return [...new Set(queries.map((query) => path + acceptedPart(route.query, query)))];
}

/** What of a query comes to the route. */
function acceptedPart(schema: z.ZodType | undefined, query: string): string {
  if (schema === undefined) return '';
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return query;
  const known = [...new URLSearchParams(query)].filter(([key]) => Object.hasOwn(schema.shape, key));
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}
