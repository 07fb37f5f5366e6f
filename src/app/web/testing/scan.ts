import { act } from '@testing-library/react';
import { nextKeyTime } from './key-times.ts';

/** The keys of a text as a scanner presses them, with the modifiers it holds for them. */
function keysOf(text: string): KeyboardEventInit[] {
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
 * Presses the keys of a code and Enter wherever the focus is, with time stamps at a scanner's pace, so that a busy
 * machine doesn't make it look like a person.
 *
 * @param everyMs time between two keys
 */
export function scan(code: string, everyMs = 5): void {
  nextKeyTime(1000);
  act(() => {
    for (const init of [...keysOf(code), { key: 'Enter' }]) {
      const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: nextKeyTime(everyMs) });
      (document.activeElement ?? document.body).dispatchEvent(event);
    }
  });
}
