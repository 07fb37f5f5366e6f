import { type Locale, localeStore } from './locale.ts';

/** What a row is called in the language of the business, and in its second one; null without. */
export interface RowNames {
  name: string;
  nameAlt: string | null;
}

/**
 * Both names, the one to read first as `name`: outside English that is the second language's, where there is one. The
 * other follows as `nameAlt`: it stands dimmed behind the first, and is searched, too. Null where there is no other.
 */
export function namesInLocale(locale: Locale, { name, nameAlt }: RowNames): RowNames {
  return locale === 'en' || !nameAlt ? { name, nameAlt } : { name: nameAlt, nameAlt: name };
}

/** The same in the language chosen on this device. For readers of lists: a form must read what is stored. */
export function shownNames(name: string, nameAlt: string | null): RowNames {
  return namesInLocale(localeStore.get(), { name, nameAlt });
}
