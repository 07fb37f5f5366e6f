import { writeStoredItem } from '#platform/web/device-storage.ts';
import { type Locale, localeKey, localeStore, locales } from './locale.ts';
import { addTranslations } from './messages.ts';

/** Loads a language's messages, by catalogue name. */
type LoadTexts = () => Promise<Readonly<Record<string, unknown>>>;

/** Loaders of a language's messages: those of the sign-in page (`first`), or all of them. */
export interface LanguageLoaders {
  first: LoadTexts;
  all: LoadTexts;
}

const loadersByLocale = new Map<Locale, LanguageLoaders>();
/** Languages whose messages have all been loaded. */
const completeLocales = new Set<Locale>(['en']);

/** Registers a language's message loaders. English doesn't need any. */
export function registerLanguage(locale: Locale, loaders: LanguageLoaders): void {
  loadersByLocale.set(locale, loaders);
  completeLocales.delete(locale);
}

/**
 * Switches to a language and stores the choice on this device. Nothing changes until its messages are loaded;
 * if loading fails, the promise rejects and the previous language remains active.
 */
export async function chooseLocale(locale: Locale): Promise<void> {
  await loadAll(locale);
  writeStoredItem(localeKey, locale);
  applyLocale(locale);
}

/**
 * Loads the stored language's messages before the first render; falls back to English. `all` is for signed-in
 * users; the sign-in page needs only `first`.
 */
export async function restoreLocale(scope: keyof LanguageLoaders): Promise<void> {
  const locale = localeStore.get();
  try {
    if (scope === 'all') await loadAll(locale);
    else addTranslations((await loadersByLocale.get(locale)?.first()) ?? {});
  } catch {
    applyLocale('en');
  }
}

/** Loads the remaining messages after signing in without a reload; falls back to English. */
export async function completeLocale(): Promise<void> {
  if (!completeLocales.has(localeStore.get())) await restoreLocale('all');
}

async function loadAll(locale: Locale): Promise<void> {
  const loaders = loadersByLocale.get(locale);
  if (loaders === undefined || completeLocales.has(locale)) return;
  addTranslations(await loaders.all());
  completeLocales.add(locale);
}

function applyLocale(locale: Locale): void {
  document.documentElement.lang = locale;
  document.documentElement.dir = locales[locale].direction;
  localeStore.set(locale);
}
