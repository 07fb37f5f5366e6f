import { useState } from 'react';

/**
 * Returns the row from the list next to it, or the last known one if it has left the list, for example when
 * someone archived it, until the row itself is loaded.
 */
export function useLastListedRow<Row>(inList: Row | undefined): Row | undefined {
  const [lastListed, setLastListed] = useState(inList);
  if (inList !== undefined && inList !== lastListed) setLastListed(inList);
  return inList ?? lastListed;
}
