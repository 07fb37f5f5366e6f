import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Actor } from '#core/permissions.ts';
import { menuLinks, visibleMenu } from '#platform/web/layout/menu.ts';
import { prefetch } from '#platform/web/prefetch.ts';

/** Delay in ms that lets the opened page load its data and follow-up code first. */
const quietMs = 6000;

/** Prefetches the code of the user's menu pages, in the order of the menu. */
export function useMenuPrefetch(user: Actor): void {
  const router = useRouter();
  useEffect(() => {
    let cancels: (() => void)[] = [];
    const timer = setTimeout(() => {
      cancels = menuLinks(visibleMenu(user)).map(({ to }) =>
        prefetch(() => router.loadRouteChunk(router.routesByPath[to]) ?? Promise.resolve()),
      );
    }, quietMs);
    return () => {
      clearTimeout(timer);
      for (const cancel of cancels) cancel();
    };
  }, [router, user]);
}
