import { findExceededTypicalQuantity } from '#modules/demand/unusual.ts';
import { ceilToStep, fromMicro, toMicro } from '#core/quantity.ts';
import type { GuideItem } from '../queries.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { orderingMessages } from '../messages.ts';

/** Warning about an unusual quantity; never an error. */
type LineWarning =
  | { kind: 'unlikely'; usual: number }
  | { kind: 'notMultiple'; multiple: number; next: number }
  | { kind: 'kitchenShort'; available: number };

/** Reference quantities of the item, in the unit of the entry; null when unknown. */
type QuantityReferences = Pick<
  GuideItem,
  'par' | 'lastOrderQty' | 'averageQty' | 'orderMultiple' | 'kitchenAvailable'
> & {
  suggestedQty: number | null;
};

/** Returns the most important warning about a quantity, or null. */
export function findLineWarning(item: QuantityReferences, qty: number | null): LineWarning | null {
  if (qty === null || qty <= 0) return null;
  const qtyMicro = toMicro(qty);
  const references = [item.par, item.lastOrderQty, item.averageQty, item.suggestedQty].map((value) =>
    value === null ? null : toMicro(value),
  );
  const usualMicro = findExceededTypicalQuantity(qtyMicro, references);
  if (usualMicro !== null) return { kind: 'unlikely', usual: fromMicro(usualMicro) };
  const stepMicro = item.orderMultiple ? toMicro(item.orderMultiple) : 0;
  if (stepMicro > 0 && qtyMicro % stepMicro !== 0) {
    return {
      kind: 'notMultiple',
      multiple: fromMicro(stepMicro),
      next: fromMicro(ceilToStep(qtyMicro, stepMicro)),
    };
  }
  const available = item.kitchenAvailable;
  return available !== null && qty > available ? { kind: 'kitchenShort', available } : null;
}

/** Returns the text of a warning; null when there is none. */
export function formatLineWarning(
  warning: LineWarning | null,
  qty: number | null,
  unit: string,
): string | null {
  const t = getMessages(orderingMessages).guide.warnings;
  switch (warning?.kind) {
    case 'unlikely':
      return t.unlikely(formatAmount(qty, unit), formatAmount(warning.usual, unit));
    case 'notMultiple':
      return t.notMultiple(formatQuantity(warning.multiple, unit), formatQuantity(warning.next, unit));
    case 'kitchenShort':
      return t.kitchenShort(formatAmount(warning.available, unit));
    case undefined:
      return null;
  }
}

/**
 * Returns the warning for an order line, based on its row in the guide; null if the line uses a different
 * unit.
 */
export function getOrderLineWarning(
  guide: readonly GuideItem[],
  { itemId, unit }: { itemId: string; unit: string },
  qty: number | null,
): string | null {
  const item = guide.find((row) => row.itemId === itemId);
  return item?.unit === unit ? formatLineWarning(findLineWarning(item, qty), qty, item.unitSymbol) : null;
}
