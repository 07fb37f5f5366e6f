/** A key with its modifiers. Only the modifiers listed here may be pressed: Ctrl+Alt+S is not Ctrl+S. */
interface Shortcut {
  /** The character of the key, lower case. */
  key: string;
  /** The physical key, for letters with Ctrl or Alt on non-Latin keyboards. */
  code?: string;
  /** Ctrl, or Cmd on a Mac. */
  hasCtrl?: true;
  hasAlt?: true;
  /** Label of the key. */
  keyLabel: string;
}

/**
 * The shortcuts of the dashboard. Handlers use `isShortcut`; the help sheet must list every one to compile.
 */
export const shortcuts = {
  palette: { key: 'k', code: 'KeyK', hasCtrl: true, keyLabel: 'K' },
  save: { key: 's', code: 'KeyS', hasCtrl: true, keyLabel: 'S' },
  submit: { key: 'enter', hasCtrl: true, keyLabel: 'Enter' },
  note: { key: 'n', code: 'KeyN', hasAlt: true, keyLabel: 'N' },
  explain: { key: 'w', code: 'KeyW', hasAlt: true, keyLabel: 'W' },
  takeSuggestion: { key: '=', keyLabel: '=' },
  search: { key: '/', keyLabel: '/' },
} satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

/** Relevant properties of a key press, from browser and React events. */
interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Whether a key press matches the shortcut. */
export function isShortcut(event: KeyPress, name: ShortcutName): boolean {
  const { key, code, hasCtrl, hasAlt }: Shortcut = shortcuts[name];
  if ((event.ctrlKey || event.metaKey) !== (hasCtrl ?? false) || event.altKey !== (hasAlt ?? false))
    return false;
  // Some keyboards need Shift for characters such as /; with Ctrl, Shift makes a different shortcut.
  if (hasCtrl && event.shiftKey) return false;
  // With Alt on a Mac, or in a non-Latin script, the character differs, so the physical key is compared.
  const isLatin = /^[a-z]$/i.test(event.key);
  return event.key.toLowerCase() === key || (code !== undefined && !isLatin && event.code === code);
}

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

/** Formats a shortcut for this platform: `Ctrl K`, `⌘ K`. */
export function formatShortcut(name: ShortcutName): string {
  const { hasCtrl, hasAlt, keyLabel }: Shortcut = shortcuts[name];
  return [hasCtrl && (isMac ? '⌘' : 'Ctrl'), hasAlt && (isMac ? '⌥' : 'Alt'), keyLabel]
    .filter(Boolean)
    .join(' ');
}
