import { useEffect, useEffectEvent } from 'react';
import { commitTypedCells } from '#src/lib/drafts/commit-cells.ts';
import { isShortcut } from '#src/lib/shortcuts.ts';

/** Ctrl+S and Cmd+S save the form that is open, wherever the focus is, instead of the page. */
export function useSaveKey(save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event, 'save')) return;
    event.preventDefault();
    if (commitTypedCells()) save();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
