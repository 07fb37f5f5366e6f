/** What had the focus before each open panel, oldest first. Panels open from panels, and replace one another. */
const openers: HTMLElement[] = [];

/** Remembers what has the focus now, before a panel takes it. */
export function rememberFocus(): void {
  if (document.activeElement instanceof HTMLElement && document.activeElement !== document.body) {
    openers.push(document.activeElement);
  }
}

/**
 * Gives the focus back to where it came from, as far as that is still on the page. A panel that another one has
 * replaced gives nothing back. False when there is nothing to return to.
 */
export function returnFocus(): boolean {
  if (document.activeElement?.closest('[role="dialog"]')) return true;
  for (let opener = openers.pop(); opener; opener = openers.pop()) {
    if (!opener.isConnected) continue;
    opener.focus();
    return true;
  }
  return false;
}
