import type { QueryClient } from '@tanstack/react-query';
import type { LevelChange } from '../../input.ts';
import { type BranchLevel, branchLevel } from '../../shapes.ts';
import { itemDailyUse } from '../../level-changes-shapes.ts';
import type { StockLevels } from '#modules/demand/levels.ts';
import { api } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

/** Stock levels of one item at a branch, in its base unit; null for levels that aren't set. */
export type LevelValues = StockLevels & Readonly<Pick<BranchLevel, 'safetyStock' | 'weekdayPar'>>;

/** Queries all levels of one branch. */
export function branchLevelsQuery(branchId: string) {
  return readQuery({
    collection: 'item_levels_data',
    key: ['branch', branchId],
    lifetime: 'other',
    path: 'item-levels',
    search: { view: 'compact', branchId },
    // Servers that don't support the filter return the levels of all branches.
    read: (reply) => readRows(reply, branchLevel).filter((level) => level.branchId === branchId),
  });
}

/**
 * Queries a branch's daily usage over the last `days` days, by item; empty if the server or the user's
 * permissions do not provide it.
 */
export function levelUseQuery(branchId: string, days: number) {
  const query = readQuery({
    collection: 'orders_data',
    key: ['use', branchId, days],
    lifetime: 'other',
    path: 'item-levels/use',
    search: { branchId, days },
    read: (reply) => new Map(readRows(reply, itemDailyUse).map(({ itemId, perDay }) => [itemId, perDay])),
  });
  return {
    ...query,
    async queryFn(context: { signal: AbortSignal }): Promise<Map<string, number>> {
      try {
        return await query.queryFn(context);
      } catch (error) {
        if (isMissingEndpoint(error) || (error instanceof ApiError && error.status === 403)) return new Map();
        throw error;
      }
    },
  };
}

/** Saves the levels of many items at one branch, all or nothing; `key` is the idempotency key. */
export async function saveBranchLevels(
  queryClient: QueryClient,
  branchId: string,
  rows: readonly LevelChange[],
  key?: string,
): Promise<void> {
  await api.send('put', 'item-levels/bulk', {
    json: { branchId, rows },
    ...(key === undefined ? {} : { idempotencyKey: key }),
  });
  void queryClient.invalidateQueries({ queryKey: ['orders_data', 'suggestions'] });
  await queryClient.invalidateQueries({ queryKey: ['item_levels_data'] });
}
