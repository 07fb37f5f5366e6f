import { act } from '@testing-library/react';
import { nextKeyTime } from './key-times.ts';

/** Returns the key events, with modifiers, that a scanner sends for a text. */
function toKeyEvents(text: string): KeyboardEventInit[] {
  return text.split('').flatMap((key): KeyboardEventInit[] => {
    if (key === '\u001d')
      return [
        { key: 'Control', ctrlKey: true },
        { key: ']', ctrlKey: true },
      ];
    return /[A-Z\]]/.test(key)
      ? [
          { key: 'Shift', shiftKey: true },
          { key, shiftKey: true },
        ]
      : [{ key }];
  });
}

/**
 * Sends a code's keys and Enter to the focused element, with a scanner's time stamps, so that the result
 * doesn't depend on the machine's speed.
 *
 * @param intervalMs time between two keys
 */
export function scan(code: string, intervalMs = 5): void {
  nextKeyTime(1000);
  act(() => {
    for (const init of [...toKeyEvents(code), { key: 'Enter' }]) {
      const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: nextKeyTime(intervalMs) });
      (document.activeElement ?? document.body).dispatchEvent(event);
    }
  });
}
