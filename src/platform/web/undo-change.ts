import { isSameValue } from '#core/same-value.ts';

/**
 * Undoes a bulk change of rows: restores only rows that the change touched and that have not changed since.
 *
 * @param before the rows before the change
 * @param after the rows after the change
 * @param current the current rows
 */
export function undoChange<V>(
  before: Readonly<Record<string, V>>,
  after: Readonly<Record<string, V>>,
  current: Readonly<Record<string, V>>,
): Record<string, V> {
  const result = { ...current };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isSameValue(before[key], after[key]) || !isSameValue(current[key], after[key])) continue;
    const previous = before[key];
    if (previous === undefined) delete result[key];
    else result[key] = previous;
  }
  return result;
}
