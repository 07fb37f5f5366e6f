import { useEffect, useEffectEvent } from 'react';
import { commitTypedCells } from '#src/lib/drafts/commit-cells.ts';
import { isShortcut } from '#src/lib/shortcuts.ts';

/** Saves the open form on Ctrl+S or Cmd+S, regardless of the focus. */
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
