import { sameValue } from '#domain/same-value.ts';

/**
 * What an undo leaves of rows that were changed at once: only what that change changed, and what nobody has changed
 * since, goes back. Everything else stays as it is now.
 *
 * @param before the rows as they were before the change
 * @param after the rows as the change left them
 * @param now the rows as they are now
 */
export function undoChange<V>(
  before: Readonly<Record<string, V>>,
  after: Readonly<Record<string, V>>,
  now: Readonly<Record<string, V>>,
): Record<string, V> {
  const left = { ...now };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (sameValue(before[key], after[key]) || !sameValue(now[key], after[key])) continue;
    const former = before[key];
    if (former === undefined) delete left[key];
    else left[key] = former;
  }
  return left;
}
