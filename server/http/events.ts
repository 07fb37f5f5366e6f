import type { Channel } from '../db/types.ts';
import type { AppEvent, Log } from './route.ts';

export type EventListener = (event: AppEvent) => void;

/** Tells every listener of every process what was committed. At most once: a client that missed one reads again. */
export interface EventBus {
  publish(events: readonly AppEvent[]): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: EventListener): () => void;
  /** Calls the listener when the server stops, so that open streams end. Returns the function that forgets it. */
  onStop(listener: () => void): () => void;
  stop(): void;
}

/** PostgreSQL takes no longer message. */
const maxPayload = 7000;

/** A bus for this process, or for all processes on one database when it has a channel. */
export function createEventBus(channel: Channel | undefined, log: Log): EventBus {
  const listeners = new Set<EventListener>();
  const stopListeners = new Set<() => void>();
  const deliver = (events: readonly AppEvent[]) => {
    for (const event of events) for (const listener of listeners) listener(event);
  };
  let isSubscribed = false;
  return {
    publish(events) {
      if (events.length === 0) return;
      if (!channel) return deliver(events);
      for (const event of events) {
        const payload = JSON.stringify(event);
        if (payload.length > maxPayload) continue;
        channel
          .publish(payload)
          .catch((error: unknown) => log.warn({ error: String(error) }, 'event not published'));
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      if (channel && !isSubscribed) {
        isSubscribed = true;
        channel
          .subscribe((payload) => deliver([JSON.parse(payload) as AppEvent]))
          .catch((error: unknown) => {
            isSubscribed = false;
            log.warn({ error: String(error) }, 'no events from other processes');
          });
      }
      return () => listeners.delete(listener);
    },
    onStop(listener) {
      stopListeners.add(listener);
      return () => stopListeners.delete(listener);
    },
    stop() {
      for (const listener of stopListeners) listener();
    },
  };
}
