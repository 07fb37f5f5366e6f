import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { defineDraft, draftLimits } from './drafts.ts';

/** Reason why the text of a quantity cell is invalid: not a number, or a fraction of an indivisible unit. */
export type PendingCellError = 'notAQuantity' | 'wholeOnly';

/** Text of a grid cell that isn't in the grid's own draft yet, because the user is still typing or it is invalid. */
export interface PendingCell {
  text: string;
  /**
   * The value that the cell had before the text was typed. If the cell gets another value (a fill, a server
   * response), that value replaces the text.
   */
  previousValue: number | null;
  /** Error in the text; null if the text is empty or a valid quantity. */
  error: PendingCellError | null;
  /** Name of the line, for error messages. */
  label: string;
}

export interface PendingCells {
  cells: Readonly<Record<string, PendingCell>>;
  /** Epoch ms. */
  savedAt: number;
}

const cellErrors: readonly PendingCellError[] = ['notAQuantity', 'wholeOnly'];

/**
 * Pending cells by user and grid, stored on the device at every keystroke, so that nothing is lost when a row
 * scrolls out of view.
 */
export const pendingCells = defineDraft<PendingCells>({
  name: 'typed-cells',
  empty: () => ({ cells: {}, savedAt: 0 }),
  isEmpty: ({ cells }) => Object.keys(cells).length === 0,
  read(stored) {
    const savedAt = readNumberValue(stored['savedAt']);
    if (savedAt === null) return null;
    const cells = Object.entries(readRecord(stored['cells'])).map(([cell, value]) => {
      const { text, previousValue, error, label } = readRecord(value);
      return [
        cell,
        {
          text: readText(text) ?? '',
          previousValue: readNumberValue(previousValue),
          error: cellErrors.find((cellError) => cellError === error) ?? null,
          label: readText(label) ?? '',
        },
      ] as const;
    });
    return { cells: Object.fromEntries(cells), savedAt };
  },
  limits: draftLimits,
});

/** Discards the pending text of a grid's cells; called when the grid's own draft is discarded. */
export function discardPendingCells(userId: string, grid: string): void {
  pendingCells.open(userId, grid).discard();
}
