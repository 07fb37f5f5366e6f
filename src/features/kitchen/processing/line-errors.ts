import { readQuantity } from '#contract/document-fields.ts';
import type { OrderLine } from '#contract/orders.ts';
import { readText } from '#contract/tolerant.ts';
import { lineRatio } from '#domain/orders/lines.ts';
import { convertMicro, fromMicro, invertRatio, toMicro } from '#domain/quantity.ts';
import type { ApiError } from '#src/lib/api/api-error.ts';
import { lineProblems } from '#src/entities/document/line-problem.ts';
import { errorMessage } from '#src/lib/api/localize-error.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { processMessages } from './messages.ts';

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
  for (const [name, sentence] of lineProblems(error)) {
    const lineId = /^\d+$/.test(name) ? lineAt(Number(name)) : name;
    if (lineId !== null) found[lineId] ??= sentence;
  }
  const itemId = error.code === 'INSUFFICIENT_STOCK' ? readText(error.details['itemId']) : null;
  for (const line of lines)
    if (line.itemId === itemId) found[line.lineId] ??= shortageText(error, [line]) ?? errorMessage(error);
  return found;
}

/**
 * What there is not enough of, in the unit of the line that wanted it: the server counts in base units, and people pick
 * bags. Null for any other refusal, where the server does not say how much, and where it names lots, which it says better.
 */
export function shortageText(error: ApiError, lines: readonly OrderLine[]): string | null {
  const { itemId, wanted, available, placeName, lot, lots } = error.details;
  const isOfLots = lot !== undefined || lots !== undefined;
  const line =
    error.code === 'INSUFFICIENT_STOCK' && !isOfLots
      ? lines.find((each) => each.itemId === itemId)
      : undefined;
  const [wants, has] = [readQuantity(wanted), readQuantity(available)];
  if (!line || wants === null || has === null) return null;
  const inUnits = (qty: number) =>
    formatAmount(fromMicro(convertMicro(toMicro(qty), invertRatio(lineRatio(line)))), line.unitSymbol);
  return messagesOf(processMessages).shortage(
    line.itemName,
    readText(placeName) ?? '',
    inUnits(wants),
    inUnits(has),
  );
}
