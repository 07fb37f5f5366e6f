/**
 * Appearance settings that the browser sends with every page request, so that the page renders correctly
 * before any script runs: theme, language, and whether a user is signed in. They don't grant any access.
 */
export interface Appearance {
  theme: 'light' | 'dark' | 'system';
  locale: 'en' | 'ar';
  isSignedIn: boolean;
}

/** Name of the cookie. */
export const appearanceCookie = 'commissary.appearance';

/** Formats the cookie value: `dark.ar.in`. */
export function formatAppearance({ theme, locale, isSignedIn }: Appearance): string {
  return `${theme}.${locale}.${isSignedIn ? 'in' : 'out'}`;
}
