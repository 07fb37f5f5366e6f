import type { TypicalQuantity } from '#platform/documents/typical-quantities-shape.ts';
import { findExceededTypicalQuantity, findUnusualPriceReference } from '#modules/demand/unusual.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { unusualMessages } from './unusual-messages.ts';

/**
 * Returns a warning for a quantity far above the reference quantities: `200 kg: usually 2 kg`; null if it
 * isn't unusual. Never blocks the entry.
 */
export function warnUnusualQuantity(
  qty: number | null,
  references: readonly (number | null | undefined)[],
  unit: string,
): string | null {
  if (qty === null) return null;
  const usual = findExceededTypicalQuantity(
    qty,
    references.map((amount) => amount ?? null),
  );
  return usual === null
    ? null
    : getMessages(unusualMessages).amount(formatAmount(qty, unit), formatAmount(usual, unit));
}

/** Returns a warning for a price that is far above or below the last one; otherwise null. */
export function warnUnusualPrice(
  price: number | null,
  last: number | null,
  money: (amount: number) => string,
): string | null {
  const typical = price === null ? null : findUnusualPriceReference(price, last);
  return price === null || typical === null
    ? null
    : getMessages(unusualMessages).price(money(price), money(typical));
}

/** Returns the typical quantity of an item in a unit; undefined if unknown. */
export const getTypicalQuantity = (
  usual: readonly TypicalQuantity[] | undefined,
  itemId: string,
  counted: string | null | undefined,
): number | undefined => usual?.find((row) => row.itemId === itemId && row.unitOrPackId === counted)?.qty;
