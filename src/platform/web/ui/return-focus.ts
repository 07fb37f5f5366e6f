/**
 * Focused elements before each open panel, oldest first. Panels can open other panels and replace each other.
 */
const openers: HTMLElement[] = [];

/**
 * The last focused element, because a button disabled by its own click, or a cell left by a key, loses the
 * focus first.
 */
let lastFocused: HTMLElement | null = null;
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('[role="dialog"]') === null) lastFocused = target;
  });
}

/** Stores the focused element before a panel opens; the last focused one if there is none. */
export function rememberFocus(): void {
  const { activeElement } = document;
  const hasFocus = activeElement instanceof HTMLElement && activeElement !== document.body;
  const opener = hasFocus ? activeElement : lastFocused;
  if (opener) openers.push(opener);
}

/**
 * Returns the focus to its origin if it is still on the page, else to the page's content. A panel that was
 * replaced by another returns nothing. False if there is nothing to return to.
 */
export function returnFocus(): boolean {
  const { activeElement } = document;
  if (activeElement?.closest('[role="dialog"]')) return true;
  // When two panels close at once, the first has already returned the focus.
  if (openers.length === 0 && activeElement !== null && activeElement !== document.body) return true;
  for (let opener = openers.pop(); opener; opener = openers.pop()) {
    if (!opener.isConnected) continue;
    opener.focus();
    if (document.activeElement === opener) return true;
  }
  const content = document.querySelector<HTMLElement>('#content');
  content?.focus({ preventScroll: true });
  return content !== null;
}
