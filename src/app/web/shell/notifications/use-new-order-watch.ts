import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { canRead } from '#core/permissions.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import { getOrderListPage } from '#platform/web/layout/order-pages.ts';
import { listenToCaches } from '#platform/web/cache/observer.ts';
import { lazyModule, whenLoaded } from '#platform/web/lazy-module.ts';
import { detectNewOrders } from '#modules/orders/web/new-orders/detect.ts';
import { syncNewOrders } from '#modules/orders/web/new-orders/new-orders.ts';
import { getCurrentUser, useUser } from '#platform/web/session/session.ts';

/**
 * Maximum time in ms that loading the baseline waits for the event stream, so that no order is missed between
 * the two.
 */
const maxWaitMs = 1000;

/** Loaded in parallel with the page's data; a failed load is retried when the connection returns. */
const serverEvents = lazyModule(() => import('./watch-server-events.ts'));

/** Watches for new orders on every page: counts them, and shows browser notifications if permitted. */
export function useNewOrderWatch(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const user = useUser();
  const canReadOrders = canRead(user, 'orders');
  const isIdle = useIsIdle(queryClient);
  const [isListening, setListening] = useState(false);
  // The page may show only a subset of orders, so new ones are detected in the first page of the unfiltered
  // list.
  useQuery({ ...ordersQuery(), enabled: canReadOrders && isIdle && isListening, notifyOnChangeProps: [] });

  useEffect(() => {
    const openList = () => {
      const signedInUser = getCurrentUser();
      const list = signedInUser && getOrderListPage(signedInUser);
      if (list) void router.navigate({ to: list });
    };
    const cleanups = [
      syncNewOrders(),
      listenToCaches(queryClient, detectNewOrders),
      whenLoaded(serverEvents, ({ watchServerEvents }) =>
        watchServerEvents({ queryClient, openList, onOpen: () => setListening(true) }),
      ),
    ];
    serverEvents.load();
    const timer = setTimeout(() => setListening(true), maxWaitMs);
    return () => {
      clearTimeout(timer);
      for (const cleanUp of cleanups) cleanUp();
    };
  }, [queryClient, router]);
}

/** Returns true once no request is in progress, because the current page's requests take precedence. */
function useIsIdle(queryClient: QueryClient): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let stop: () => void = () => undefined;
    const check = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      setIdle(true);
    };
    // Events may arrive during a React render.
    stop = queryClient.getQueryCache().subscribe(() => queueMicrotask(check));
    queueMicrotask(check);
    return () => stop();
  }, [queryClient]);
  return isIdle;
}
