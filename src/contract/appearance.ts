/**
 * What a device tells the server with every page it asks for, so that the page looks right before any code has run:
 * the chosen theme and language, and whether somebody is signed in. It says nothing else and permits nothing.
 */
export interface Appearance {
  theme: 'light' | 'dark' | 'system';
  locale: 'en' | 'ar';
  isSignedIn: boolean;
}

/** Name of the cookie. */
export const appearanceCookie = 'commissary.look';

/** A look as the cookie's value: `dark.ar.in`. */
export function formatAppearance({ theme, locale, isSignedIn }: Appearance): string {
  return `${theme}.${locale}.${isSignedIn ? 'in' : 'out'}`;
}
