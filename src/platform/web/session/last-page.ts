import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { toSafePath } from './return-path.ts';

/**
 * Key of the last page. It is deleted with the session (`deleteResponsesOfOtherUsers`), so that the next user
 * starts at their own landing page.
 */
const getStorageKey = (userId: string) => `commissary.last-page.${userId}`;

/** Stores the user's current path and search, for reopening the installed dashboard. */
export function saveLastPage(userId: string, href: string): void {
  writeStoredItem(getStorageKey(userId), href);
}

/** Returns the last page of this session; null when there is none or it is not a safe path. */
export function readLastPage(userId: string): string | null {
  const href = toSafePath(readStoredItem(getStorageKey(userId)), window.location.origin);
  return href === null || /^\/(login\/?)?(\?|$)/.test(href) ? null : href;
}

/** Whether the installed dashboard was opened by its icon, which opens the last page. */
export function shouldOpenLastPage(): boolean {
  return new URLSearchParams(window.location.search).get('open') === 'last';
}
