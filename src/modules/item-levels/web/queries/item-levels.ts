import { type CompactLevel, compactLevel } from '../../shapes.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

/** Queries all levels in one call. Empty on servers without them (API.md: a call SPEC does not name). */
export function compactLevelsQuery() {
  const levels = readQuery({
    collection: 'item_levels_data',
    key: ['compact'],
    lifetime: 'other',
    path: 'item-levels',
    search: { view: 'compact' },
    read: (reply) => readRows(reply, compactLevel),
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
