import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CacheStats, readCacheStats } from './stats.ts';

/** SPEC section 9: the performance monitor refreshes once a second. */
const refreshMs = 1000;
/** Refresh interval until every entry is measured. */
const measuringRefreshMs = 100;

/** Returns live statistics of the cache. Use it only in visible components. */
export function useCacheStats(): CacheStats {
  const queryClient = useQueryClient();
  const [stats, setStats] = useState(() => readCacheStats(queryClient));
  const { isComplete } = stats;
  useEffect(() => {
    const refresh = () => setStats((previous) => reuseIfEqual(previous, readCacheStats(queryClient)));
    const timer = setInterval(refresh, refreshMs);
    const measuringTimer = isComplete ? undefined : setTimeout(refresh, measuringRefreshMs);
    return () => {
      clearInterval(timer);
      clearTimeout(measuringTimer);
    };
  }, [queryClient, isComplete]);
  return stats;
}

/** Returns the previous object when nothing changed, to avoid a re-render. */
function reuseIfEqual(previous: CacheStats, next: CacheStats): CacheStats {
  const isSame =
    previous.entries === next.entries &&
    previous.bytes === next.bytes &&
    previous.isComplete === next.isComplete &&
    previous.mostRead?.key === next.mostRead?.key &&
    previous.mostRead?.accessCount === next.mostRead?.accessCount;
  return isSame ? previous : next;
}
