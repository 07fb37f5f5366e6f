/** The element focused before each open panel, oldest first. Panels can open and replace other panels. */
const openers: HTMLElement[] = [];

/**
 * The last focused element; a button that its own click disables, or a cell left by a key press, loses the
 * focus before the panel opens.
 */
let lastFocused: HTMLElement | null = null;
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('[role="dialog"]') === null) lastFocused = target;
  });
}

/** Stores the element focused before a panel opens; if there is none, the last focused element. */
export function rememberFocus(): void {
  const { activeElement } = document;
  const hasFocus = activeElement instanceof HTMLElement && activeElement !== document.body;
  const opener = hasFocus ? activeElement : lastFocused;
  if (opener) openers.push(opener);
}

/**
 * Returns the focus to the element that had it before, if it is still on the page, otherwise to the page's
 * content. Does nothing for a panel that another panel has replaced. Returns false if there is nothing to
 * focus.
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
