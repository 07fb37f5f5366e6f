/**
 * Returns whether the second name comes first, that is, whether the client's preferred language isn't
 * English. Without a header, and for `*`, the first name comes first.
 */
export function prefersAltName(acceptLanguage: string | undefined): boolean {
  const [first = ''] = (acceptLanguage ?? '').split(/[,;]/);
  const [language = ''] = first.trim().toLowerCase().split('-');
  return /^[a-z]{2,3}$/.test(language) && language !== 'en';
}
