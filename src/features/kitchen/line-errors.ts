import type { OrderLine } from '#contract/orders.ts';
import { text } from '#contract/tolerant.ts';
import type { ApiError } from '#src/lib/api/api-error.ts';

/**
 * A refusal's sentences by the line they are about: `items.<lineId>.<field>` from a move, `items.<n>.<field>` from
 * an edit, and the item that there is not enough of.
 */
export function lineErrors(
  error: ApiError | null,
  lines: readonly OrderLine[],
  lineAt: (position: number) => string | null,
): Record<string, string> {
  if (error === null) return {};
  const found: Record<string, string> = {};
  for (const [path, sentence] of Object.entries(error.fields)) {
    const name = /^items\.([^.]+)/.exec(path)?.[1];
    if (name === undefined) continue;
    const lineId = /^\d+$/.test(name) ? lineAt(Number(name)) : name;
    if (lineId !== null) found[lineId] ??= sentence;
  }
  const itemId = error.code === 'INSUFFICIENT_STOCK' ? text(error.details['itemId']) : null;
  for (const line of lines) if (line.itemId === itemId) found[line.lineId] ??= error.message;
  return found;
}
