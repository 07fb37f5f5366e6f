import { useSyncExternalStore } from 'react';

/** SPEC section 9: below this width the sidebar is a drawer. */
export const desktopQuery = '(min-width: 768px)';

/** A touch screen: the on-screen keyboard would cover half of it. */
export const touchQuery = '(pointer: coarse)';

/** Returns whether a media query matches, and re-renders when that changes. */
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
