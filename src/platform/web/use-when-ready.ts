import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Defers work that is requested before its data is loaded, and runs it once.
 *
 * @returns requests the work
 */
export function useWhenReady(isReady: boolean, work: () => void): () => void {
  const [requested, setRequested] = useState(0);
  const doneUpTo = useRef(0);
  const runWhenReady = useEffectEvent(() => {
    doneUpTo.current = requested;
    work();
  });
  useEffect(() => {
    if (requested > doneUpTo.current && isReady) runWhenReady();
  }, [requested, isReady]);
  return () => setRequested((before) => before + 1);
}
