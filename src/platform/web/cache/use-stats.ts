import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CacheStats, readCacheStats } from './stats.ts';

/** SPEC section 9: the performance monitor refreshes once a second. */
const refreshMs = 1000;
/** Refresh interval until every entry is measured. */
const soonMs = 100;

/** Returns live statistics of the cache. Use it only in visible components. */
export function useCacheStats(): CacheStats {
  const queryClient = useQueryClient();
  const [figures, setFigures] = useState(() => readCacheStats(queryClient));
  const { isComplete } = figures;
  useEffect(() => {
    const refresh = () => setFigures((before) => keepEqual(before, readCacheStats(queryClient)));
    const timer = setInterval(refresh, refreshMs);
    const soon = isComplete ? undefined : setTimeout(refresh, soonMs);
    return () => {
      clearInterval(timer);
      clearTimeout(soon);
    };
  }, [queryClient, isComplete]);
  return figures;
}

/** Returns the previous object when nothing changed, to avoid a re-render. */
function keepEqual(before: CacheStats, now: CacheStats): CacheStats {
  const isSame =
    before.entries === now.entries &&
    before.bytes === now.bytes &&
    before.isComplete === now.isComplete &&
    before.mostRead?.key === now.mostRead?.key &&
    before.mostRead?.accessCount === now.mostRead?.accessCount;
  return isSame ? before : now;
}
