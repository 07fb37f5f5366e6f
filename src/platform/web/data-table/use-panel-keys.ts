import { useEffect, useEffectEvent } from 'react';

/** While a row's panel is open, J and K open the next and previous row. Off while typing. */
export function usePanelKeys(
  keys: readonly string[],
  open: string | undefined,
  onOpen: (key: string) => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="menu"]'))
      return;
    const index = keys.indexOf(open ?? '');
    const next = index < 0 ? undefined : keys[index + step];
    if (next === undefined) return;
    event.preventDefault();
    onOpen(next);
  });
  useEffect(() => {
    if (open === undefined) return;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
