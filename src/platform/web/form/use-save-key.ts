import { useEffect, useEffectEvent } from 'react';
import { commitPendingCells } from '#platform/web/drafts/commit-cells.ts';
import { isShortcut } from '#platform/web/shortcuts.ts';

/** Saves the open form on Ctrl+S or Cmd+S, regardless of the focus. */
export function useSaveKey(save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event, 'save')) return;
    event.preventDefault();
    if (commitPendingCells()) save();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
