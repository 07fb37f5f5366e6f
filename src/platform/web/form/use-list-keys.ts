import { type RefObject, useEffect, useEffectEvent } from 'react';
import { areLetterKeysOn } from '#platform/web/letter-keys.ts';

/**
 * J and K move between the rows of a list (`[data-row]`), as do the arrow keys while a row has the focus. Off
 * while typing and while a panel is open.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1 && !areLetterKeysOn()) return;
    const { target } = event;
    if (
      target instanceof Element &&
      target.closest('input, textarea, select, [role="dialog"], [role="menu"]')
    )
      return;
    const rows = Array.from(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []);
    const index = rows.findIndex((row) => row.contains(document.activeElement));
    if (index < 0 && event.key.startsWith('Arrow')) return;
    const next = index < 0 ? rows[0] : rows[index + step];
    if (!next) return;
    event.preventDefault();
    (next.querySelector<HTMLElement>('[data-row-link]') ?? next).focus();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
