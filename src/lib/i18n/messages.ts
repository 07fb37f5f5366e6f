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

export interface Catalogue<T> {
  en: T;
  ar?: Translation<T>;
}

/**
 * The texts of one feature. English decides which keys exist and which blanks they have; another language
 * that lacks one does not compile.
 */
export function defineMessages<const T extends Messages>(catalogue: Catalogue<T>): Catalogue<T> {
  return catalogue;
}

/** A feature's texts in the language of the person; English where that language has none yet. */
export function useMessages<T>(catalogue: Catalogue<T>): Translation<T> {
  return inLocale(catalogue, useLocale());
}

/** The same, outside components (error mapping, notifications). */
export function messagesOf<T>(catalogue: Catalogue<T>): Translation<T> {
  return inLocale(catalogue, localeStore.get());
}

function inLocale<T>(catalogue: Catalogue<T>, locale: Locale): Translation<T> {
  return (locale === 'ar' && catalogue.ar) || (catalogue.en as Translation<T>);
}
