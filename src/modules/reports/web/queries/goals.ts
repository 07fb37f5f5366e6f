import type { QueryClient } from '@tanstack/react-query';
import { type TileGoals, type TileGoalsInput } from '../../goals-input.ts';
import { tileGoals } from '../../goals-shapes.ts';
import { api } from '#platform/web/api/api.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';

/** Queries the goals of all tiles; refetched when they are edited. */
export function tileGoalsQuery() {
  return {
    ...readQuery({
      collection: 'stock_data',
      key: ['tile-goals'],
      lifetime: 'other',
      path: 'reports/goals',
      read: (reply): TileGoals => readObject(tileGoals, reply.data),
    }),
    refetchOnMount: 'always' as const,
  };
}

/**
 * Saves the goals of the business or of a branch with their version, and refetches the tiles. Throws
 * `ApiError`.
 */
export async function sendTileGoals(
  queryClient: QueryClient,
  json: TileGoalsInput,
  { version }: Pick<TileGoals, 'version'>,
): Promise<void> {
  const reply = await api.send('put', 'reports/goals', { json, ifMatch: version });
  queryClient.setQueryData(tileGoalsQuery().queryKey, readObject(tileGoals, reply.data));
  await queryClient.invalidateQueries({ queryKey: ['stock_data', 'tiles'] });
}
