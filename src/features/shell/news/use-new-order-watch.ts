import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { mayRead } from '#domain/permissions.ts';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import { orderListOf } from '#src/components/layout/order-places.ts';
import { listenToCaches } from '#src/lib/cache/observer.ts';
import { lazyModule, onceLoaded } from '#src/lib/lazy-module.ts';
import { detectNewOrders } from '#src/lib/new-orders/detect.ts';
import { followCounting } from '#src/lib/new-orders/new-orders.ts';
import { currentUser, useUser } from '#src/lib/session/session.ts';

/** How long the baseline waits for the event stream, so that nothing falls between the two. */
const patienceMs = 1000;

/** Nobody waits for it before the rows; one that could not be fetched comes with the connection. */
const news = lazyModule(() => import('./watch-server-events.ts'));

/** Watches for new orders on whatever page: counts them, and tells the browser where that is allowed. */
export function useNewOrderWatch(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const user = useUser();
  const isReader = mayRead(user, 'orders');
  const isQuiet = useIsQuiet(queryClient);
  const [isListening, setListening] = useState(false);
  // The page on screen may show part of the orders, or none: new ones are found in the first page of all.
  useQuery({ ...ordersQuery(), enabled: isReader && isQuiet && isListening, notifyOnChangeProps: [] });

  useEffect(() => {
    const openList = () => {
      const reader = currentUser();
      const list = reader && orderListOf(reader);
      if (list) void router.navigate({ to: list });
    };
    const stops = [
      followCounting(),
      listenToCaches(queryClient, detectNewOrders),
      onceLoaded(news, ({ watchServerEvents }) =>
        watchServerEvents({ queryClient, openList, onOpen: () => setListening(true) }),
      ),
    ];
    news.load();
    const timer = setTimeout(() => setListening(true), patienceMs);
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queryClient, router]);
}

/** The page on screen comes first: true once nothing is being loaded. */
function useIsQuiet(queryClient: QueryClient): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    let stop: () => void = () => undefined;
    const look = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      setQuiet(true);
    };
    // An event may come while React draws.
    stop = queryClient.getQueryCache().subscribe(() => queueMicrotask(look));
    queueMicrotask(look);
    return () => stop();
  }, [queryClient]);
  return isQuiet;
}
