/**
 * Whether the second name of things is read first: whoever asks for another language than English before all others.
 * The dashboard names the language chosen in it; without a header, and for `*`, the first name leads.
 */
export function leadsWithAlt(acceptLanguage: string | undefined): boolean {
  const [first = ''] = (acceptLanguage ?? '').split(/[,;]/);
  const [language = ''] = first.trim().toLowerCase().split('-');
  return /^[a-z]{2,3}$/.test(language) && language !== 'en';
}
