/**
 * Keyboard navigation in a column of quantity cells. Cells of one column have the same
 * `data-quantity-column`; their grid is the nearest `data-quantity-grid`.
 */

/** Event that sets a cell's text as if the user had typed it and left the cell. */
export const fillEvent = 'quantity-fill';

/** Focuses the next (1) or previous (-1) cell of the column; false if there is none. */
export function focusNextCell(cell: HTMLInputElement, step: 1 | -1): boolean {
  const cells = listColumnCells(cell);
  const next = cells[cells.indexOf(cell) + step];
  next?.focus();
  return next !== undefined;
}

/** Fills the cell and those below it with one text each. Returns the number of filled cells. */
export function fillDown(cell: HTMLInputElement, texts: readonly string[]): number {
  const cells = listColumnCells(cell);
  const filledCells = cells.slice(cells.indexOf(cell), cells.indexOf(cell) + texts.length);
  filledCells.forEach((target, row) => {
    target.dispatchEvent(new CustomEvent(fillEvent, { detail: texts[row] }));
  });
  return filledCells.length;
}

function listColumnCells(cell: HTMLInputElement): HTMLInputElement[] {
  const sheet = cell.closest('[data-quantity-grid]') ?? document;
  const cells = sheet.querySelectorAll<HTMLInputElement>('input[data-quantity-column]:not(:disabled)');
  return Array.from(cells).filter(
    (other) => other.dataset['quantityColumn'] === cell.dataset['quantityColumn'],
  );
}
