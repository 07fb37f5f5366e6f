/**
 * Whether two values say the same: the keys of an object have no order, and a line ends the same way however its file
 * writes that.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, plainly) === JSON.stringify(b, plainly);
}

function plainly(_: string, value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
