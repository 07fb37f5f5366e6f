/** Such ids stand in an address as they are: they hold no dot, and are no place in a list. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^(?!\d+$)[\w-]{1,64}$/.test(value);

/**
 * Where a refusal names a line of a document: `items.<lineId>`, or `items.<n>`, its place in the body, where it has no
 * id yet (or one that no line can have).
 */
export function lineAddress(line: unknown, nth: number): string {
  const lineId = typeof line === 'object' && line !== null && 'lineId' in line ? line.lineId : null;
  return `items.${isId(lineId) ? lineId : nth}`;
}

/** A path into a body, `items.2.reason`, as the address of what it leads to. */
export function resolveLineAddress(body: unknown, path: string): string {
  const [, nth, rest = ''] = /^items\.(\d+)(\..*)?$/.exec(path) ?? [];
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : null;
  if (nth === undefined || !Array.isArray(items)) return path;
  return `${lineAddress(items[Number(nth)], Number(nth))}${rest}`;
}
