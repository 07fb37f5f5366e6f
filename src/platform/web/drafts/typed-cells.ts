import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { defineDraft, latestDrafts } from './drafts.ts';

/** The reason why the text of a quantity cell is invalid: not a number, or a fraction of an indivisible unit. */
export type TypedCellFault = 'notAQuantity' | 'wholeOnly';

/** Text of a grid cell that is not in the grid's own draft yet, because it is being typed or is invalid. */
export interface TypedCell {
  text: string;
  /**
   * The cell's value when the text was typed. If the value changes (a fill, a server response), it replaces
   * the text.
   */
  over: number | null;
  /** Null if the text is empty or a valid quantity. */
  fault: TypedCellFault | null;
  /** Name of the line, for error messages. */
  label: string;
}

export interface TypedCells {
  cells: Readonly<Record<string, TypedCell>>;
  /** Epoch ms. */
  savedAt: number;
}

const faults: readonly TypedCellFault[] = ['notAQuantity', 'wholeOnly'];

/**
 * Typed text by user and grid, stored on the device at every keystroke, so that nothing is lost when a row
 * scrolls out of view.
 */
export const typedCells = defineDraft<TypedCells>({
  name: 'typed-cells',
  empty: () => ({ cells: {}, savedAt: 0 }),
  isEmpty: ({ cells }) => Object.keys(cells).length === 0,
  read(stored) {
    const savedAt = readNumberValue(stored['savedAt']);
    if (savedAt === null) return null;
    const cells = Object.entries(readRecord(stored['cells'])).map(([cell, value]) => {
      const { text: typed, over, fault, label } = readRecord(value);
      return [
        cell,
        {
          text: readText(typed) ?? '',
          over: readNumberValue(over),
          fault: faults.find((known) => known === fault) ?? null,
          label: readText(label) ?? '',
        },
      ] as const;
    });
    return { cells: Object.fromEntries(cells), savedAt };
  },
  limits: latestDrafts,
});

/** Discards the uncommitted text of a grid's cells, along with the draft it belongs to. */
export function discardTypedCells(userId: string, grid: string): void {
  typedCells.open(userId, grid).discard();
}
