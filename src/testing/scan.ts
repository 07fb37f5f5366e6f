import { act } from '@testing-library/react';

let nowMs = 0;

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
 * Presses the keys of a code and Enter wherever the focus is. The events have times of their own, so that a busy machine
 * does not make a person of a scanner.
 *
 * @param everyMs time between two keys
 */
export function scan(code: string, everyMs = 5): void {
  nowMs += 1000;
  act(() => {
    for (const init of [...keysOf(code), { key: 'Enter' }]) {
      const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
      nowMs += everyMs;
      Object.defineProperty(event, 'timeStamp', { value: nowMs });
      (document.activeElement ?? document.body).dispatchEvent(event);
    }
  });
}
