import type { Wastage } from '../shapes.ts';
import { fromE4, toE4, computeValue } from '#core/money.ts';
import { findExceededTypicalQuantity } from '#modules/demand/unusual.ts';
import { convertMicro, toExactOrNull, fromMicro, type Ratio, toMicro } from '#core/quantity.ts';
import type { LocationItemUnit, LocationStock } from '#modules/items/web/location-items.ts';

/**
 * Returns the cost of a quantity at the location's average cost; the server determines the final cost on
 * posting. Null if unknown or beyond the exact number range.
 */
export function computeWasteCost(qty: number, unit: Ratio, { avgCost }: LocationStock): number | null {
  if (avgCost === null) return null;
  const valueE4 = toExactOrNull(() =>
    computeValue(convertMicro(toMicro(qty), unit), toE4(Math.round(avgCost * 1e4) / 1e4)),
  );
  return valueE4 === null ? null : fromE4(valueE4);
}

/** Reason why a quantity is probably a mistake: more than is on hand, or far above any earlier record. */
type WasteWarning = { kind: 'exceedsStock'; onHand: number } | { kind: 'unusual'; usual: number };

/**
 * Returns a warning about a quantity, or null; it never blocks the entry.
 *
 * @param earlierRecords records of the item; only those in the same unit are compared
 */
export function findWasteWarning(
  qty: number,
  unit: LocationItemUnit,
  { onHand }: LocationStock,
  earlierRecords: readonly Pick<Wastage, 'qty' | 'unit'>[],
): WasteWarning | null {
  const qtyMicro = toMicro(qty);
  // A quantity beyond the exact number range exceeds any stock.
  const baseMicro = toExactOrNull(() => convertMicro(qtyMicro, unit)) ?? Number.POSITIVE_INFINITY;
  if (onHand !== null && baseMicro > toMicro(onHand)) return { kind: 'exceedsStock', onHand };
  const comparableQuantities = earlierRecords
    .filter((record) => record.unit === unit.id)
    .map((record) => toMicro(record.qty));
  const usual = findExceededTypicalQuantity(qtyMicro, comparableQuantities);
  return usual === null ? null : { kind: 'unusual', usual: fromMicro(usual) };
}
