import { useEffect, useState } from 'react';
import type { ListQuery } from './data-list.tsx';

/** After this time rows are shown with the names loaded so far. */
const maxWaitMs = 1500;

/**
 * Delays the first rows of a list until their names are loaded, because columns are as wide as their content
 * and would move. Rows already shown are never removed.
 *
 * @param areNamesLoading whether some names are still loading
 */
export function useNamedRows<Row>(query: ListQuery<Row>, areNamesLoading: boolean): ListQuery<Row> {
  const hasRows = query.data !== undefined;
  const [isShown, setShown] = useState(hasRows && !areNamesLoading);
  const isDelayed = areNamesLoading && !isShown;
  if (hasRows && !isDelayed && !isShown) setShown(true);
  useEffect(() => {
    if (!isDelayed || !hasRows) return undefined;
    const timer = setTimeout(() => setShown(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, [isDelayed, hasRows]);
  return isDelayed ? { ...query, data: undefined } : query;
}
