import { divideHalfEven, toSafeNumber } from '../quantity.ts';

/** What a day of sales has taken of an item so far, or of one lot of it: less what it gave back. */
export interface PostedUsage {
  itemId: string;
  /** Null where the item is not kept by lots. */
  lotId: string | null;
  lot: string;
  qtyMicro: number;
  valueE4: number;
}

/** What sales of a day still take of an item, or give back of what they took; the ledger chooses the lot of what is taken. */
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
 * What has to move so that a day of sales has taken exactly what is wanted: by difference, so that a day that comes again
 * unchanged moves nothing. What goes back takes its share of the value that it had left with, the last of it all the rest.
 *
 * `wantedMicro` is by item, in base units; an item that is not in it is wanted no more.
 */
export function computeStockSteps(
  wantedMicro: ReadonlyMap<string, number>,
  taken: readonly PostedUsage[],
): StockStep[] {
  const steps: StockStep[] = [];
  const byItem = Map.groupBy(taken, ({ itemId }) => itemId);
  for (const itemId of new Set([...wantedMicro.keys(), ...byItem.keys()])) {
    const own = byItem.get(itemId) ?? [];
    const soFar = own.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
    const more = (wantedMicro.get(itemId) ?? 0) - soFar;
    if (more > 0) steps.push({ kind: 'consumption', itemId, qtyMicro: more });
    let back = Math.max(0, -more);
    // What was taken last goes back first.
    for (const part of own.toReversed()) {
      const qtyMicro = Math.min(back, part.qtyMicro);
      if (qtyMicro <= 0) continue;
      back -= qtyMicro;
      const { lotId, lot } = part;
      steps.push({
        kind: 'consumption_reversal',
        itemId,
        qtyMicro,
        valueE4: shareE4(part, qtyMicro),
        lotId,
        lot,
      });
    }
  }
  return steps;
}

/** The share of a value that so much of its quantity has; of all of it all. */
function shareE4({ valueE4, qtyMicro: of }: PostedUsage, qtyMicro: number): number {
  return toSafeNumber(divideHalfEven(BigInt(valueE4) * BigInt(qtyMicro), BigInt(of)));
}
