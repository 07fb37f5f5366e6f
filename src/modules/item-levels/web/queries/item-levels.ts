import { type CompactLevel, compactLevel } from '../../shapes.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

/** Queries all levels in one request. Empty on servers without the endpoint, which isn't part of SPEC. */
export function compactLevelsQuery() {
  const query = readQuery({
    collection: 'item_levels_data',
    key: ['compact'],
    lifetime: 'other',
    path: 'item-levels',
    search: { view: 'compact' },
    read: (reply) => readRows(reply, compactLevel),
  });
  return {
    ...query,
    async queryFn(context: { signal: AbortSignal }): Promise<CompactLevel[]> {
      try {
        return await query.queryFn(context);
      } catch (error) {
        if (isMissingEndpoint(error) || (error instanceof ApiError && error.status === 403)) return [];
        throw error;
      }
    },
  };
}
