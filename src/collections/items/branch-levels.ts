import type { QueryClient } from '@tanstack/react-query';
import { readQuantity } from '#contract/read-shape.ts';
import type { LevelChange } from '#contract/level-changes.ts';
import { type JsonRecord, readNumberValue, readRecord, readReference } from '#contract/tolerant.ts';
import type { StockLevels } from '#domain/planning/levels.ts';
import { api } from '#src/lib/api/api.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { isMissingEndpoint } from '#src/lib/api/missing-endpoint.ts';
import { readList, readQuery } from '../read-query.ts';

/** Stock levels of one item at a branch, in its base unit; null where none is set. */
export interface LevelValues extends StockLevels {
  safetyStock: number | null;
  /** Par by weekday ("1" is Monday) where it differs. */
  weekdayPar: Readonly<Record<string, number>>;
}

export interface BranchLevel extends LevelValues {
  itemId: string;
  branchId: string;
  version: number;
  binSortOrder: number | null;
}

/** Queries all levels of one branch. */
export function branchLevelsQuery(branchId: string) {
  return readQuery({
    collection: 'item_levels_data',
    key: ['branch', branchId],
    lifetime: 'other',
    path: 'item-levels',
    search: { view: 'compact', branchId },
    // A server without filters sends the levels of all branches.
    read: (reply) => readList(reply, readLevel).rows.filter((level) => level.branchId === branchId),
  });
}

/**
 * Queries a branch's daily usage over the last days, by item; empty if the server or the user's permissions
 * do not provide it.
 */
export function levelUseQuery(branchId: string, days: number) {
  const use = readQuery({
    collection: 'orders_data',
    key: ['use', branchId, days],
    lifetime: 'other',
    path: 'item-levels/use',
    search: { branchId, days },
    read: (reply) => new Map(readList(reply, readUse).rows),
  });
  return {
    ...use,
    async queryFn(context: { signal: AbortSignal }): Promise<Map<string, number>> {
      try {
        return await use.queryFn(context);
      } catch (error) {
        if (isMissingEndpoint(error) || (error instanceof ApiError && error.status === 403)) return new Map();
        throw error;
      }
    },
  };
}

/** Saves the levels of many items at one branch, all or none; `key` is the idempotency key. */
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

function readLevel(row: JsonRecord): BranchLevel | null {
  const [itemId, branchId] = [readReference(row['itemId'])?.id, readReference(row['branchId'])?.id];
  if (!itemId || !branchId) return null;
  return {
    itemId,
    branchId,
    version: readNumberValue(row['version']) ?? 0,
    min: readQuantity(row['min']),
    par: readQuantity(row['par']),
    max: readQuantity(row['max']),
    safetyStock: readQuantity(row['safetyStock']),
    binSortOrder: readNumberValue(row['binSortOrder']),
    weekdayPar: readWeekdays(row['weekdayPar']),
  };
}

function readWeekdays(value: unknown): Record<string, number> {
  return Object.fromEntries(
    Object.entries(readRecord(value)).flatMap(([weekday, qty]) => {
      const par = readQuantity(qty);
      return par === null ? [] : [[weekday, par] as const];
    }),
  );
}

function readUse(row: JsonRecord): [string, number] | null {
  const itemId = readReference(row['itemId'])?.id;
  const perDay = readQuantity(row['perDay']);
  return itemId && perDay !== null ? [itemId, perDay] : null;
}
