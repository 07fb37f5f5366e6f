import type { TypicalQuantity } from '#contract/typical-quantities.ts';
import { typicalQuantityIfExceeded, typicalPriceIfUnusual } from '#domain/planning/unusual.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { unlikelyMessages } from './messages.ts';

/** Says of an amount that it is far beyond what is known, in the same unit: `200 kg: usually 2 kg`. It asks, and never refuses. */
export function unusualQuantity(
  qty: number | null,
  known: readonly (number | null | undefined)[],
  unit: string,
): string | null {
  if (qty === null) return null;
  const usual = typicalQuantityIfExceeded(
    qty,
    known.map((amount) => amount ?? null),
  );
  return usual === null
    ? null
    : messagesOf(unlikelyMessages).amount(formatAmount(qty, unit), formatAmount(usual, unit));
}

/** The same of a price that is far from the one so far, either way. */
export function unusualPrice(
  price: number | null,
  last: number | null,
  money: (amount: number) => string,
): string | null {
  const known = price === null ? null : typicalPriceIfUnusual(price, last);
  return price === null || known === null
    ? null
    : messagesOf(unlikelyMessages).price(money(price), money(known));
}

/** What is usual of an item in what it is counted in; undefined where nobody knows. */
export const getTypicalQuantity = (
  usual: readonly TypicalQuantity[] | undefined,
  itemId: string,
  counted: string | null | undefined,
): number | undefined => usual?.find((row) => row.itemId === itemId && row.counted === counted)?.qty;
