import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CacheStats, readCacheStats } from './stats.ts';

/** SPEC section 9: the performance monitor looks once a second. */
const refreshMs = 1000;
/** Until everything is weighed, which takes a moment after the first look. */
const soonMs = 100;

/** The cache in figures, kept up to date. A component that nobody can see should not use it. */
export function useCacheStats(): CacheStats {
  const queryClient = useQueryClient();
  const [figures, setFigures] = useState(() => readCacheStats(queryClient));
  const { isComplete } = figures;
  useEffect(() => {
    const look = () => setFigures((before) => keepEqual(before, readCacheStats(queryClient)));
    const timer = setInterval(look, refreshMs);
    const soon = isComplete ? undefined : setTimeout(look, soonMs);
    return () => {
      clearInterval(timer);
      clearTimeout(soon);
    };
  }, [queryClient, isComplete]);
  return figures;
}

/** Figures that have not changed draw nothing anew. */
function keepEqual(before: CacheStats, now: CacheStats): CacheStats {
  const isSame =
    before.entries === now.entries &&
    before.bytes === now.bytes &&
    before.isComplete === now.isComplete &&
    before.mostRead?.key === now.mostRead?.key &&
    before.mostRead?.accessCount === now.mostRead?.accessCount;
  return isSame ? before : now;
}
