import { useMemo } from 'react';
import {
  filterStock,
  parseStockSort,
  sortStock,
  type StockFilter,
  type StockLine,
  withStockPosition,
} from './stock-rows.ts';
import { useStockPositions } from './use-stock-positions.ts';
import type { Stock } from './use-stock.ts';

interface ShownStockOptions {
  filter: StockFilter;
  sort: string | undefined;
  /** The item whose card is open. */
  item: string | undefined;
  /** Whether the rows are of current stock; a past day has no lots or usage. */
  isCurrent: boolean;
  /** Whether the rows are about to be saved or printed. */
  isExporting: boolean;
}

const noLines: readonly StockLine[] = [];

/** Returns the filtered and sorted rows with their stock positions. */
export function useShownStock(
  loaded: readonly StockLine[] | null,
  stock: Stock,
  { filter, sort, item, isCurrent, isExporting }: ShownStockOptions,
) {
  const lines = loaded ?? noLines;
  const { q, place, section, category, state, subset } = filter;
  const { places } = stock;
  const field = parseStockSort(sort)?.field;
  const sortsByPositions = isCurrent && (field === 'expiry' || field === 'cover');
  const { positions, actionNeeded, remainingCount, ...positionState } = useStockPositions({
    isEnabled: stock.currentLines !== null && isCurrent,
    place: place ?? (places.length === 1 ? places[0]?.id : undefined),
    subset,
    item,
    fullyLoadedPlaces: sortsByPositions || isExporting ? places.map(({ id }) => id) : null,
  });
  // Newly loaded positions cause thousands of rows to be re-sorted only if the sort column depends on them.
  const linesToSort = useMemo(
    () => (sortsByPositions ? lines.map((line) => withStockPosition(line, positions)) : lines),
    [sortsByPositions, lines, positions],
  );
  const sorted = useMemo(() => sortStock(linesToSort, sort), [linesToSort, sort]);
  const { filteredLines, counts } = useMemo(
    () => filterStock(sorted, { q, place, section, category, state }, actionNeeded),
    [sorted, q, place, section, category, state, actionNeeded],
  );
  const shownLines = useMemo(
    () =>
      sortsByPositions || !isCurrent
        ? filteredLines
        : filteredLines.map((line) => withStockPosition(line, positions)),
    [sortsByPositions, isCurrent, filteredLines, positions],
  );
  const itemLines = useMemo(
    () =>
      (stock.currentLines ?? noLines)
        .filter(({ itemId }) => itemId === item)
        .map((line) => withStockPosition(line, positions)),
    [stock.currentLines, item, positions],
  );
  const unlistedCount = useMemo(
    () =>
      actionNeeded === undefined
        ? 0
        : remainingCount + actionNeeded.size - lines.filter(({ key }) => actionNeeded.has(key)).length,
    [actionNeeded, remainingCount, lines],
  );
  return {
    ...positionState,
    shownLines,
    /** Number of rows by state that match all other filters. */
    counts,
    /** Rows of the item whose card is open, at every location. */
    itemLines,
    /** Number of positions that need action beyond the loaded rows. */
    unlistedCount,
    /** False while rows, or positions of current stock, are incomplete; saving and printing wait for it. */
    isComplete: loaded !== null && (!isCurrent || positionState.isComplete || positionState.isUnsupported),
  };
}
