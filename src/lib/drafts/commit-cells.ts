type TakeOver = (near: Element | undefined) => boolean;

/** Set by the cell grids when there is the first one: pages without quantity cells don't load them. */
let takeOver: TakeOver = () => true;

export function setCommitCells(next: TakeOver): void {
  takeOver = next;
}

/**
 * Takes over what is typed in the cells around an element, and focuses the first one that can't be read, naming its line.
 * Every action that sends, saves or moves what a grid holds asks this first; the main buttons do so by themselves.
 *
 * @param near a button of the form, dialog or page concerned; left out: the topmost dialog, else the page
 * @returns false where a cell can't be read: the action must not go on
 */
export function commitTypedCells(near?: Element): boolean {
  return takeOver(near);
}
