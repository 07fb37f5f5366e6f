import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { itemStockQuery, stockMovesQuery } from './stock.ts';
import { buildRunningLedger } from '#modules/stock-ledger/web/stock-ledger-rows.ts';

/**
 * Returns the ledger of an item at a location with its running balance. Balance and newest postings are
 * fetched together, so that they are consistent.
 */
export function useStockCard(itemId: string, placeId: string) {
  const stock = useQuery({ ...itemStockQuery(itemId), refetchOnMount: 'always' });
  const moves = useInfiniteQuery({ ...stockMovesQuery(itemId, placeId), refetchOnMount: 'always' });
  const { onHand = 0, pieces } = stock.data?.find((row) => row.placeId === placeId) ?? {};
  // Cached data of one query may not match newly fetched data of the other.
  const isOutdated = [stock, moves].some((query) => query.isFetching && !query.isFetchedAfterMount);
  const entries = useMemo(
    () =>
      stock.data && moves.data && !isOutdated
        ? buildRunningLedger(moves.data.pages.flat(), placeId, onHand, pieces)
        : null,
    [stock.data, moves.data, placeId, onHand, pieces, isOutdated],
  );
  return {
    entries,
    moves,
    error: stock.error ?? moves.error,
    retry(): void {
      if (stock.isError) void stock.refetch();
      if (moves.isError) void moves.refetch();
    },
    loadMore(): void {
      if (!moves.isFetching) void moves.fetchNextPage();
    },
  };
}
