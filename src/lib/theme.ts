import type { Look } from '#contract/look.ts';
import { readItem, writeItem } from './device-storage.ts';
import { createStore, useStore } from './store.ts';

export type Theme = Look['theme'];

/** Also read by public/theme.js, before the first paint. */
export const themeKey = 'commissary.theme';

const themeStore = createStore<Theme>(storedTheme());

export function useTheme(): Theme {
  return useStore(themeStore);
}

/** Chooses the theme for this device. */
export function setTheme(theme: Theme): void {
  writeItem(themeKey, theme);
  themeStore.set(theme);
  applyTheme();
}

/** Follows the system's theme while that is what the person chose. */
export function watchTheme(): () => void {
  const query = window.matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', applyTheme);
  return () => query.removeEventListener('change', applyTheme);
}

function applyTheme(): void {
  const theme = themeStore.get();
  const isDark =
    theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', isDark);
}

/** The theme chosen on this device. */
export function storedTheme(): Theme {
  const stored = readItem(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
