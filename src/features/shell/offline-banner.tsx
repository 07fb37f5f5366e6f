import { ChevronDown, CloudOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useConnection } from '#src/lib/api/connection.ts';
import { formatAge } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { desktopQuery, useMedia } from '#src/lib/use-media.ts';
import { layoutMessages } from '#src/components/layout/messages.ts';

/**
 * Says that the server does not answer, what still works, and how much is waiting. It stays in sight below the top bar
 * wherever the page is scrolled to; on a phone what still works is folded away. Never in the way.
 */
export function OfflineBanner({ waiting }: { waiting: number }) {
  const t = useMessages(layoutMessages);
  const { isAlive, lastHeardAt } = useConnection();
  const isDesktop = useMedia(desktopQuery);
  const box = useRef<HTMLDivElement>(null);
  useBarsBlock(box, !isAlive);
  return (
    <div ref={box} role="status" className="sticky top-14 z-25 bg-background print:hidden">
      {isAlive ? null : (
        <details open={isDesktop} className="pill-status-amber px-4 py-2 text-sm">
          <summary className="flex cursor-pointer flex-wrap items-center gap-x-2 touch:min-h-7">
            <CloudOff className="size-4 shrink-0" aria-hidden="true" />
            <strong className="font-medium">{t.offline.title}</strong>
            {waiting > 0 ? <span>{t.offline.queued(waiting)}</span> : null}
            {lastHeardAt ? <span>{t.offline.lastHeard(formatAge(lastHeardAt))}</span> : null}
            <ChevronDown className="ms-auto size-4 md:hidden" aria-hidden="true" />
          </summary>
          <p className="ps-6">{t.offline.text}</p>
        </details>
      )}
    </div>
  );
}

/** Tells what sticks below the bars how high they are now (`--bars-block` of the tokens). */
function useBarsBlock(box: React.RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const element = box.current;
    if (!isShown || element === null) return undefined;
    const observer = new ResizeObserver(() =>
      style.setProperty('--bars-block', `calc(3.5rem + ${element.offsetHeight}px)`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--bars-block');
    };
  }, [box, isShown]);
}
