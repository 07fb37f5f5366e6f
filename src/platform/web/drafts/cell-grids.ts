import { messagesOf } from '#platform/web/i18n/messages.ts';
import type { Store } from '#platform/web/store.ts';
import { toastError } from '#platform/web/toast.ts';
import { draftMessages } from './messages.ts';
import { topDialog } from '#platform/web/scanning/scan-layer.ts';
import { setCommitCells } from './commit-cells.ts';
import { type TypedCell, type TypedCells, typedCells } from './typed-cells.ts';

/** A cell on screen. */
interface MountedCell {
  input: HTMLInputElement;
  /** Commits the typed text, as leaving the cell does. */
  commit(): void;
}

/** A grid's typed text. Rows that aren't rendered retain their text here. */
export interface CellGridModel {
  store: Store<TypedCells>;
  mounted: Map<string, MountedCell>;
  /** For windowed grids: scrolls the row of a cell into view. False if the row no longer exists. */
  reveal: { current: ((cell: string) => boolean) | undefined };
}

/** Grids on screen, in the order they appeared. */
export const gridsOnScreen = new Set<CellGridModel>();

export function setReveal(grid: CellGridModel, reveal: ((cell: string) => boolean) | undefined): void {
  grid.reveal.current = reveal;
}

export function createCellGrid(store: Store<TypedCells>): CellGridModel {
  return { store, mounted: new Map(), reveal: { current: undefined } };
}

export function storeTypedText(
  { store }: Pick<CellGridModel, 'store'>,
  cell: string,
  typed: TypedCell,
): void {
  store.set({ cells: { ...store.get().cells, [cell]: typed }, savedAt: Date.now() });
}

export function removeTypedText({ store }: Pick<CellGridModel, 'store'>, ...cells: readonly string[]): void {
  const { cells: storedCells } = store.get();
  if (!cells.some((cell) => cell in storedCells)) return;
  const remainingCells = Object.entries(storedCells).filter(([cell]) => !cells.includes(cell));
  store.set({ cells: Object.fromEntries(remainingCells), savedAt: Date.now() });
}

/**
 * Stores pasted text that can't be parsed for a cell that may not be rendered, so that the user can correct
 * it.
 */
export function storeUnreadableText(
  userId: string,
  name: string,
  cell: string,
  typed: Pick<TypedCell, 'text' | 'over' | 'label'>,
): void {
  storeTypedText({ store: typedCells.open(userId, name) }, cell, { ...typed, fault: 'notAQuantity' });
}

const scopeSelector = '[data-cell-scope], [role="dialog"]';

setCommitCells((near) => {
  const scope = near ? near.closest(scopeSelector) : topDialog();
  for (const grid of gridsOnScreen) {
    for (const { input, commit } of grid.mounted.values()) if (isInScope(scope, input)) commit();
    const unreadable = Object.entries(grid.store.get().cells).filter(([, { fault }]) => fault !== null);
    for (const [cell, { label, text, fault }] of unreadable) {
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
      const t = messagesOf(draftMessages);
      toastError(fault === 'wholeOnly' ? t.notWhole(label, text) : t.unreadable(label, text));
      return false;
    }
  }
  return true;
});

function isInScope(scope: Element | null, input: HTMLInputElement): boolean {
  return scope ? scope.contains(input) : input.closest('[role="dialog"]') === null;
}
