/** Checks for unsaved input: guarded forms and opened drafts. */
const watched = new Set<() => boolean>();

/** Drafts changed in this tab, by name, with the page they were changed on. */
const typed = new Map<string, { path: string; isUnsaved: () => boolean }>();

/** Registers a check for unsaved input on screen; returns its removal. */
export function watchUnsaved(isUnsaved: () => boolean): () => void {
  watched.add(isUnsaved);
  return () => watched.delete(isUnsaved);
}

/** Records that a draft has been changed on the current page. */
export function markDraftChanged(draft: string, isUnsaved: () => boolean): void {
  if (isUnsaved()) typed.set(draft, { path: window.location.pathname, isUnsaved });
  else typed.delete(draft);
}

/** Whether anything on screen has unsaved input. */
export function hasUnsavedOnScreen(): boolean {
  const { pathname } = window.location;
  return (
    [...watched].some((isUnsaved) => isUnsaved()) ||
    [...typed.values()].some(({ path, isUnsaved }) => path === pathname && isUnsaved())
  );
}
