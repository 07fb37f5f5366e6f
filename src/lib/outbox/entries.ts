import { createStore, useStore } from '../store.ts';
import type { OutboxEntry } from './entry.ts';

/** The current user's queue, as this tab knows it. */
export const outboxStore = createStore<readonly OutboxEntry[]>([]);

/** The signed-in person's queue, oldest first. */
export function useOutbox(): readonly OutboxEntry[] {
  return useStore(outboxStore);
}

/** Returns the unsent actions on one document (`orders/<id>`). */
export function usePendingOn(documentKey: string): OutboxEntry[] {
  return useOutbox().filter((entry) => entry.documentKey === documentKey && entry.state !== 'sent');
}
