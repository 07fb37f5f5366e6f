/** What had the focus before each open panel, oldest first. Panels open from panels, and replace one another. */
const openers: HTMLElement[] = [];

/** What had the focus last: a button that is disabled by its own click, or a cell that is left by a key, loses it first. */
let last: HTMLElement | null = null;
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('[role="dialog"]') === null) last = target;
  });
}

/** Remembers what has the focus now, before a panel takes it; what had it last, where nothing has. */
export function rememberFocus(): void {
  const { activeElement } = document;
  const hasFocus = activeElement instanceof HTMLElement && activeElement !== document.body;
  const opener = hasFocus ? activeElement : last;
  if (opener) openers.push(opener);
}

/**
 * Gives the focus back to where it came from, as far as that is still on the page, else to the page's content: it is
 * never lost. A panel that another one has replaced gives nothing back. False when there is nothing to return to.
 */
export function returnFocus(): boolean {
  const { activeElement } = document;
  if (activeElement?.closest('[role="dialog"]')) return true;
  // Two that close in one moment: the first has gone back as far as there is to go.
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
