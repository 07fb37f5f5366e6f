import { ordersOfDay } from '../../figures-shapes.ts';
import { api } from '#platform/web/api/api.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { getLifetimeMs } from '#platform/web/cache/lifetimes.ts';
import type { OrderCount } from '#modules/orders/web/queries/queries.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

export interface BranchDayRange {
  branch?: string | undefined;
  /** Both inclusive, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

/**
 * Query options of a number that links to a list: refetched on every mount, so that it agrees with the list.
 */
export const liveFigure = { refetchInterval: 120_000, refetchOnMount: 'always' } as const;

/** Counts open discrepancies. Null if the server has no such endpoint, which SPEC doesn't define. */
export function openDiscrepanciesQuery(branch: string | undefined) {
  return {
    queryKey: ['discrepancies_data', 'count', { branch }] as const,
    staleTime: getLifetimeMs('orders'),
    ...liveFigure,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      nullIfEndpointMissing(async (): Promise<OrderCount> => {
        const search = { status: 'Open', branch, limit: 1 };
        const { total, rows } = readList(await api.get('discrepancies', { signal, search }), (row) => row);
        return { count: total ?? rows.length, isCapped: total === null && rows.length > 0 };
      }),
  };
}

/**
 * Queries orders and shipped lines by delivery day; days without orders have no row. Null if the server has
 * no such endpoint.
 */
export function ordersByDayQuery(days: BranchDayRange) {
  const query = readQuery({
    collection: 'orders_data',
    key: ['days', days],
    lifetime: 'orders',
    path: 'orders/summary',
    search: { ...days },
    read: (reply) => readRows(reply, ordersOfDay),
  });
  return {
    ...query,
    ...liveFigure,
    queryFn: (context: { signal: AbortSignal }) => nullIfEndpointMissing(() => query.queryFn(context)),
  };
}

/**
 * API.md, "Tolerance": returns null for a missing endpoint that SPEC doesn't define; that part of a screen is
 * then hidden.
 */
export async function nullIfEndpointMissing<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (isMissingEndpoint(error)) return null;
    throw error;
  }
}
