import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { StockPosition } from '#contract/stock.ts';
import type { StockSubset } from '#domain/stock/stock-subsets.ts';
import { type StockPositionsFilter, stockPositionsQuery } from '#src/collections/stock/stock-positions.ts';
import { type StockPositionsByKey, stockPositionsByKey } from './stock-rows.ts';

interface StockPositionsRequest {
  isEnabled: boolean;
  /** The place whose rows are shown; left out: those of all. */
  place: string | undefined;
  only: StockSubset | undefined;
  /** The item whose card is open. */
  item: string | undefined;
  /** All shelves are needed, to sort or to save by what is known of them: those of these places, one after the other. */
  allOf: readonly string[] | null;
}

/** Of so many items in sight shelves are asked for at once, and so many questions are kept. */
const itemsPerQuery = 50;
const maxQueries = 8;

/**
 * What is known of the shelves that somebody looks at: of the place they chose, of those to do something about, or of the items in
 * sight. Nobody asks for those of everything: at fifty places that is as many megabytes as seconds.
 */
export function useStockPositions({ isEnabled, place, only, item, allOf }: StockPositionsRequest) {
  const [seen, setSeen] = useState<readonly (readonly string[])[]>([]);
  const questions: StockPositionsFilter[] = only
    ? [{ only, ...(place !== undefined && { placeId: place }) }]
    : place !== undefined
      ? [{ placeId: place }]
      : (allOf ?? []).map((placeId) => ({ placeId }));
  const main = questions.length;
  const inSight = main === 0 ? seen : [];
  questions.push(...inSight.map((items) => ({ items })));
  if (item !== undefined && !inSight.some((items) => items.includes(item))) questions.push({ items: [item] });
  const [join] = useState(makeJoin);
  const [joinWatched] = useState(makeJoin);
  const answers = useQueries({
    queries: questions.map((asked) => ({
      ...stockPositionsQuery(asked),
      enabled: isEnabled,
      refetchOnMount: 'always' as const,
    })),
  });
  const first = answers.slice(0, main);
  const isSettled = first.every(({ isSuccess, isError }) => isSuccess || isError);
  return {
    known: join(isSettled ? answers : answers.slice(main)),
    /** The shelves to do something about, where they are asked for. */
    watched: only === undefined ? undefined : joinWatched(first),
    /** Whether all is known of the rows that are asked for by place or by what is to be done. */
    isWhole: main > 0 && isSettled,
    /** The server does not tell. */
    isWithout: answers.some(({ data, isError }) => isError && data === undefined),
    /** How many there are beyond those that are answered at once. */
    left: first.reduce(
      (sum, { data }) => sum + Math.max(0, (data?.total ?? 0) - (data?.rows.length ?? 0)),
      0,
    ),
    /** Says which items are in sight. */
    see: useCallback(
      (items: readonly string[]) =>
        setSeen((before) => {
          const asked = new Set(before.flat());
          const fresh = items.filter((id) => !asked.has(id));
          if (fresh.length === 0) return before;
          const pieces = Array.from({ length: Math.ceil(fresh.length / itemsPerQuery) }, (_, n) =>
            fresh.slice(n * itemsPerQuery, (n + 1) * itemsPerQuery),
          );
          return [...before, ...pieces].slice(-maxQueries);
        }),
      [],
    ),
    refresh(): void {
      for (const answer of answers) void answer.refetch();
    },
  };
}

/** Puts answers together, and gives out the very same while they are: thousands of rows are drawn of it. */
function makeJoin() {
  let last: (readonly StockPosition[])[] = [];
  let known: StockPositionsByKey = new Map();
  return (
    answers: readonly Pick<UseQueryResult<{ rows: StockPosition[] }>, 'data'>[],
  ): StockPositionsByKey => {
    const parts = answers.flatMap(({ data }) => (data ? [data.rows] : []));
    if (parts.length !== last.length || parts.some((rows, n) => rows !== last[n])) {
      last = parts;
      known = stockPositionsByKey(parts.flat());
    }
    return known;
  };
}
