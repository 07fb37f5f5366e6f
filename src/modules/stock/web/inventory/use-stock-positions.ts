import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { StockPosition } from '../../shapes.ts';
import type { StockSubset } from '../../stock-subsets.ts';
import { type StockPositionsFilter, stockPositionsQuery } from '../queries/stock-positions.ts';
import { type StockPositionsByKey, indexStockPositions } from './stock-rows.ts';

interface StockPositionsRequest {
  isEnabled: boolean;
  /** The location whose rows are shown; absent for all. */
  place: string | undefined;
  subset: StockSubset | undefined;
  /** The item whose card is open. */
  item: string | undefined;
  /** Locations whose positions must be loaded in full, for sorting or saving; loaded one by one. */
  fullyLoadedPlaces: readonly string[] | null;
}

/** Number of visible items per request; `maxQueries` limits the requests that are cached. */
const itemsPerQuery = 50;
const maxQueries = 8;

/**
 * Loads the stock positions that are needed: of the selected location, of items that need action, or of the
 * visible items. Loading all positions would take a megabyte and a second per location.
 */
export function useStockPositions({
  isEnabled,
  place,
  subset,
  item,
  fullyLoadedPlaces,
}: StockPositionsRequest) {
  const [visibleBatches, setVisibleBatches] = useState<readonly (readonly string[])[]>([]);
  const filters: StockPositionsFilter[] = subset
    ? [{ subset, ...(place !== undefined && { placeId: place }) }]
    : place !== undefined
      ? [{ placeId: place }]
      : (fullyLoadedPlaces ?? []).map((placeId) => ({ placeId }));
  const mainCount = filters.length;
  const visibleFilters = mainCount === 0 ? visibleBatches : [];
  filters.push(...visibleFilters.map((items) => ({ items })));
  if (item !== undefined && !visibleFilters.some((items) => items.includes(item)))
    filters.push({ items: [item] });
  const [join] = useState(createPositionJoin);
  const [joinActionNeeded] = useState(createPositionJoin);
  const queries = useQueries({
    queries: filters.map((query) => ({
      ...stockPositionsQuery(query),
      enabled: isEnabled,
      refetchOnMount: 'always' as const,
    })),
  });
  const mainQueries = queries.slice(0, mainCount);
  const isSettled = mainQueries.every(({ isSuccess, isError }) => isSuccess || isError);
  return {
    positions: join(isSettled ? queries : queries.slice(mainCount)),
    /** Positions that need action; undefined unless they are requested. */
    actionNeeded: subset === undefined ? undefined : joinActionNeeded(mainQueries),
    /** Whether the positions requested by location or by subset are complete. */
    isComplete: mainCount > 0 && isSettled,
    /** Whether the server doesn't provide positions. */
    isUnsupported: queries.some(({ data, isError }) => isError && data === undefined),
    /** Number of positions beyond the first response. */
    remainingCount: mainQueries.reduce(
      (sum, { data }) => sum + Math.max(0, (data?.total ?? 0) - (data?.rows.length ?? 0)),
      0,
    ),
    /** Reports which items are visible. */
    reportVisible: useCallback(
      (items: readonly string[]) =>
        setVisibleBatches((previous) => {
          const requested = new Set(previous.flat());
          const newItems = items.filter((id) => !requested.has(id));
          if (newItems.length === 0) return previous;
          const batches = Array.from({ length: Math.ceil(newItems.length / itemsPerQuery) }, (_, n) =>
            newItems.slice(n * itemsPerQuery, (n + 1) * itemsPerQuery),
          );
          return [...previous, ...batches].slice(-maxQueries);
        }),
      [],
    ),
    refresh(): void {
      for (const query of queries) void query.refetch();
    },
  };
}

/**
 * Returns a function that joins responses and keeps the reference while they are unchanged, because thousands
 * of rows depend on it.
 */
function createPositionJoin() {
  let last: (readonly StockPosition[])[] = [];
  let positions: StockPositionsByKey = new Map();
  return (
    queries: readonly Pick<UseQueryResult<{ rows: StockPosition[] }>, 'data'>[],
  ): StockPositionsByKey => {
    const parts = queries.flatMap(({ data }) => (data ? [data.rows] : []));
    if (parts.length !== last.length || parts.some((rows, n) => rows !== last[n])) {
      last = parts;
      positions = indexStockPositions(parts.flat());
    }
    return positions;
  };
}
