import type { Appearance } from '#contract/appearance.ts';
import { readItem, writeItem } from './device-storage.ts';
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

/** All colours change at once: a long table whose every cell fades by itself takes seconds of a tablet's processor. */
function applyTheme(): void {
  const theme = themeStore.get();
  const isDark =
    theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  const { classList } = document.documentElement;
  classList.add('without-transitions');
  classList.toggle('dark', isDark);
  // Asked for, the new colours are worked out now, and transitions have nothing left to fade.
  void getComputedStyle(document.body).color;
  setTimeout(() => classList.remove('without-transitions'));
}

/** The theme chosen on this device. */
export function storedTheme(): Theme {
  const stored = readItem(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
