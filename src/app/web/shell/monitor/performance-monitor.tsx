import { useQueryClient } from '@tanstack/react-query';
import { GripVertical, Minus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { clearCache } from '#platform/web/cache/clearing.ts';
import { formatQueryKey } from '#platform/web/cache/stats.ts';
import { useCacheStats } from '#platform/web/cache/use-stats.ts';
import { cn } from '#platform/web/cn.ts';
import { formatCount, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useStore } from '#platform/web/store.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';
import { monitorMessages } from './messages.ts';
import { monitorStore, setMonitor } from './monitor-state.ts';
import { useIsCollapsed } from '#platform/web/layout/sidebar-state.ts';
import { useMonitorPosition } from './use-monitor-position.ts';

/**
 * The performance monitor of SPEC section 1: number of cache entries, their size, the most accessed key, and
 * `Clear Cache`. It floats over the reserved space at the bottom of the sidebar. On a phone, or if the sidebar
 * is collapsed, it is placed below the page. The user can move it anywhere.
 */
export function PerformanceMonitor() {
  const t = useMessages(monitorMessages);
  const { isOpen } = useStore(monitorStore);
  const monitorRef = useRef<HTMLElement>(null);
  const { position, ...gripProps } = useMonitorPosition(monitorRef);
  const isDesktop = useMedia(desktopQuery);
  const isCollapsed = useIsCollapsed();
  const isDocked = isDesktop && !isCollapsed && position === null;
  const isBelowPage = position === null && !isDocked;
  const wasToggled = useRef(false);
  useReservedBlock(monitorRef, isDocked);
  useEffect(() => {
    if (wasToggled.current) monitorRef.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    wasToggled.current = false;
  }, [isOpen]);

  const toggle = () => {
    wasToggled.current = true;
    setMonitor({ isOpen: !isOpen });
  };

  return (
    <section
      ref={monitorRef}
      aria-label={t.title}
      style={position ? { insetInlineStart: position.start, top: position.top } : undefined}
      className={cn(
        'z-30 text-xs print:hidden',
        isOpen && 'bg-popover text-popover-foreground',
        isOpen && !isBelowPage && 'w-60 rounded-lg border shadow-float',
        position && 'fixed',
        isDocked && 'fixed start-2 bottom-2',
        isBelowPage && 'border-t px-3 py-2 md:px-6',
      )}
    >
      {isOpen ? (
        <>
          <div className="flex items-center gap-1 p-1">
            <Button
              variant="ghost"
              size="icon"
              className="size-7 touch-none cursor-move"
              aria-label={t.move}
              title={t.move}
              {...gripProps}
            >
              <GripVertical aria-hidden="true" />
            </Button>
            <p className="min-w-0 flex-1 truncate font-medium">{t.title}</p>
            <Button
              variant="ghost"
              size="icon"
              className="size-7"
              aria-label={t.collapse}
              aria-expanded
              onClick={toggle}
            >
              <Minus aria-hidden="true" />
            </Button>
          </div>
          <CacheStats isBelowPage={isBelowPage} />
        </>
      ) : (
        <button
          type="button"
          className="grid size-6 place-items-center rounded-full touch:size-11"
          aria-label={t.expand}
          title={t.expand}
          aria-expanded={false}
          onClick={toggle}
        >
          <span className="size-2.5 rounded-full bg-primary" />
        </button>
      )}
    </section>
  );
}

function CacheStats({ isBelowPage }: { isBelowPage: boolean }) {
  const t = useMessages(monitorMessages);
  const queryClient = useQueryClient();
  const { entries, bytes, mostRead } = useCacheStats();
  const [isCleared, setCleared] = useState(false);
  const size = t.kilobytes(formatQuantity(Math.round(bytes / 102.4) / 10));
  const key = mostRead ? formatQueryKey(mostRead.key) : t.none;
  const row = 'flex items-baseline justify-between gap-3';
  const label = 'shrink-0 text-muted-foreground';

  return (
    <div
      className={cn('flex flex-col gap-1 px-3 pb-2', isBelowPage && 'md:flex-row md:items-center md:gap-6')}
    >
      <dl
        className={cn('flex w-full min-w-0 flex-col gap-1', isBelowPage && 'md:flex-1 md:flex-row md:gap-6')}
      >
        <div className={row}>
          <dt className={label}>{t.entries}</dt>
          <dd>{formatCount(entries)}</dd>
        </div>
        <div className={row}>
          <dt className={label}>{t.size}</dt>
          <dd className="min-w-24 text-end">{size}</dd>
        </div>
        <div className={cn(row, 'min-w-0')}>
          <dt className={label}>{t.mostRead}</dt>
          <dd
            dir="ltr"
            className="min-w-0 truncate"
            title={mostRead ? `${key}, ${t.accesses(mostRead.accessCount)}` : undefined}
          >
            {key}
          </dd>
        </div>
      </dl>
      <Button
        size="sm"
        className={cn('h-7 w-full text-xs', isBelowPage && 'md:w-auto')}
        onClick={() => {
          void clearCache(queryClient, 'everything');
          setCleared(true);
        }}
        onBlur={() => setCleared(false)}
      >
        {t.clear}
      </Button>
      <span role="status" className="sr-only">
        {isCleared ? t.cleared : ''}
      </span>
    </div>
  );
}

/** Reserves space at the bottom of the sidebar while the monitor is docked there. */
function useReservedBlock(monitorRef: React.RefObject<HTMLElement | null>, isDocked: boolean): void {
  useEffect(() => {
    const { style } = document.documentElement;
    if (!isDocked || !monitorRef.current) return;
    const element = monitorRef.current;
    const observer = new ResizeObserver(() =>
      style.setProperty('--monitor-block', `${element.offsetHeight + 16}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--monitor-block');
    };
  }, [monitorRef, isDocked]);
}
