import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Defers work that is requested before its data is loaded, and runs it once.
 *
 * @returns a function that requests the work
 */
export function useWhenReady(isReady: boolean, work: () => void): () => void {
  const [requestCount, setRequestCount] = useState(0);
  const completedCount = useRef(0);
  const runWhenReady = useEffectEvent(() => {
    completedCount.current = requestCount;
    work();
  });
  useEffect(() => {
    if (requestCount > completedCount.current && isReady) runWhenReady();
  }, [requestCount, isReady]);
  return () => setRequestCount((count) => count + 1);
}
