import { appearanceCookie, formatAppearance } from '#core/appearance.ts';
import { onItemWritten, readStoredItem } from './device-storage.ts';
import { localeKey, readStoredLocale } from '#platform/web/i18n/locale.ts';
import { tokenKey } from '#platform/web/session/storage.ts';
import { readStoredTheme, themeKey } from './theme.ts';

const keys: ReadonlySet<string> = new Set([themeKey, localeKey, tokenKey]);

/** Time in ms after startup, long enough for the first screen to be rendered. */
const repairDelayMs = 1000;

/**
 * Keeps the appearance cookie current: the server renders the next page in its theme and language. It is
 * written when theme, language or session change in this tab, and once after the start in case the cookie was
 * lost or is stale.
 */
export function syncAppearanceCookie(): void {
  onItemWritten((key) => {
    if (keys.has(key)) writeAppearanceCookie();
  });
  setTimeout(writeAppearanceCookie, repairDelayMs);
}

/** Writes the cookie from storage, because this tab's state may be older. */
function writeAppearanceCookie(): void {
  const isSignedIn = Boolean(readStoredItem(tokenKey));
  const value = formatAppearance({ theme: readStoredTheme(), locale: readStoredLocale(), isSignedIn });
  // Lax, so that the cookie is sent when following links from other sites. It grants no access.
  document.cookie = `${appearanceCookie}=${value};path=/;max-age=31536000;samesite=lax`;
}
