import type { TolerantList } from '#contract/tolerant.ts';
import { isOrderStatus, orderStatuses } from '#domain/orders/status.ts';
import { lifetimeOf } from '#src/lib/cache/lifetimes.ts';
import { type Count, orderCountQuery } from '../documents/figures.ts';
import { type OrderFilters, ordersQuery } from './orders.ts';
import type { OrderRow } from './read-order.ts';

/** Orders in a status that only their server knows: no list that asks for statuses of ours has them. */
export interface OtherOrders extends Count {
  /** Their statuses, as a filter has them. Undefined where they cannot be asked for by name: then all orders can. */
  status: string | undefined;
  /** Those of them that were at hand, the newest first. */
  rows: readonly OrderRow[];
}

/** The newest orders; how many of all are others is counted where these are not all. */
const newest = 50;
/** How far back it is looked for names where counts tell of others. */
const farBack = 500;

/**
 * Counts the orders that stand in none of our statuses, and finds out what these are called: all of them less those in
 * ours, since nobody can ask for what he does not know. `isCapped`: at least as many. Kept up to date like a list of
 * orders (lib/cache/background.ts).
 *
 * @param filters what narrows the orders; no status
 */
export function otherOrdersQuery(filters: Pick<OrderFilters, 'branch' | 'from' | 'to'> = {}) {
  return {
    queryKey: ['orders_data', 'count', { ...filters, isOther: true }] as const,
    staleTime: lifetimeOf('orderList'),
    refetchOnMount: 'always' as const,
    async queryFn({ signal }: { signal: AbortSignal }): Promise<OtherOrders> {
      const ask = (limit: number) =>
        ordersQuery({ ...filters, sort: '-createdAt', limit }).queryFn({ signal });
      const first = await ask(newest);
      const inFirst = first.rows.filter(isOther).length;
      const counted = isWhole(first, newest) ? inFirst : await countOthers(first, filters, signal);
      const list = counted === null || counted > inFirst ? await ask(farBack) : first;
      const rows = list.rows.filter(isOther);
      const names = [...new Set(rows.map(({ status }) => status))];
      const haveNames = names.length > 0 && names.every((name) => /^[^,]+$/.test(name));
      return {
        count: Math.max(counted ?? 0, rows.length),
        isCapped: counted === null && !isWhole(list, farBack),
        status: haveNames ? names.join(',') : undefined,
        rows,
      };
    },
  };
}

type List = TolerantList<OrderRow>;

const isOther = ({ status }: OrderRow): boolean => !isOrderStatus(status);

/** A server that does not say how many there are, and answers other than so many, has answered all. */
function isWhole({ rows, skipped, total }: List, limit: number): boolean {
  const answered = rows.length + skipped;
  return total === null ? answered !== limit : answered >= total;
}

/** All orders less those in our statuses; null where one of the two is not known. */
async function countOthers(list: List, filters: OrderFilters, signal: AbortSignal): Promise<number | null> {
  if (list.total === null || list.totalCapped) return null;
  const inHand = list.rows.filter((row) => !isOther(row)).length;
  const status = orderStatuses.join(',');
  const known = await orderCountQuery({ ...filters, status }).queryFn({ signal });
  // Fewer than are at hand: it takes several statuses for the name of one.
  return known.isCapped || known.count < inHand ? null : list.total - known.count;
}
