import { createStore, useStore } from '#platform/web/store.ts';
import type { OutboxEntry } from './entry.ts';

/** The current user's queue as published to this tab. */
export const outboxStore = createStore<readonly OutboxEntry[]>([]);

/** Returns the current user's queue, oldest first. */
export function useOutbox(): readonly OutboxEntry[] {
  return useStore(outboxStore);
}

/** Returns the unsent actions on one document (`orders/<id>`). */
export function usePendingOn(documentKey: string): OutboxEntry[] {
  return useOutbox().filter((entry) => entry.documentKey === documentKey && entry.state !== 'sent');
}
