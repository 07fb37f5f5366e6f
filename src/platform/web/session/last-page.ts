import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { safePath } from './return-path.ts';

/**
 * Deleted with the session (`deleteAnswersOfOtherUsers`), so that the next user starts at their own landing
 * page.
 */
const keyOf = (userId: string) => `commissary.last-page.${userId}`;

/** Stores the user's current path and search, for reopening the installed dashboard. */
export function rememberPage(userId: string, href: string): void {
  writeStoredItem(keyOf(userId), href);
}

/** Returns the last page of this session; null when there is none or it is not a safe path. */
export function lastPage(userId: string): string | null {
  const href = safePath(readStoredItem(keyOf(userId)), window.location.origin);
  return href === null || /^\/(login\/?)?(\?|$)/.test(href) ? null : href;
}

/** Whether the dashboard was opened by its icon, which leads to that page. */
export function opensLastPage(): boolean {
  return new URLSearchParams(window.location.search).get('open') === 'last';
}
