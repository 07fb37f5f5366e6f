import { type Tile, tilesResponse, type TileTrend, tileTrendsResponse } from '../../figures-shapes.ts';
import { api } from '#platform/web/api/api.ts';
import { getLifetimeMs } from '#platform/web/cache/lifetimes.ts';
import { type BranchDayRange, liveFigure, nullIfEndpointMissing } from './figures.ts';
import { readResponse } from '#platform/web/queries/read-shape.ts';

/**
 * Queries the inexpensive or the expensive tiles of a dashboard. Cached with the stock that most of them
 * depend on. Null if the server has no such endpoint.
 *
 * @param today the current date in the user's time zone
 */
export function tilesQuery(days: BranchDayRange, today: string, cost: 'light' | 'heavy') {
  const search = { ...days, today, cost };
  return {
    queryKey: ['stock_data', 'tiles', search] as const,
    staleTime: getLifetimeMs('orders'),
    ...liveFigure,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      nullIfEndpointMissing(async (): Promise<Tile[]> => {
        const reply = await api.get('reports/tiles', { signal, search });
        return readResponse(reply, tilesResponse).tiles;
      }),
  };
}

/**
 * Queries the trends of a dashboard's tiles. They load separately from the tiles, because each point runs a
 * report. Null if the server has no such endpoint.
 *
 * @param today the current date in the user's time zone
 */
export function tileTrendsQuery(days: BranchDayRange, today: string) {
  const search = { ...days, today };
  return {
    queryKey: ['stock_data', 'tile-trends', search] as const,
    staleTime: getLifetimeMs('orders'),
    ...liveFigure,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      nullIfEndpointMissing(async (): Promise<TileTrend[]> => {
        const reply = await api.get('reports/tiles/trends', { signal, search });
        return readResponse(reply, tileTrendsResponse).trends;
      }),
  };
}
