import { stripSymbology } from '#core/labels/symbology.ts';
import { setInputText } from '#platform/web/input-text.ts';
import { announceScan, findScanHandler } from './scan-listeners.ts';

/** Maximum time between two keys from a scanner; people type more slowly. */
const maxKeyGapMs = 40;
const minLength = 5;

/** Modifier keys that a scanner sends for a capital letter, and for Ctrl with a bracket. */
const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control']);

interface Burst {
  text: string;
  lastAt: number;
  /** The field that received the first key, and its text before that. */
  field: HTMLInputElement | HTMLTextAreaElement | null;
  before: string;
}

let userCount = 0;
let burst: Burst | null = null;

/**
 * Handles a barcode scanner that acts as a keyboard: a burst of keys that ends with Enter. Text that the burst
 * typed into a field is removed and the Enter is suppressed. The symbology identifier is dropped unless it is
 * GS1.
 *
 * @returns a function that detaches the handler once all its users have called theirs
 */
export function attachBarcodeWedge(): () => void {
  if (userCount === 0) window.addEventListener('keydown', onKeyDown, { capture: true });
  userCount += 1;
  return () => {
    userCount -= 1;
    if (userCount > 0) return;
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    burst = null;
  };
}

function onKeyDown(event: KeyboardEvent): void {
  // Chromium dispatches events without a key when it fills in a field.
  if (!event.key) return;
  const isFast = burst !== null && event.timeStamp - burst.lastAt < maxKeyGapMs;
  if (event.key === 'Enter' && burst && isFast && burst.text.length >= minLength) {
    const code = stripSymbology(burst.text);
    const handle = findScanHandler(code, burst.field !== null);
    if (handle !== null) {
      event.preventDefault();
      event.stopPropagation();
      restoreField(burst);
      announceScan(handle());
      burst = null;
      return;
    }
  }
  // Scanners send the separator of GS1 codes as Ctrl and a bracket.
  if (event.ctrlKey && event.key === ']' && burst && isFast) {
    event.preventDefault();
    burst = { ...burst, text: `${burst.text}\u001d`, lastAt: event.timeStamp };
    return;
  }
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) {
    if (!modifiers.has(event.key)) burst = null;
    return;
  }
  burst =
    burst && isFast ? { ...burst, text: burst.text + event.key, lastAt: event.timeStamp } : startBurst(event);
}

function startBurst(event: KeyboardEvent): Burst {
  const { target } = event;
  const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null;
  return { text: event.key, lastAt: event.timeStamp, field, before: field?.value ?? '' };
}

/** Restores the field's text through the native setter, so that React sees the change. */
function restoreField({ field, before }: Burst): void {
  if (field && field.value !== before) setInputText(field, before);
}
