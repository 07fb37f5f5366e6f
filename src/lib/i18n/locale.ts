import type { Appearance } from '#contract/appearance.ts';
import { readItem } from '../device-storage.ts';
import { createStore, useStore } from '../store.ts';

/** Languages the dashboard speaks. English is written in the code, the others are loaded. */
export type Locale = Appearance['locale'];

/** How each language names itself, and which way it is written. */
export const locales: Record<Locale, { name: string; direction: 'ltr' | 'rtl' }> = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
};

/** Also read by public/theme.js, which turns the page's direction with it where the server has not. */
export const localeKey = 'commissary.locale';

export const localeStore = createStore<Locale>(storedLocale());

/** The language chosen on this device. */
export function useLocale(): Locale {
  return useStore(localeStore);
}

/** The language kept on this device, by whichever tab. */
export function storedLocale(): Locale {
  return readItem(localeKey) === 'ar' ? 'ar' : 'en';
}
