import { type Locale, localeStore, useLocale } from './locale.ts';

/** A text, or a text with parameters: `(count: number) => string`. Groups nest. */
export type Messages = { readonly [key: string]: string | ((...blanks: never[]) => string) | Messages };

/** The same keys and parameters in another language. */
export type Translation<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...blanks: infer B) => string
      ? (...blanks: B) => string
      : Translation<T[K]>;
};

/** The English texts of a feature, with the name that identifies its translations. */
export interface Catalogue<T> {
  name: string;
  en: T;
}

/** Type of a translation file: every key of the catalogue with the same parameters. */
export type TranslationOf<C> = C extends Catalogue<infer T> ? Translation<T> : never;

/** Texts of the current language by catalogue; empty for English, which needs none. */
const loaded = new Map<string, unknown>();

/**
 * Defines the English texts of a feature, which determine keys and parameters.
 *
 * @param name the file's path in `src` without extension; identifies `messages.ar.ts` next to it
 */
export function defineMessages<const T extends Messages>(name: string, en: T): Catalogue<T> {
  return { name, en };
}

/** Adds the texts of another language, by catalogue name. Called before the first render in it. */
export function addTranslations(texts: Readonly<Record<string, unknown>>): void {
  for (const [name, translation] of Object.entries(texts)) loaded.set(name, translation);
}

/** Returns a feature's texts in the current language, else in English. */
export function useMessages<T>(catalogue: Catalogue<T>): Translation<T> {
  return inLocale(catalogue, useLocale());
}

/** Non-hook variant of `useMessages` (error mapping, notifications). */
export function messagesOf<T>(catalogue: Catalogue<T>): Translation<T> {
  return inLocale(catalogue, localeStore.get());
}

function inLocale<T>(catalogue: Catalogue<T>, locale: Locale): Translation<T> {
  const translated = locale === 'en' ? undefined : loaded.get(catalogue.name);
  return (translated ?? catalogue.en) as Translation<T>;
}
