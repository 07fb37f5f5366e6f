import { readQuantity } from '#contract/read-shape.ts';
import { type JsonRecord, readReference } from '#contract/tolerant.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { isMissingEndpoint } from '#src/lib/api/missing-endpoint.ts';
import { readList, readQuery } from '../read-query.ts';

/** Stock levels of an item at a location, in the item's base unit; null where none is set. */
export interface CompactLevel {
  itemId: string;
  branchId: string;
  min: number | null;
  par: number | null;
  max: number | null;
}

/** Queries all levels in one call. Empty on servers without them (API.md: a call SPEC does not name). */
export function compactLevelsQuery() {
  const levels = readQuery({
    collection: 'item_levels_data',
    key: ['compact'],
    lifetime: 'other',
    path: 'item-levels',
    search: { view: 'compact' },
    read: (reply) => readList(reply, readLevel).rows,
  });
  return {
    ...levels,
    async queryFn(context: { signal: AbortSignal }): Promise<CompactLevel[]> {
      try {
        return await levels.queryFn(context);
      } catch (error) {
        if (isMissingEndpoint(error) || (error instanceof ApiError && error.status === 403)) return [];
        throw error;
      }
    },
  };
}

function readLevel(row: JsonRecord): CompactLevel | null {
  const [itemId, branchId] = [readReference(row['itemId'])?.id, readReference(row['branchId'])?.id];
  if (!itemId || !branchId) return null;
  return {
    itemId,
    branchId,
    min: readQuantity(row['min']),
    par: readQuantity(row['par']),
    max: readQuantity(row['max']),
  };
}
