import { readQuantity } from '#platform/shapes/read-shape.ts';
import type { OrderLine } from '#modules/orders/shapes.ts';
import { readText } from '#platform/shapes/tolerant.ts';
import { getLineRatio } from '#modules/orders/lines.ts';
import { convertMicro, fromMicro, invertRatio, toMicro } from '#core/quantity.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { getLineErrors } from '#platform/documents/web/line-errors.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { processMessages } from './messages.ts';

/**
 * Maps an error's messages to lines: `items.<lineId>.<field>` from a transition, `items.<n>.<field>` from an
 * edit, and the item with insufficient stock.
 */
export function mapErrorsToLines(
  error: ApiError | null,
  lines: readonly OrderLine[],
  getLineIdAt: (position: number) => string | null,
): Record<string, string> {
  if (error === null) return {};
  const errors: Record<string, string> = {};
  for (const [name, message] of getLineErrors(error)) {
    const lineId = /^\d+$/.test(name) ? getLineIdAt(Number(name)) : name;
    if (lineId !== null) errors[lineId] ??= message;
  }
  const itemId = error.code === 'INSUFFICIENT_STOCK' ? readText(error.details['itemId']) : null;
  for (const line of lines)
    if (line.itemId === itemId)
      errors[line.lineId] ??= describeShortage(error, [line]) ?? getErrorMessage(error);
  return errors;
}

/**
 * Describes insufficient stock in the line's unit rather than in base units. Returns null for other errors,
 * if quantities are missing, and for lots, which the server's message describes better.
 */
export function describeShortage(error: ApiError, lines: readonly OrderLine[]): string | null {
  const { itemId, needed, available, placeName, lot, lots } = error.details;
  const isAboutLots = lot !== undefined || lots !== undefined;
  const line =
    error.code === 'INSUFFICIENT_STOCK' && !isAboutLots
      ? lines.find((candidate) => candidate.itemId === itemId)
      : undefined;
  const [neededQty, availableQty] = [readQuantity(needed), readQuantity(available)];
  if (!line || neededQty === null || availableQty === null) return null;
  const formatInLineUnit = (qty: number) =>
    formatAmount(fromMicro(convertMicro(toMicro(qty), invertRatio(getLineRatio(line)))), line.unitSymbol);
  return getMessages(processMessages).shortage(
    line.itemName,
    readText(placeName) ?? '',
    formatInLineUnit(neededQty),
    formatInLineUnit(availableQty),
  );
}
