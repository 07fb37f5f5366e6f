import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Defers work that is requested before its data is loaded, and runs it once.
 *
 * @returns requests the work
 */
export function useWhenReady(isReady: boolean, work: () => void): () => void {
  const [asked, setAsked] = useState(0);
  const doneUpTo = useRef(0);
  const go = useEffectEvent(() => {
    doneUpTo.current = asked;
    work();
  });
  useEffect(() => {
    if (asked > doneUpTo.current && isReady) go();
  }, [asked, isReady]);
  return () => setAsked((before) => before + 1);
}
