import { useState } from 'react';

/**
 * The row that the list beside it has; the last one it had where it has left the list: somebody else archived it, say.
 * What is open then stays as it is until the row itself has been read.
 */
export function useLastListedRow<Row>(inList: Row | undefined): Row | undefined {
  const [kept, setKept] = useState(inList);
  if (inList !== undefined && inList !== kept) setKept(inList);
  return inList ?? kept;
}
