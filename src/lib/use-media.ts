import { useSyncExternalStore } from 'react';

/** SPEC section 9: below this width the sidebar is a drawer. */
export const desktopQuery = '(min-width: 768px)';

/** A screen under fingers: the keyboard of the device would take half of it. */
export const touchQuery = '(pointer: coarse)';

/** Follows a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
