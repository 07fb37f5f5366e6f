import { type Locale, localeStore } from './locale.ts';

/** A row's names in the primary and second languages; null if there is none. */
export interface RowNames {
  name: string;
  nameAlt: string | null;
}

/**
 * Orders the names of a row for a locale: outside English, the second-language name comes first if there is one.
 * `nameAlt` is the other name, which is shown dimmed and also searched; null if there is none.
 */
export function orderNames(locale: Locale, { name, nameAlt }: RowNames): RowNames {
  return locale === 'en' || !nameAlt ? { name, nameAlt } : { name: nameAlt, nameAlt: name };
}

/** Orders the names of a row for the current language. For lists only: a form shows the names as stored. */
export function getDisplayNames(name: string, nameAlt: string | null): RowNames {
  return orderNames(localeStore.get(), { name, nameAlt });
}
