/**
 * Rejoins cells that begin with a space in a row of more than `count` cells: `Rua do Mercado, 12` without quotes
 * is one text.
 */
export function rejoinCells<Cell>(cells: readonly Cell[], count: number, separator = ','): (Cell | string)[] {
  const whole: (Cell | string)[] = [];
  let surplus = cells.length - count;
  for (const cell of cells) {
    const before = whole.at(-1);
    const isRest = surplus > 0 && typeof before === 'string' && beginsWithSpace(cell);
    if (isRest) surplus -= 1;
    if (isRest) whole[whole.length - 1] = `${before}${separator}${cell}`;
    else whole.push(cell);
  }
  return whole;
}

/** Whether a cell looks like the rest of a text that a separator split. */
export const beginsWithSpace = (cell: unknown): cell is string =>
  typeof cell === 'string' && cell.startsWith(' ');
