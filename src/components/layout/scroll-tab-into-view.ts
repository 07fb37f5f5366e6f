/**
 * Brings a tab that is open by its address into sight: on a phone it may stand beyond the edge. Once the page is painted: asked
 * for earlier, it has the browser lay out a page that is about to change.
 */
export function scrollTabIntoView(tab: HTMLElement | null): void {
  if (tab)
    requestAnimationFrame(() =>
      setTimeout(() => tab.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })),
    );
}
