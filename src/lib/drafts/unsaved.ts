/** What is asked whether it holds something typed and not saved: forms that guard their leaving, drafts that are followed. */
const watched = new Set<() => boolean>();

/** What was typed in this tab, by the name of its draft, and on which page. */
const typed = new Map<string, { path: string; isUnsaved: () => boolean }>();

/** Tells of something on screen that may hold what is typed and not saved; returns how to take that back. */
export function watchUnsaved(isUnsaved: () => boolean): () => void {
  watched.add(isUnsaved);
  return () => watched.delete(isUnsaved);
}

/** Notes that a draft has been changed on the page on screen. */
export function markDraftChanged(draft: string, isUnsaved: () => boolean): void {
  if (isUnsaved()) typed.set(draft, { path: window.location.pathname, isUnsaved });
  else typed.delete(draft);
}

/** Whether something stands on screen that is typed and neither sent nor saved. */
export function hasUnsavedOnScreen(): boolean {
  const { pathname } = window.location;
  return (
    [...watched].some((isUnsaved) => isUnsaved()) ||
    [...typed.values()].some(({ path, isUnsaved }) => path === pathname && isUnsaved())
  );
}
