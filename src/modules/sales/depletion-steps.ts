import { divideHalfEven, toSafeNumber } from '#core/quantity.ts';

/** Net quantity posted for a day of sales, by item or lot. */
export interface PostedUsage {
  itemId: string;
  /** Null if the item isn't tracked by lot. */
  lotId: string | null;
  lot: string;
  qtyMicro: number;
  valueE4: number;
}

/**
 * A posting for sales of a day: issue more of an item, or return some; the ledger chooses the lot of an
 * issue.
 */
export type StockStep =
  | { kind: 'consumption'; itemId: string; qtyMicro: number }
  | {
      kind: 'consumption_reversal';
      itemId: string;
      qtyMicro: number;
      valueE4: number;
      lotId: string | null;
      lot: string;
    };

/**
 * Computes the postings needed so that a day of sales depletes exactly the required quantities. Only
 * differences are posted, so an unchanged day posts nothing. Returns have a proportional share of the issued
 * value; the last one has the whole remainder. `requiredMicro` is the required quantity by item, in millionths
 * of the base unit; 0 for items that are absent.
 */
export function computeStockSteps(
  requiredMicro: ReadonlyMap<string, number>,
  posted: readonly PostedUsage[],
): StockStep[] {
  const steps: StockStep[] = [];
  const byItem = Map.groupBy(posted, ({ itemId }) => itemId);
  for (const itemId of new Set([...requiredMicro.keys(), ...byItem.keys()])) {
    const itemUsage = byItem.get(itemId) ?? [];
    const postedMicro = itemUsage.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
    const missingMicro = (requiredMicro.get(itemId) ?? 0) - postedMicro;
    if (missingMicro > 0) steps.push({ kind: 'consumption', itemId, qtyMicro: missingMicro });
    let returnMicro = Math.max(0, -missingMicro);
    // The last issue is returned first.
    for (const part of itemUsage.toReversed()) {
      const qtyMicro = Math.min(returnMicro, part.qtyMicro);
      if (qtyMicro <= 0) continue;
      returnMicro -= qtyMicro;
      const { lotId, lot } = part;
      steps.push({
        kind: 'consumption_reversal',
        itemId,
        qtyMicro,
        valueE4: computeShareE4(part, qtyMicro),
        lotId,
        lot,
      });
    }
  }
  return steps;
}

/** Returns the share of a value for part of its quantity; all of it for the whole quantity. */
function computeShareE4({ valueE4, qtyMicro: postedMicro }: PostedUsage, qtyMicro: number): number {
  return toSafeNumber(divideHalfEven(BigInt(valueE4) * BigInt(qtyMicro), BigInt(postedMicro)));
}
