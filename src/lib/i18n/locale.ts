import { createStore, useStore } from '../store.ts';

/** Languages the dashboard can speak; texts exist in English now, Arabic joins catalogue by catalogue. */
export type Locale = 'en' | 'ar';

/** Also read by public/theme.js, which turns the page's direction with it before the first paint. */
const storageKey = 'commissary.locale';

export const localeStore = createStore<Locale>(readStored());

/** The language chosen on this device. */
export function useLocale(): Locale {
  return useStore(localeStore);
}

function readStored(): Locale {
  return globalThis.localStorage?.getItem(storageKey) === 'ar' ? 'ar' : 'en';
}
