/**
 * Scrolls the tab of the current address into view, which may be outside on a phone. Done after the first
 * paint, because earlier it would force a layout of a page that is about to change.
 */
export function scrollTabIntoView(tab: HTMLElement | null): void {
  if (tab)
    requestAnimationFrame(() =>
      setTimeout(() => tab.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })),
    );
}
