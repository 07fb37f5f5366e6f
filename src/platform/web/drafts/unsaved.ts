/** Checks for unsaved input: guarded forms and opened drafts. */
const screenChecks = new Set<() => boolean>();

/** Drafts changed in this tab, by name, with the page they were changed on. */
const changedDrafts = new Map<string, { path: string; isUnsaved: () => boolean }>();

/** Registers a check for unsaved input on screen; returns a function that removes it. */
export function watchUnsaved(isUnsaved: () => boolean): () => void {
  screenChecks.add(isUnsaved);
  return () => screenChecks.delete(isUnsaved);
}

/** Records that a draft has been changed on the current page. */
export function markDraftChanged(draft: string, isUnsaved: () => boolean): void {
  if (isUnsaved()) changedDrafts.set(draft, { path: window.location.pathname, isUnsaved });
  else changedDrafts.delete(draft);
}

/** Whether anything on screen has unsaved input. */
export function hasUnsavedOnScreen(): boolean {
  const { pathname } = window.location;
  return (
    [...screenChecks].some((isUnsaved) => isUnsaved()) ||
    [...changedDrafts.values()].some(({ path, isUnsaved }) => path === pathname && isUnsaved())
  );
}
