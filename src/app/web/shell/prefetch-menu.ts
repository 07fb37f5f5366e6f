import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Actor } from '#core/permissions.ts';
import { menuLinks, type RoutePath, visibleMenu } from '#platform/web/layout/menu.ts';
import { connectionStore } from '#platform/web/api/connection.ts';
import { whenIdle } from '#platform/web/user-activity.ts';

/** Delay in ms that lets the opened page load its data and follow-up code first. */
const quietMs = 6000;

/**
 * The browser's network information; Safari and Firefox don't provide it, so the connection is assumed to be
 * fast.
 */
interface NetworkInfo {
  saveData?: boolean;
  effectiveType?: string;
}

/** Returns whether prefetching is acceptable: no data saver and no slow connection. */
export function canPrefetch(network: NetworkInfo | undefined): boolean {
  return network?.saveData !== true && !/2g|3g/.test(network?.effectiveType ?? '');
}

/**
 * Prefetches the code of the pages in the user's menu one by one while the browser is idle, so that they work
 * offline. A page that fails is fetched when it is opened.
 */
export function useMenuPrefetch(user: Actor): void {
  const router = useRouter();
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return undefined;
    const network = 'connection' in navigator ? (navigator.connection as NetworkInfo) : undefined;
    if (!canPrefetch(network)) return undefined;
    const remaining: RoutePath[] = menuLinks(visibleMenu(user)).map(({ to }) => to);
    let stop = () => undefined as void;
    const prefetchNext = () => {
      const to = remaining.shift();
      if (to === undefined || !connectionStore.get().isAlive) return;
      const scheduleNext = () => {
        stop = whenIdle(prefetchNext);
      };
      Promise.resolve(router.loadRouteChunk(router.routesByPath[to])).then(scheduleNext, () => undefined);
    };
    const timer = setTimeout(() => {
      stop = whenIdle(prefetchNext);
    }, quietMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [router, user]);
}
