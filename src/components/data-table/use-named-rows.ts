import { useEffect, useState } from 'react';
import type { ListQuery } from './data-list.tsx';

/** After that rows are shown with what is known of the names. */
const longestMs = 1500;

/**
 * A list's query whose first rows wait for the names that stand in them: columns are as wide as what they hold, and would
 * move when the names come. Rows that have been shown are never taken away.
 *
 * @param isNaming some of the names are still on their way
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
