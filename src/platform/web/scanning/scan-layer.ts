import { createContext, type RefObject } from 'react';

/** The dialog around a component; null on the page itself. Scans go to the layer on top. */
export const ScanLayer = createContext<RefObject<HTMLElement | null> | null>(null);

/** Returns the topmost dialog of the page, or null. */
export function topDialog(): Element | null {
  return Array.from(document.querySelectorAll('[role="dialog"]:not([data-state="closed"])')).at(-1) ?? null;
}
