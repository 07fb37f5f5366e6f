import { keep, recall } from '#src/lib/device-storage.ts';
import { createStore } from '#src/lib/store.ts';
import type { Box } from './free-place.ts';

/** Where the monitor floats, in pixels from the start of the line and the top of the window. */
export interface Place {
  start: number;
  top: number;
}

interface MonitorState {
  isOpen: boolean;
  /** Null: in its dock, which the page leaves free for it. */
  place: Place | null;
}

const storageKey = 'commissary.monitor';

/** How the monitor stands on this device: open at first. */
export const monitorStore = createStore<MonitorState>(readStored());

export function setMonitor(change: Partial<MonitorState>): void {
  const next = { ...monitorStore.get(), ...change };
  keep(storageKey, JSON.stringify(next));
  monitorStore.set(next);
}

function readStored(): MonitorState {
  try {
    const stored = JSON.parse(recall(storageKey) ?? '{}') as Record<string, unknown>;
    return { isOpen: stored['isOpen'] !== false, place: readPlace(stored['place']) };
  } catch {
    return { isOpen: true, place: null };
  }
}

function readPlace(stored: unknown): Place | null {
  if (typeof stored !== 'object' || stored === null || !('start' in stored) || !('top' in stored))
    return null;
  const { start, top } = stored;
  return Number.isFinite(start) && Number.isFinite(top) ? { start: Number(start), top: Number(top) } : null;
}

const margin = 8;

/** The part of the window the monitor may float in. */
export function roomToFloat(): Box {
  return {
    left: margin,
    top: margin,
    width: document.documentElement.clientWidth - 2 * margin,
    height: window.innerHeight - 2 * margin,
  };
}

/** Between a place and the left edge that goes with it, either way; the language decides on which side a line starts. */
export function mirrored(startOrLeft: number, width: number): number {
  const isRtl = document.documentElement.dir === 'rtl';
  return isRtl ? document.documentElement.clientWidth - startOrLeft - width : startOrLeft;
}

/** What can be pressed or typed into, and what has just been said. */
const actions =
  'a[href], button, input, select, textarea, summary, label, [role="button"], [role="tab"], [contenteditable], [data-sonner-toast]';

/** Everything on screen that the monitor must not lie over. */
export function actionsOnScreen(monitor: Element): Box[] {
  const boxes: Box[] = [];
  for (const element of document.querySelectorAll(actions)) {
    if (monitor.contains(element)) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const isInWindow =
      top < window.innerHeight && top + height > 0 && left < window.innerWidth && left + width > 0;
    if (width > 1 && height > 1 && isInWindow) boxes.push({ left, top, width, height });
  }
  return boxes;
}
