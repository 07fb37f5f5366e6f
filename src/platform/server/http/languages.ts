/**
 * Returns whether the second name comes first: for clients whose preferred language is not English. Without a
 * header, and for `*`, the first name leads.
 */
export function leadsWithAlt(acceptLanguage: string | undefined): boolean {
  const [first = ''] = (acceptLanguage ?? '').split(/[,;]/);
  const [language = ''] = first.trim().toLowerCase().split('-');
  return /^[a-z]{2,3}$/.test(language) && language !== 'en';
}
