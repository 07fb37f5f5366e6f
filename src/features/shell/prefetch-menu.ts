import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Actor } from '#domain/permissions.ts';
import { menuLinks, type RoutePath, visibleMenu } from '#src/components/layout/menu.ts';
import { connectionStore } from '#src/lib/api/connection.ts';
import { whenIdle } from '#src/lib/user-activity.ts';

/** Long enough for the page that was opened to have its data, and for what opens on it to have been fetched. */
const quietMs = 6000;

/** What browsers tell of the line; Safari and Firefox tell nothing, which counts as good. */
interface NetworkInfo {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether fetching what nobody has asked for costs nothing that matters: no data saver, no slow line. */
export function canPrefetch(line: NetworkInfo | undefined): boolean {
  return line?.saveData !== true && !/2g|3g/.test(line?.effectiveType ?? '');
}

/**
 * Fetches the code of the pages of somebody's menu, one after the other while the person is idle and the browser has nothing
 * else to do, so that the pages of the day are there before the network goes. What fails is fetched when it is opened.
 */
export function useMenuPrefetch(user: Actor): void {
  const router = useRouter();
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return undefined;
    const line = 'connection' in navigator ? (navigator.connection as NetworkInfo) : undefined;
    if (!canPrefetch(line)) return undefined;
    const left: RoutePath[] = menuLinks(visibleMenu(user)).map(({ to }) => to);
    let stop = () => undefined as void;
    const next = () => {
      const to = left.shift();
      if (to === undefined || !connectionStore.get().isAlive) return;
      const later = () => {
        stop = whenIdle(next);
      };
      Promise.resolve(router.loadRouteChunk(router.routesByPath[to])).then(later, () => undefined);
    };
    const timer = setTimeout(() => {
      stop = whenIdle(next);
    }, quietMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [router, user]);
}
