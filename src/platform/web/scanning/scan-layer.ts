import { createContext, type RefObject } from 'react';

/** The dialog around a component; null on the page itself. Scans go to the layer on top. */
export const ScanLayer = createContext<RefObject<HTMLElement | null> | null>(null);

/** Returns the topmost dialog of the page, or null. The camera's own dialog scans into the one below it. */
export function findTopDialog(): Element | null {
  const dialogs = document.querySelectorAll(
    '[role="dialog"]:not([data-state="closed"]):not([data-scan-source])',
  );
  return Array.from(dialogs).at(-1) ?? null;
}
