import { type Locale, localeStore, useLocale } from './locale.ts';

/** A string, or a function with parameters: `(count: number) => string`. Groups can be nested. */
export type Messages = { readonly [key: string]: string | ((...parameters: never[]) => string) | Messages };

/** The same keys and parameters in a different language. */
export type Translation<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...parameters: infer B) => string
      ? (...parameters: B) => string
      : Translation<T[K]>;
};

/** A feature's English messages, with the name that identifies their translations. */
export interface Catalogue<T> {
  name: string;
  en: T;
}

/** Type of a translation file: every key of the catalogue with the same parameters. */
export type TranslationOf<C> = C extends Catalogue<infer T> ? Translation<T> : never;

/** Messages in the current language by catalogue; empty for English, which needs none. */
const translations = new Map<string, unknown>();

/**
 * Defines a feature's English messages, which determine keys and parameters.
 *
 * @param name the file's path in `src` without extension; identifies `messages.ar.ts` next to it
 */
export function defineMessages<const T extends Messages>(name: string, en: T): Catalogue<T> {
  return { name, en };
}

/** Adds a language's messages by catalogue name. Called before the first render in that language. */
export function addTranslations(texts: Readonly<Record<string, unknown>>): void {
  for (const [name, translation] of Object.entries(texts)) translations.set(name, translation);
}

/** Returns a feature's messages in the current language, or in English. */
export function useMessages<T>(catalogue: Catalogue<T>): Translation<T> {
  return getTexts(catalogue, useLocale());
}

/** Non-hook variant of `useMessages` (error mapping, notifications). */
export function getMessages<T>(catalogue: Catalogue<T>): Translation<T> {
  return getTexts(catalogue, localeStore.get());
}

function getTexts<T>(catalogue: Catalogue<T>, locale: Locale): Translation<T> {
  const translation = locale === 'en' ? undefined : translations.get(catalogue.name);
  return (translation ?? catalogue.en) as Translation<T>;
}
