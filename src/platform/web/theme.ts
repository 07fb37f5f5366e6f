import type { Appearance } from '#core/appearance.ts';
import { readStoredItem, writeStoredItem } from './device-storage.ts';
import { createStore, useStore } from './store.ts';

export type Theme = Appearance['theme'];

/** Also read by public/theme.js, before the first paint. */
export const themeKey = 'commissary.theme';

const themeStore = createStore<Theme>(readStoredTheme());

export function useTheme(): Theme {
  return useStore(themeStore);
}

/** Display options besides the theme: classes of the root element, which public/theme.js sets as well. */
export const displayOptions = ['large-text', 'high-contrast'] as const;
export type DisplayOption = (typeof displayOptions)[number];

const displayKey = 'commissary.display';
const displayStore = createStore<readonly DisplayOption[]>(readStoredDisplayOptions());

/** Returns the display options that are on. */
export function useDisplayOptions(): readonly DisplayOption[] {
  return useStore(displayStore);
}

/** Turns a display option on or off for this device. */
export function toggleDisplayOption(option: DisplayOption): void {
  const before = displayStore.get();
  const options = before.includes(option) ? before.filter((other) => other !== option) : [...before, option];
  writeStoredItem(displayKey, options.join(' '));
  displayStore.set(options);
  for (const name of displayOptions) document.documentElement.classList.toggle(name, options.includes(name));
}

function readStoredDisplayOptions(): DisplayOption[] {
  const stored = readStoredItem(displayKey)?.split(' ') ?? [];
  return displayOptions.filter((option) => stored.includes(option));
}

/** Chooses the theme for this device. */
export function setTheme(theme: Theme): void {
  writeStoredItem(themeKey, theme);
  themeStore.set(theme);
  applyTheme();
}

/** Follows the system theme while it is the chosen setting. */
export function watchTheme(): () => void {
  const query = window.matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', applyTheme);
  return () => query.removeEventListener('change', applyTheme);
}

/**
 * Changes all colours without transitions, because fading every cell of a long table takes seconds on a
 * tablet.
 */
function applyTheme(): void {
  const theme = themeStore.get();
  const isDark =
    theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  const { classList } = document.documentElement;
  classList.add('without-transitions');
  classList.toggle('dark', isDark);
  // Forces a style recalculation, so that no transition starts.
  void getComputedStyle(document.body).color;
  setTimeout(() => classList.remove('without-transitions'));
}

/** Returns the theme chosen on this device. */
export function readStoredTheme(): Theme {
  const stored = readStoredItem(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
