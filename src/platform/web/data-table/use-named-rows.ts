import { useEffect, useState } from 'react';
import type { ListQuery } from './data-list.tsx';

/** After this time rows are shown with the names known so far. */
const longestMs = 1500;

/**
 * Delays the first rows of a list until their names are loaded, because columns are as wide as their content
 * and would move. Rows already shown are never removed.
 *
 * @param isNaming some names are still loading
 */
export function useNamedRows<Row>(query: ListQuery<Row>, isNaming: boolean): ListQuery<Row> {
  const isThere = query.data !== undefined;
  const [isShown, setShown] = useState(isThere && !isNaming);
  const isHeld = isNaming && !isShown;
  if (isThere && !isHeld && !isShown) setShown(true);
  useEffect(() => {
    if (!isHeld || !isThere) return undefined;
    const timer = setTimeout(() => setShown(true), longestMs);
    return () => clearTimeout(timer);
  }, [isHeld, isThere]);
  return isHeld ? { ...query, data: undefined } : query;
}
