import { useEffect, useState } from 'react';
import { part, usePartWhen } from '#src/lib/part.ts';

const monitor = part(() => import('#src/components/layout/performance-monitor.tsx'));

/** The page that somebody came for is there first. */
const afterMs = 1500;

/** The performance monitor, a moment after the page. */
export function LateMonitor() {
  const [isDue, setDue] = useState(false);
  const loaded = usePartWhen(isDue, monitor);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  return loaded === null ? null : <loaded.PerformanceMonitor />;
}
