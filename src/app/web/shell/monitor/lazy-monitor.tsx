import { useEffect, useState } from 'react';
import { monitorStore } from './monitor-state.ts';
import { useIsCollapsed } from '#platform/web/layout/sidebar-state.ts';
import { lazyModule, useBackgroundModule } from '#platform/web/lazy-module.ts';
import { useStore } from '#platform/web/store.ts';

const monitor = lazyModule(() => import('./performance-monitor.tsx'));

/** Delay in ms that lets the page's own code load first. */
const delayMs = 1500;

/**
 * Loads the performance monitor after the page. If it is placed below the page, its space is reserved from
 * the start.
 */
export function LazyMonitor() {
  const [shouldLoad, setShouldLoad] = useState(false);
  const loaded = useBackgroundModule(shouldLoad, monitor);
  const isCollapsed = useIsCollapsed();
  const { isOpen, position } = useStore(monitorStore);
  useEffect(() => {
    const timer = setTimeout(() => setShouldLoad(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  if (loaded !== null) return <loaded.PerformanceMonitor />;
  if (position !== null) return null;
  return (
    <div
      className={`border-t print:hidden ${isCollapsed ? 'md:min-h-[97px]!' : 'md:hidden'} ${isOpen ? 'min-h-[149px] touch:min-h-[187px]' : 'min-h-[41px] touch:min-h-[61px]'}`}
    />
  );
}
