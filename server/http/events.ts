import { ConnectionLostError } from '../db/failures.ts';
import type { Channel } from '../db/types.ts';
import type { AppEvent, EventBus, EventListener, Log } from './services.ts';

/** PostgreSQL takes no longer message, in bytes. */
const maxPayloadBytes = 7000;
/** In place of a change that is too long to be told: it cannot be promised that nothing else has changed. */
const untold = '';

/** A bus for this process, or for all processes on one database when it has a channel. */
export function createEventBus(channel: Channel | undefined, log: Pick<Log, 'warn'>): EventBus {
  const listeners = new Set<EventListener>();
  const endListeners = new Set<() => void>();
  const deliver = (events: readonly AppEvent[]) => {
    for (const event of events) for (const listener of listeners) listener(event);
  };
  const endStreams = () => {
    for (const listener of endListeners) listener();
  };
  let listening: Promise<void> | null = null;
  let isStopped = false;

  async function listen(to: Channel): Promise<void> {
    try {
      await to.listen({
        onMessage: (payload) =>
          payload === untold ? endStreams() : deliver([JSON.parse(payload) as AppEvent]),
        onLost(cause) {
          listening = null;
          log.warn({ error: String(cause) }, 'changes of other processes are not heard: streams end');
          endStreams();
        },
      });
    } catch (error) {
      listening = null;
      throw new ConnectionLostError(error);
    }
  }

  return {
    async ready() {
      if (isStopped) throw new ConnectionLostError(new Error('The server stops.'));
      if (channel) await (listening ??= listen(channel));
    },
    async announce(tx, events) {
      if (!channel || events.length === 0) return;
      const payloads = events.map((event) => JSON.stringify(event));
      const isTooLong = (payload: string) => new TextEncoder().encode(payload).length > maxPayloadBytes;
      await channel.notify(
        tx,
        payloads.map((payload) => (isTooLong(payload) ? untold : payload)),
      );
    },
    publish(events) {
      if (!channel) deliver(events);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
