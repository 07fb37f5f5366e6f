import { ConnectionLostError } from '#platform/server/db/failures.ts';
import type { Channel } from '#platform/server/db/types.ts';
import type {
  AppEvent,
  EventBus,
  EventListener,
  ResumeFrom,
  Log,
  MissedEvents,
  PublishedEvent,
} from './services.ts';

/** Below PostgreSQL's size limit for notifications, in bytes. */
const maxPayloadBytes = 7000;
/** Sent instead of a change that is too long; receivers must assume that anything may have changed. */
const unspecifiedChange = '';

/** Number of changes buffered for streams that start or resume. */
const maxBufferedEvents = 2000;

/**
 * Creates the buffer of recent changes, in the order in which every process receives them. It has no gaps: it
 * is cleared whenever a change may have been missed.
 */
function createBuffer() {
  let recentEvents: (PublishedEvent & { atMs: number })[] = [];
  /** Start of the buffer, which contains every later event. */
  let start = { position: '', atMs: 0 };
  const buffer = {
    /** Empties the buffer, which from now on contains all events. */
    begin() {
      recentEvents = [];
      start = { position: crypto.randomUUID(), atMs: performance.now() };
    },
    add(event: PublishedEvent) {
      recentEvents.push({ ...event, atMs: performance.now() });
      if (recentEvents.length <= maxBufferedEvents) return;
      // Drops half at a time, to avoid copying with every event.
      const dropped = recentEvents.splice(0, maxBufferedEvents / 2);
      start = dropped.at(-1) ?? start;
    },
    lastPosition: () => (recentEvents.at(-1) ?? start).position,
    findEventsSince(from: ResumeFrom): MissedEvents | null {
      const all = [start, ...recentEvents];
      const isAtOrBefore = (event: { position: string; atMs: number }) =>
        'position' in from ? event.position === from.position : event.atMs < performance.now() - from.agoMs;
      const index = all.findLastIndex(isAtOrBefore);
      if (index !== -1)
        return {
          position: all[index]?.position ?? start.position,
          events: recentEvents.slice(index),
          coveredMs: null,
        };
      if ('position' in from) return null;
      return {
        position: start.position,
        events: [...recentEvents],
        coveredMs: performance.now() - start.atMs,
      };
    },
  };
  buffer.begin();
  return buffer;
}

/** Creates the event bus of this process, or, with a channel, of all processes that share the database. */
export function createEventBus(channel: Channel | undefined, log: Pick<Log, 'warn'>): EventBus {
  const listeners = new Set<EventListener>();
  const endListeners = new Set<() => void>();
  const buffer = createBuffer();
  const deliver = (published: PublishedEvent) => {
    buffer.add(published);
    for (const listener of listeners) listener(published);
  };
  const addPosition = (event: AppEvent): PublishedEvent => ({ event, position: crypto.randomUUID() });
  const endStreams = () => {
    buffer.begin();
    for (const listener of endListeners) listener();
  };
  let listening: Promise<void> | null = null;
  let isStopped = false;

  async function listen(to: Channel): Promise<void> {
    try {
      await to.listen({
        onMessage: (payload) =>
          payload === unspecifiedChange ? endStreams() : deliver(JSON.parse(payload) as PublishedEvent),
        onLost(cause) {
          listening = null;
          log.warn({ error: String(cause) }, 'notification channel lost; closing event streams');
          endStreams();
        },
      });
      buffer.begin();
    } catch (error) {
      listening = null;
      throw new ConnectionLostError(error);
    }
  }

  return {
    async waitUntilReady() {
      if (isStopped) throw new ConnectionLostError(new Error('The server is shutting down.'));
      if (channel) await (listening ??= listen(channel));
    },
    async announce(tx, events) {
      if (!channel || events.length === 0) return;
      const payloads = events.map((event) => JSON.stringify(addPosition(event)));
      const isTooLong = (payload: string) => new TextEncoder().encode(payload).length > maxPayloadBytes;
      await channel.notify(
        tx,
        payloads.map((payload) => (isTooLong(payload) ? unspecifiedChange : payload)),
      );
    },
    publish(events) {
      if (!channel) for (const event of events) deliver(addPosition(event));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lastPosition: buffer.lastPosition,
    findEventsSince: buffer.findEventsSince,
    onEnd(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
    stop() {
      isStopped = true;
      endStreams();
    },
  };
}
