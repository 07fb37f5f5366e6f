import { appearanceCookie, formatAppearance } from '#contract/appearance.ts';
import { onItemWritten, readItem } from './device-storage.ts';
import { localeKey, storedLocale } from './i18n/locale.ts';
import { tokenKey } from './session/storage.ts';
import { storedTheme, themeKey } from './theme.ts';

const keys: ReadonlySet<string> = new Set([themeKey, localeKey, tokenKey]);

/** When the first screen is there. */
const repairAfterMs = 1000;

/**
 * Keeps the cookie by which the server paints the next page as this device wants it: written whenever theme,
 * language or session change in this tab, and once after the start, because a cookie may get lost or too old.
 */
export function syncLookCookie(): void {
  onItemWritten((key) => {
    if (keys.has(key)) writeLook();
  });
  setTimeout(writeLook, repairAfterMs);
}

/** What is stored counts, not what this tab thinks, which may be older. */
function writeLook(): void {
  const isSignedIn = Boolean(readItem(tokenKey));
  const value = formatAppearance({ theme: storedTheme(), locale: storedLocale(), isSignedIn });
  // Lax: whoever comes by a link in a message is the same person. It opens nothing.
  document.cookie = `${appearanceCookie}=${value};path=/;max-age=31536000;samesite=lax`;
}
