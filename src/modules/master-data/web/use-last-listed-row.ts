import { useState } from 'react';

/**
 * Returns the row from the list next to it. If the row has left the list, for example because someone
 * archived it, returns its last known state until the row itself is loaded.
 */
export function useLastListedRow<Row>(inList: Row | undefined): Row | undefined {
  const [lastListed, setLastListed] = useState(inList);
  if (inList !== undefined && inList !== lastListed) setLastListed(inList);
  return inList ?? lastListed;
}
