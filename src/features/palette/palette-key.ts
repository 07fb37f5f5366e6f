/** A Mac's own key for commands. */
const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

/** How the key that opens the palette is written on this machine. */
export const paletteKey = isMac ? '⌘ K' : 'Ctrl K';

/** Ctrl or Cmd with K, also where the keyboard writes another script. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
  const isLatin = /^[a-z]$/i.test(event.key);
  return isLatin ? event.key.toLowerCase() === 'k' : event.code === 'KeyK';
}
