/**
 * What this device keeps between visits. Storage may be blocked by the browser's settings or full: reading then
 * finds nothing, and what is kept lasts as long as the tab's own memory of it.
 */

/** The value kept under this key, or null. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

let tell: ((key: string) => void) | undefined;

/** Calls the one listener with the key of everything that this tab keeps or removes, after it has. */
export function onItemWritten(listener: (key: string) => void): void {
  tell = listener;
}

/** Keeps a value; null removes it. */
export function writeItem(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // See above.
  }
  tell?.(key);
}
