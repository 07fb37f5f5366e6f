import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import type { ApplyFairShare } from '../input.ts';
import {
  appliedFairShare,
  fairShare,
  type FairShare,
  type FairShareChange,
  fairShareChanges,
  type FairShareLine,
} from '../shapes.ts';
import { api } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readObject, readResponse } from '#platform/web/queries/read-shape.ts';
import { getLocationNames } from '#modules/orders/web/queries/names.ts';

export interface ShareFilters {
  kitchen?: string | undefined;
  day?: string | undefined;
  /** Restricts the response to this item, even if it isn't short. */
  item?: string | undefined;
}

/** Queries a kitchen's shortages with the orders that need them; refetched on every mount. */
export function fairShareQuery({ kitchen, day, item }: ShareFilters) {
  const query = readQuery({
    collection: 'stock_data',
    key: ['fair-share', { kitchen, day, item }],
    lifetime: 'orders',
    path: 'fair-share',
    search: { kitchen, day, items: item },
    read: (reply) => readResponse(reply, fairShare),
  });
  return {
    ...query,
    async queryFn(context: QueryFunctionContext): Promise<FairShare> {
      const [share, getName] = await Promise.all([query.queryFn(context), getLocationNames(context.client)]);
      const withCurrentName = (line: FairShareLine) => ({
        ...line,
        branchName: getName(line.branch, line.branchName),
      });
      return {
        ...share,
        kitchenName: getName(share.kitchen, share.kitchenName),
        items: share.items.map((item) => ({ ...item, lines: item.lines.map(withCurrentName) })),
      };
    },
    refetchOnMount: 'always' as const,
  };
}

/**
 * Approves shares and returns how many orders changed. Throws `ApiError`; 412 lists changes since the
 * proposal.
 */
export async function sendShares(json: ApplyFairShare, idempotencyKey: string): Promise<number> {
  const { data } = await api.send('post', 'fair-share', { json, idempotencyKey });
  return readObject(appliedFairShare, data).orders.length;
}

/** Refetches visible orders after shares were approved. */
export function refetchSharedOrders(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['orders_data'] });
}

/** Returns the changes since the proposal from a 412; null for any other failure. */
export function readFairShareChanges(failure: unknown): FairShareChange[] | null {
  if (!(failure instanceof ApiError) || failure.status !== 412) return null;
  return readObject(fairShareChanges, failure.details).changed;
}
