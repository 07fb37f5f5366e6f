/**
 * Appends cells that begin with a space to the preceding cell, in a row of more than `count` cells: an
 * unquoted `Rua do Mercado, 12` is one text.
 */
export function rejoinCells<Cell>(cells: readonly Cell[], count: number, separator = ','): (Cell | string)[] {
  const rejoined: (Cell | string)[] = [];
  let surplus = cells.length - count;
  for (const cell of cells) {
    const previous = rejoined.at(-1);
    const continuesPrevious = surplus > 0 && typeof previous === 'string' && beginsWithSpace(cell);
    if (continuesPrevious) surplus -= 1;
    if (continuesPrevious) rejoined[rejoined.length - 1] = `${previous}${separator}${cell}`;
    else rejoined.push(cell);
  }
  return rejoined;
}

/** Returns whether a cell looks like the second part of a text that was split at a separator. */
export const beginsWithSpace = (cell: unknown): cell is string =>
  typeof cell === 'string' && cell.startsWith(' ');
