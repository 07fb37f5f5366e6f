import type { QueryClient } from '@tanstack/react-query';
import { followAnnouncedOrders } from '#src/collections/orders/announced.ts';
import { announceChange, type PutOrders } from '#src/lib/cache/background.ts';
import { followEvents } from '#src/lib/events/follow-events.ts';
import { detectAnnounced } from '#src/lib/new-orders/detect.ts';
import { tellOfNewOrders } from '#src/lib/new-orders/notification.ts';

interface ServerEventHandlers {
  queryClient: QueryClient;
  /** A note of the browser was clicked. */
  openList(): void;
  /** The event stream stands: what changes from then on is heard. */
  onOpen(): void;
}

/**
 * Hears what changes at the server, and tells of new orders outside the page where the person has allowed it. Fetched
 * beside the rows of the first page, which do not wait for it.
 *
 * @returns stops both
 */
export function watchServerEvents({ queryClient, openList, onOpen }: ServerEventHandlers): () => void {
  const orders = followAnnouncedOrders(queryClient);
  const putOrders: PutOrders = (changes) => {
    detectAnnounced(changes);
    return orders.put(changes);
  };
  const stops = [
    tellOfNewOrders(openList),
    orders.stop,
    followEvents((change) => announceChange(queryClient, change, putOrders), onOpen),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
