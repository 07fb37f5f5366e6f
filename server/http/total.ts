import type { RouteResponse } from './route.ts';

/**
 * An answer with how many rows its list has, where it is a list and does not say so itself. One that was not cut off has as many as it
 * tells; of a first page that is full there are at least so many. Behind a first page nothing is known, nor of what is told by `after`.
 */
export function withTotal(answer: RouteResponse, query: unknown): RouteResponse {
  const { status, body, headers } = answer;
  if (status !== 200 || !Array.isArray(body) || headers?.['x-total-count'] !== undefined) return answer;
  const { limit, page = 1, after } = (query ?? {}) as { limit?: number; page?: number; after?: unknown };
  if (after !== undefined || page > 1) return answer;
  const isFull = limit !== undefined && body.length >= limit;
  const told = { 'x-total-count': String(body.length), ...(isFull && { 'x-total-capped': 'true' }) };
  return { ...answer, headers: { ...headers, ...told } };
}
