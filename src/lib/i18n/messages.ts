import { type Locale, localeStore, useLocale } from './locale.ts';

/** A text, or a text with blanks: `(count: number) => string`. Groups nest. */
export type Messages = { readonly [key: string]: string | ((...blanks: never[]) => string) | Messages };

/** The same keys with the same blanks, in another language. */
export type Translation<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...blanks: infer B) => string
      ? (...blanks: B) => string
      : Translation<T[K]>;
};

/** The texts of one feature, in English, under the name by which other languages find them. */
export interface Catalogue<T> {
  name: string;
  en: T;
}

/** What a language's file beside `messages.ts` must hold: every key, with the same blanks. */
export type TranslationOf<C> = C extends Catalogue<infer T> ? Translation<T> : never;

/** Texts of the language that is loaded, by catalogue; empty for English, which needs none. */
const loaded = new Map<string, unknown>();

/**
 * The texts of one feature in English, which decides which keys exist and which blanks they have.
 *
 * @param name the file's path in `src` without its ending: `messages.ar.ts` beside it is found by that name
 */
export function defineMessages<const T extends Messages>(name: string, en: T): Catalogue<T> {
  return { name, en };
}

/** Takes over the texts of another language, by catalogue name. Called before the first screen is drawn in it. */
export function addTranslations(texts: Readonly<Record<string, unknown>>): void {
  for (const [name, translation] of Object.entries(texts)) loaded.set(name, translation);
}

/** A feature's texts in the language of the person; English where that language has none. */
export function useMessages<T>(catalogue: Catalogue<T>): Translation<T> {
  return inLocale(catalogue, useLocale());
}

/** The same, outside components (error mapping, notifications). */
export function messagesOf<T>(catalogue: Catalogue<T>): Translation<T> {
  return inLocale(catalogue, localeStore.get());
}

function inLocale<T>(catalogue: Catalogue<T>, locale: Locale): Translation<T> {
  const translated = locale === 'en' ? undefined : loaded.get(catalogue.name);
  return (translated ?? catalogue.en) as Translation<T>;
}
