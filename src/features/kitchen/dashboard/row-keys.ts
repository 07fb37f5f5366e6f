import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Moves from row to row of a list with the arrows or J and K: hand it to the list, and mark what a row focuses
 * with `data-row`. Keys typed into a field stay there.
 */
export function onRowKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, currentTarget } = event;
  if (target instanceof HTMLElement && target.matches('select, textarea, input:not([type=checkbox])')) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const here = rows.findIndex((row) => row.closest('li')?.contains(target as Node));
  const next = rows[here + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
