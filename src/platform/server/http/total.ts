import type { RouteResponse } from './route.ts';

/**
 * Adds X-Total-Count to a list response that doesn't set it: the number of rows, with X-Total-Capped when the
 * first page is full. Later pages and lists paged by `after` get none.
 */
export function withTotal(response: RouteResponse, query: unknown): RouteResponse {
  const { status, body, headers } = response;
  if (status !== 200 || !Array.isArray(body) || headers?.['x-total-count'] !== undefined) return response;
  const { limit, page = 1, after } = (query ?? {}) as { limit?: number; page?: number; after?: unknown };
  if (after !== undefined || page > 1) return response;
  const isFull = limit !== undefined && body.length >= limit;
  const totalHeaders = { 'x-total-count': String(body.length), ...(isFull && { 'x-total-capped': 'true' }) };
  return { ...response, headers: { ...headers, ...totalHeaders } };
}
