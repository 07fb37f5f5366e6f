import { recall } from '../device-storage.ts';
import { createStore, useStore } from '../store.ts';

/** Languages the dashboard speaks. English is written in the code, the others are loaded. */
export type Locale = 'en' | 'ar';

/** How each language names itself, and which way it is written. */
export const locales: Record<Locale, { name: string; direction: 'ltr' | 'rtl' }> = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
};

/** Also read by public/theme.js, which turns the page's direction with it before the first paint. */
export const localeKey = 'commissary.locale';

export const localeStore = createStore<Locale>(readStored());

/** The language chosen on this device. */
export function useLocale(): Locale {
  return useStore(localeStore);
}

function readStored(): Locale {
  return recall(localeKey) === 'ar' ? 'ar' : 'en';
}
