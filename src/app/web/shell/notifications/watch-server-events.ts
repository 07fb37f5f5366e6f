import type { QueryClient } from '@tanstack/react-query';
import { followAnnouncedOrders } from '#modules/orders/web/queries/announced-orders.ts';
import { handleAnnouncedChange, type WriteAnnouncedOrders } from '#platform/web/cache/background.ts';
import { followEvents } from '#platform/web/events/follow-events.ts';
import { detectAnnouncedOrders } from '#modules/orders/web/new-orders/detect.ts';
import { notifyNewOrders } from '#modules/orders/web/new-orders/notification.ts';

interface ServerEventHandlers {
  queryClient: QueryClient;
  /** Called when a browser notification is clicked. */
  openList(): void;
  /** Called when the event stream is connected; all later changes are received. */
  onOpen(): void;
}

/**
 * Subscribes to the server's events, and shows browser notifications for new orders if permitted. Loaded in
 * parallel with the first page's data.
 *
 * @returns a function that stops both
 */
export function watchServerEvents({ queryClient, openList, onOpen }: ServerEventHandlers): () => void {
  const orders = followAnnouncedOrders(queryClient);
  const writeOrders: WriteAnnouncedOrders = (changes) => {
    detectAnnouncedOrders(changes);
    return orders.put(changes);
  };
  const cleanups = [
    notifyNewOrders(openList),
    orders.stop,
    followEvents((change) => handleAnnouncedChange(queryClient, change, writeOrders), onOpen),
  ];
  return () => {
    for (const cleanUp of cleanups) cleanUp();
  };
}
