import { getMessages } from '#platform/web/i18n/messages.ts';
import type { Store } from '#platform/web/store.ts';
import { toastError } from '#platform/web/toast.ts';
import { draftMessages } from './messages.ts';
import { findTopDialog } from '#platform/web/scanning/scan-layer.ts';
import { setCommitCells } from './commit-cells.ts';
import { type PendingCell, type PendingCells, pendingCells } from './pending-cells.ts';

/** A cell on screen. */
interface MountedCell {
  input: HTMLInputElement;
  /** Commits the pending text, as leaving the cell does. */
  commit(): void;
}

/** A grid's pending cells, including those in rows that aren't rendered. */
export interface CellGridModel {
  store: Store<PendingCells>;
  mounted: Map<string, MountedCell>;
  /** For windowed grids: scrolls the row of a cell into view. False if the row no longer exists. */
  reveal: { current: ((cell: string) => boolean) | undefined };
}

/** Grids on screen, in the order they appeared. */
export const gridsOnScreen = new Set<CellGridModel>();

export function setReveal(grid: CellGridModel, reveal: ((cell: string) => boolean) | undefined): void {
  grid.reveal.current = reveal;
}

export function createCellGrid(store: Store<PendingCells>): CellGridModel {
  return { store, mounted: new Map(), reveal: { current: undefined } };
}

export function storePendingText(
  { store }: Pick<CellGridModel, 'store'>,
  cell: string,
  pending: PendingCell,
): void {
  store.set({ cells: { ...store.get().cells, [cell]: pending }, savedAt: Date.now() });
}

export function removePendingText(
  { store }: Pick<CellGridModel, 'store'>,
  ...cells: readonly string[]
): void {
  const { cells: storedCells } = store.get();
  if (!cells.some((cell) => cell in storedCells)) return;
  const remainingCells = Object.entries(storedCells).filter(([cell]) => !cells.includes(cell));
  store.set({ cells: Object.fromEntries(remainingCells), savedAt: Date.now() });
}

/**
 * Stores pasted text that isn't a quantity, so that the user can correct it. The cell needn't be rendered.
 */
export function storeInvalidInput(
  userId: string,
  name: string,
  cell: string,
  input: Pick<PendingCell, 'text' | 'previousValue' | 'label'>,
): void {
  storePendingText({ store: pendingCells.open(userId, name) }, cell, { ...input, error: 'notAQuantity' });
}

const scopeSelector = '[data-cell-scope], [role="dialog"]';

setCommitCells((near) => {
  const scope = near ? near.closest(scopeSelector) : findTopDialog();
  for (const grid of gridsOnScreen) {
    for (const { input, commit } of grid.mounted.values()) if (isInScope(scope, input)) commit();
    const invalidCells = Object.entries(grid.store.get().cells).filter(([, { error }]) => error !== null);
    for (const [cell, { label, text, error }] of invalidCells) {
      const exists = grid.mounted.has(cell) || (scope === null && grid.reveal.current?.(cell) === true);
      const mountedCell = grid.mounted.get(cell);
      // A different value may have replaced the text while its row wasn't rendered.
      if (
        !exists ||
        !(cell in grid.store.get().cells) ||
        (mountedCell && !isInScope(scope, mountedCell.input))
      )
        continue;
      mountedCell?.input.focus();
      const t = getMessages(draftMessages);
      toastError(error === 'wholeOnly' ? t.notWhole(label, text) : t.notANumber(label, text));
      return false;
    }
  }
  return true;
});

function isInScope(scope: Element | null, input: HTMLInputElement): boolean {
  return scope ? scope.contains(input) : input.closest('[role="dialog"]') === null;
}
