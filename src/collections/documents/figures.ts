import type { OrdersOfDay } from '#contract/figures.ts';
import { type JsonRecord, readNumberValue, readText } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { isMissingEndpoint } from '#src/lib/api/missing-endpoint.ts';
import { getLifetimeMs } from '#src/lib/cache/lifetimes.ts';
import type { OrderCount } from '../orders/queries.ts';
import { readList, readQuery } from '../read-query.ts';

export interface DayRange {
  branch?: string | undefined;
  /** Both inclusive, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

/** A number that a screen opens a list from: asked for anew whenever it is looked at, so that it agrees with the list. */
export const liveFigure = { refetchInterval: 120_000, refetchOnMount: 'always' } as const;

/** Open discrepancies, counted. Null where the server has none (a call that SPEC does not name). */
export function openDiscrepanciesQuery(branch: string | undefined) {
  return {
    queryKey: ['discrepancies_data', 'count', { branch }] as const,
    staleTime: getLifetimeMs('orders'),
    ...liveFigure,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      orNull(async (): Promise<OrderCount> => {
        const search = { status: 'Open', branch, limit: 1 };
        const { total, rows } = readList(await api.get('discrepancies', { signal, search }), (row) => row);
        return { count: total ?? rows.length, isCapped: total === null && rows.length > 0 };
      }),
  };
}

/** Orders and shipped lines by delivery day; days without orders have no row. Null where the server has no such call. */
export function ordersByDayQuery(days: DayRange) {
  const query = readQuery({
    collection: 'orders_data',
    key: ['days', days],
    lifetime: 'orders',
    path: 'orders/summary',
    search: { ...days },
    read: (reply) => readList(reply, readOrdersOfDay).rows,
  });
  return {
    ...query,
    ...liveFigure,
    queryFn: (context: { signal: AbortSignal }) => orNull(() => query.queryFn(context)),
  };
}

/** API.md, "Tolerance": a call that SPEC does not name hides that part of a screen. */
export async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isMissingEndpoint(error)) return null;
    throw error;
  }
}

function readOrdersOfDay(row: JsonRecord): OrdersOfDay | null {
  const [day, orders] = [readText(row['day']), readNumberValue(row['orders'])];
  if (day === null || orders === null) return null;
  return {
    day,
    orders,
    lines: readNumberValue(row['lines']) ?? 0,
    linesComplete: readNumberValue(row['linesComplete']) ?? 0,
  };
}
