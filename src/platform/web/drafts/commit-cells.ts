type CommitCells = (near: Element | undefined) => boolean;

/** Set when the first cell grid loads, so that pages without quantity cells don't load that code. */
let commitCells: CommitCells = () => true;

export function setCommitCells(next: CommitCells): void {
  commitCells = next;
}

/**
 * Commits the pending text of the cells around an element, focuses the first invalid one and shows a message
 * that names its line. Call it before any action that sends, saves or transitions a grid's data; primary
 * buttons do so automatically.
 *
 * @param near a button in the affected form, dialog or page; defaults to the topmost dialog or the page
 * @returns false if a cell is invalid; the action must not proceed
 */
export function commitPendingCells(near?: Element): boolean {
  return commitCells(near);
}
