import { useEffect, useEffectEvent } from 'react';

/** While the panel of a row is open, J and K go on to the next and the previous one. Off while something is typed. */
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
    const at = keys.indexOf(open ?? '');
    const next = at < 0 ? undefined : keys[at + step];
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
