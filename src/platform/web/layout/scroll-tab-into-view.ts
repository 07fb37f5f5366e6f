/**
 * Scrolls the current tab into view; on a phone it may be off screen. Runs after the first paint, because
 * running earlier would force a layout of a page that is about to change.
 */
export function scrollTabIntoView(tab: HTMLElement | null): void {
  if (tab)
    requestAnimationFrame(() =>
      setTimeout(() => tab.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })),
    );
}
