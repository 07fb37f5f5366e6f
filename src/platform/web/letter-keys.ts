import { readStoredItem, writeStoredItem } from './device-storage.ts';
import { createStore, useStore } from './store.ts';

const storageKey = 'commissary.letter-keys';

const enabledStore = createStore(readStoredItem(storageKey) !== 'off');

/**
 * Whether single-key shortcuts are on for this device. Users can turn them off, because voice control and
 * accidental key presses trigger them too.
 */
export function useLetterKeys(): boolean {
  return useStore(enabledStore);
}

/** Non-hook variant of `useLetterKeys`. */
export function areLetterKeysOn(): boolean {
  return enabledStore.get();
}

/** Switches all single-key shortcuts on or off on this device. Keys with Ctrl or Cmd are unaffected. */
export function setLetterKeys(isOn: boolean): void {
  writeStoredItem(storageKey, isOn ? null : 'off');
  enabledStore.set(isOn);
}

/** Whether a key press belongs to a field or an open panel, and not to the page. */
export function isForField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}
