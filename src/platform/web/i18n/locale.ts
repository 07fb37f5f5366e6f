import type { Appearance } from '#core/appearance.ts';
import { readStoredItem } from '#platform/web/device-storage.ts';
import { createStore, useStore } from '#platform/web/store.ts';

/** Languages of the dashboard. English is part of the code, the others are loaded. */
export type Locale = Appearance['locale'];

/** Native name and direction of each language. */
export const locales: Record<Locale, { name: string; direction: 'ltr' | 'rtl' }> = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
};

/** Also read by public/theme.js, which sets the page's direction if the server has not. */
export const localeKey = 'commissary.locale';

export const localeStore = createStore<Locale>(readStoredLocale());

/** Returns the language chosen on this device. */
export function useLocale(): Locale {
  return useStore(localeStore);
}

/** Returns the language stored on this device. */
export function readStoredLocale(): Locale {
  return readStoredItem(localeKey) === 'ar' ? 'ar' : 'en';
}
