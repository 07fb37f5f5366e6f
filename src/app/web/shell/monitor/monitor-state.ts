import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { createStore } from '#platform/web/store.ts';

/** Position of the floating monitor, in px from the inline start and the top of the window. */
export interface MonitorPosition {
  start: number;
  top: number;
}

interface MonitorState {
  isOpen: boolean;
  /** Null while docked in the space that the page reserves. */
  position: MonitorPosition | null;
}

const storageKey = 'commissary.monitor';

/** State of the monitor on this device; open by default. */
export const monitorStore = createStore<MonitorState>(readStored());

export function setMonitor(change: Partial<MonitorState>): void {
  const next = { ...monitorStore.get(), ...change };
  writeStoredItem(storageKey, JSON.stringify(next));
  monitorStore.set(next);
}

function readStored(): MonitorState {
  try {
    const stored = JSON.parse(readStoredItem(storageKey) ?? '{}') as Record<string, unknown>;
    // Earlier versions stored the position as `place`.
    return {
      isOpen: stored['isOpen'] !== false,
      position: parsePosition(stored['position'] ?? stored['place']),
    };
  } catch {
    return { isOpen: true, position: null };
  }
}

function parsePosition(stored: unknown): MonitorPosition | null {
  if (typeof stored !== 'object' || stored === null || !('start' in stored) || !('top' in stored))
    return null;
  const { start, top } = stored;
  return Number.isFinite(start) && Number.isFinite(top) ? { start: Number(start), top: Number(top) } : null;
}
