import { keep } from '../device-storage.ts';
import { type Locale, localeKey, localeStore, locales } from './locale.ts';
import { addTranslations } from './messages.ts';

/** Brings the texts of a language: catalogue name -> texts. */
export type LoadTexts = () => Promise<Readonly<Record<string, unknown>>>;

const loaders = new Map<Locale, LoadTexts>();

/** Says where a language's texts come from. English needs none. */
export function provideLanguage(locale: Locale, load: LoadTexts): void {
  loaders.set(locale, load);
}

/**
 * Speaks this language from now on, on this device. Nothing changes before its texts are here; rejects, and stays
 * with the language before, when they cannot be loaded.
 */
export async function chooseLocale(locale: Locale): Promise<void> {
  await loadTexts(locale);
  keep(localeKey, locale);
  show(locale);
}

/** Loads the texts of the language that was chosen earlier, before the first screen is drawn; English when that fails. */
export async function restoreLocale(): Promise<void> {
  const locale = localeStore.get();
  try {
    await loadTexts(locale);
  } catch {
    show('en');
  }
}

async function loadTexts(locale: Locale): Promise<void> {
  const load = loaders.get(locale);
  if (load) addTranslations(await load());
}

function show(locale: Locale): void {
  document.documentElement.lang = locale;
  document.documentElement.dir = locales[locale].direction;
  localeStore.set(locale);
}
