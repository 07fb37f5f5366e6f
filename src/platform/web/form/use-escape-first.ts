import { useEffect, useEffectEvent } from 'react';

/**
 * Handles Escape before the surrounding panel, which would otherwise close.
 *
 * @param isActive whether there is something to close or restore
 * @param onEscape returns false if it doesn't handle the key, which is then passed to the panel
 */
export function useEscapeFirst(isActive: boolean, onEscape: (event: KeyboardEvent) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !onEscape(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    if (!isActive) return;
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  }, [isActive]);
}
