/** Ids that can be part of a path: they contain no dot and aren't an index. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^(?!\d+$)[\w-]{1,64}$/.test(value);

/**
 * Returns the path of a line in errors: `items.<lineId>`, or `items.<n>` (index in the body) if it has no
 * valid id yet.
 */
export function lineAddress(line: unknown, index: number): string {
  const lineId = typeof line === 'object' && line !== null && 'lineId' in line ? line.lineId : null;
  return `items.${isId(lineId) ? lineId : index}`;
}

/** Converts a body path such as `items.2.reason` to the path used for that line in errors. */
export function resolveLineAddress(body: unknown, path: string): string {
  const [, index, rest = ''] = /^items\.(\d+)(\..*)?$/.exec(path) ?? [];
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : null;
  if (index === undefined || !Array.isArray(items)) return path;
  return `${lineAddress(items[Number(index)], Number(index))}${rest}`;
}
