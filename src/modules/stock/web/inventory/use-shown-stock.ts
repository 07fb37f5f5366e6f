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
  isNow: boolean;
  /** Whether the rows are about to be saved or printed. */
  isLeaving: boolean;
}

const none: readonly StockLine[] = [];

/** Returns the filtered and sorted rows with their stock positions. */
export function useShownStock(
  loaded: readonly StockLine[] | null,
  stock: Stock,
  { filter, sort, item, isNow, isLeaving }: ShownStockOptions,
) {
  const lines = loaded ?? none;
  const { q, place, section, category, state, only } = filter;
  const { places } = stock;
  const field = parseStockSort(sort)?.field;
  const isByShelves = isNow && (field === 'expiry' || field === 'cover');
  const { known, watched, left, ...shelves } = useStockPositions({
    isEnabled: stock.now !== null && isNow,
    place: place ?? (places.length === 1 ? places[0]?.id : undefined),
    only,
    item,
    allOf: isByShelves || isLeaving ? places.map(({ id }) => id) : null,
  });
  // Newly loaded positions cause thousands of rows to be re-sorted only if the sort column depends on them.
  const base = useMemo(
    () => (isByShelves ? lines.map((line) => withStockPosition(line, known)) : lines),
    [isByShelves, lines, known],
  );
  const sorted = useMemo(() => sortStock(base, sort), [base, sort]);
  const { shown: fitting, counts } = useMemo(
    () => filterStock(sorted, { q, place, section, category, state }, watched),
    [sorted, q, place, section, category, state, watched],
  );
  const shown = useMemo(
    () => (isByShelves || !isNow ? fitting : fitting.map((line) => withStockPosition(line, known))),
    [isByShelves, isNow, fitting, known],
  );
  const ofItem = useMemo(
    () =>
      (stock.now ?? none)
        .filter(({ itemId }) => itemId === item)
        .map((line) => withStockPosition(line, known)),
    [stock.now, item, known],
  );
  const unseen = useMemo(
    () =>
      watched === undefined ? 0 : left + watched.size - lines.filter(({ key }) => watched.has(key)).length,
    [watched, left, lines],
  );
  return {
    ...shelves,
    shown,
    /** Number of rows by state that match all other filters. */
    counts,
    /** Rows of the item whose card is open, at every location. */
    ofItem,
    /** Number of positions that need action beyond the loaded rows. */
    unseen,
    /** False while rows, or positions of current stock, are incomplete; saving and printing wait for it. */
    isWhole: loaded !== null && (!isNow || shelves.isWhole || shelves.isWithout),
  };
}
