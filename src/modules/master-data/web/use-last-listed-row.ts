import { useState } from 'react';

/**
 * Returns the row from the list next to it. If the row has left the list, for example because someone
 * archived it, returns its last known state until the row itself is loaded.
 */
export function useLastListedRow<Row>(listedRow: Row | undefined): Row | undefined {
  const [lastListed, setLastListed] = useState(listedRow);
  if (listedRow !== undefined && listedRow !== lastListed) setLastListed(listedRow);
  return listedRow ?? lastListed;
}
