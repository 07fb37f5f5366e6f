import { createStore, useStore } from '../store.ts';

/** Languages the dashboard can speak; texts exist in English now, Arabic joins catalogue by catalogue. */
export type Locale = 'en' | 'ar';

const storageKey = 'commissary.locale';

const directions: Record<Locale, 'ltr' | 'rtl'> = { en: 'ltr', ar: 'rtl' };

export const localeStore = createStore<Locale>(readStored());

/** The language chosen on this device. */
export function useLocale(): Locale {
  return useStore(localeStore);
}

/** Chooses the language for this device and turns the page's direction with it. */
export function setLocale(locale: Locale): void {
  localStorage.setItem(storageKey, locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = directions[locale];
  localeStore.set(locale);
}

function readStored(): Locale {
  return globalThis.localStorage?.getItem(storageKey) === 'ar' ? 'ar' : 'en';
}
