import { sameValue } from '#core/same-value.ts';

/**
 * Undoes a bulk change of rows: restores only rows that the change touched and that have not changed since.
 *
 * @param before the rows before the change
 * @param after the rows after the change
 * @param now the current rows
 */
export function undoChange<V>(
  before: Readonly<Record<string, V>>,
  after: Readonly<Record<string, V>>,
  now: Readonly<Record<string, V>>,
): Record<string, V> {
  const result = { ...now };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (sameValue(before[key], after[key]) || !sameValue(now[key], after[key])) continue;
    const former = before[key];
    if (former === undefined) delete result[key];
    else result[key] = former;
  }
  return result;
}
