/**
 * Local storage of this device. It may be blocked or full: reads then return null, and values last only as
 * long as the tab.
 */

/** Returns the value stored under a key, or null. */
export function readStoredItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

let onWrite: ((key: string) => void) | undefined;

/** Sets the single listener that is called with the key after this tab writes or removes a value. */
export function onItemWritten(listener: (key: string) => void): void {
  onWrite = listener;
}

/** Stores a value; null removes it. */
export function writeStoredItem(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage may be blocked or full.
  }
  onWrite?.(key);
}
