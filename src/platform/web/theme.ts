import type { Appearance } from '#core/appearance.ts';
import { readStoredItem, writeStoredItem } from './device-storage.ts';
import { createStore, useStore } from './store.ts';

export type Theme = Appearance['theme'];

/** Also read by public/theme.js, before the first paint. */
export const themeKey = 'commissary.theme';

const themeStore = createStore<Theme>(storedTheme());

export function useTheme(): Theme {
  return useStore(themeStore);
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
export function storedTheme(): Theme {
  const stored = readStoredItem(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
