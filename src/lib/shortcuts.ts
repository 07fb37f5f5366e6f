/** One key, or one key with others held. Only what is named here is held: Ctrl+Alt+S is not Ctrl+S. */
interface Shortcut {
  /** What the key writes, lower case. */
  key: string;
  /** Its place on the keyboard: for letters with Ctrl or Alt, also where the keyboard writes another script. */
  code?: string;
  /** Ctrl, or Cmd on a Mac. */
  hasCtrl?: true;
  hasAlt?: true;
  /** How it is written on the key. */
  shown: string;
}

/**
 * The shortcuts of the dashboard: handlers ask `isShortcut`, and the sheet that `?` opens shows every one of them, or
 * does not compile.
 */
export const shortcuts = {
  palette: { key: 'k', code: 'KeyK', hasCtrl: true, shown: 'K' },
  save: { key: 's', code: 'KeyS', hasCtrl: true, shown: 'S' },
  submit: { key: 'enter', hasCtrl: true, shown: 'Enter' },
  note: { key: 'n', code: 'KeyN', hasAlt: true, shown: 'N' },
  why: { key: 'w', code: 'KeyW', hasAlt: true, shown: 'W' },
  takeSuggestion: { key: '=', shown: '=' },
  search: { key: '/', shown: '/' },
} satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

/** The part of a key press that decides, of the browser's events and of React's. */
interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Whether a key press is that shortcut. */
export function isShortcut(event: KeyPress, name: ShortcutName): boolean {
  const { key, code, hasCtrl, hasAlt }: Shortcut = shortcuts[name];
  if ((event.ctrlKey || event.metaKey) !== (hasCtrl ?? false) || event.altKey !== (hasAlt ?? false))
    return false;
  // Signs such as / stand behind Shift on some keyboards; with Ctrl it makes another shortcut.
  if (hasCtrl && event.shiftKey) return false;
  // Alt writes other signs on a Mac, and another script other letters: then the place of the key decides.
  const isLatin = /^[a-z]$/i.test(event.key);
  return event.key.toLowerCase() === key || (code !== undefined && !isLatin && event.code === code);
}

/** A Mac's own key for commands. */
const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

/** How a shortcut is written on this machine: `Ctrl K`, `⌘ K`. */
export function shortcutText(name: ShortcutName): string {
  const { hasCtrl, hasAlt, shown }: Shortcut = shortcuts[name];
  return [hasCtrl && (isMac ? '⌘' : 'Ctrl'), hasAlt && (isMac ? '⌥' : 'Alt'), shown]
    .filter(Boolean)
    .join(' ');
}
