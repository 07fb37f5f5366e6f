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
  /** They are the rows of now, and not of a day of the past, of which nobody kept lots or use. */
  isNow: boolean;
  /** Somebody saves or prints them. */
  isLeaving: boolean;
}

const none: readonly StockLine[] = [];

/** The rows that fit, in their order, with what is known of their shelves. */
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
  // Thousands of rows are not sorted again for each answer about a few of them, unless it is what they are sorted by.
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
    /** How many of those that fit all but the state stand in each. */
    counts,
    /** The rows of the item whose card is open, wherever it is. */
    ofItem,
    /** Of shelves to do something about: how many there are beyond the rows that came. */
    unseen,
    /** What leaves the screen is whole: rows that are on their way, and lots, use and movement, which come after the rows. */
    isWhole: loaded !== null && (!isNow || shelves.isWhole || shelves.isWithout),
  };
}
