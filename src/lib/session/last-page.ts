import { readItem, writeItem } from '../device-storage.ts';
import { safePath } from './return-path.ts';

/** It goes with the session (`deleteAnswersOfOtherUsers`): who signs in next begins at their own page. */
const keyOf = (userId: string) => `commissary.last-page.${userId}`;

/** Remembers the page that somebody is at, path and search, for when the installed dashboard is opened again. */
export function rememberPage(userId: string, href: string): void {
  writeItem(keyOf(userId), href);
}

/** The page that was left last in this session; null: none, or none that may be gone to. */
export function lastPage(userId: string): string | null {
  const href = safePath(readItem(keyOf(userId)), window.location.origin);
  return href === null || /^\/(login\/?)?(\?|$)/.test(href) ? null : href;
}

/** Whether the dashboard was opened by its icon, which leads to that page. */
export function opensLastPage(): boolean {
  return new URLSearchParams(window.location.search).get('open') === 'last';
}
