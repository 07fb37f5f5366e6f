import { expectedToBeBilled, nextAmountPart } from '#domain/purchasing/match.ts';
import { allocateByWeight } from '#domain/purchasing/landed-cost.ts';
import type { Queryable } from '../../db/types.ts';
import { type Came, camesOfReceipts, type Head, type Line, matchesWith } from './rows.ts';

/** Whether all of a received line came free: nothing of it can be billed but its share of freight and charges. */
export const isFree = ({ qtyMicro, freeQtyMicro }: Pick<Came, 'qtyMicro' | 'freeQtyMicro'>): boolean =>
  qtyMicro === 0 && freeQtyMicro > 0;

/** How much of the free goods that an invoice line names at no price was received, in what the line counts. */
export const freeMicro = (line: Line, named: Came | undefined): number =>
  named && isFree(named) && line.priceMicro === 0 ? Math.min(line.qtyMicro, named.freeQtyMicro) : 0;

/** Whether an invoice settles the freight and charges that receipts expect: an invoice without freight leaves them open. */
export const settlesCharges = ({ kind, freightE4 }: Head): boolean =>
  kind === 'invoice' && freightE4 !== null;

/** The part of the freight of free goods that is settled with a paid line of their receipt, in the money of the business. */
export interface FreeShare {
  free: Came;
  shareE4: number;
}

/**
 * The freight and charges of free goods by the paid lines of their receipts, in proportion to the value of those lines. Free goods that
 * the invoice names have a line of their own and are left out.
 */
export async function readFreeShares(
  db: Queryable,
  head: Head,
  cames: readonly Came[],
): Promise<ReadonlyMap<string, FreeShare[]>> {
  const shares = new Map<string, FreeShare[]>();
  const receipts = [...new Set(cames.map(({ receiptId }) => receiptId))];
  if (receipts.length === 0 || !settlesCharges(head)) return shares;
  const named = new Set(cames.map(({ lineId }) => lineId));
  const byReceipt = Map.groupBy(await camesOfReceipts(db, receipts), ({ receiptId }) => receiptId);
  for (const own of byReceipt.values()) {
    const paid = own.filter(({ qtyMicro }) => qtyMicro > 0);
    if (paid.length === 0) continue;
    const values = paid.map((line) => BigInt(expectedToBeBilled(line)[0] ?? 0));
    for (const free of own.filter((line) => isFree(line) && line.chargeE4 > 0 && !named.has(line.lineId)))
      for (const [at, shareE4] of allocateByWeight(free.landedValueE4, values).entries()) {
        const { lineId } = paid[at] as Came;
        shares.set(lineId, [...(shares.get(lineId) ?? []), { free, shareE4 }]);
      }
  }
  return shares;
}

/** The freight and charges that free goods still expect, by the first invoice line that names them, in the money of their receipt. */
export async function readFreeCharges(
  db: Queryable,
  head: Head,
  lines: readonly Pick<Line, 'lineId' | 'receiptLineId'>[],
  cames: ReadonlyMap<string, Came>,
): Promise<ReadonlyMap<string, number>> {
  const free = [...cames.values()].filter((came) => isFree(came) && came.chargeE4 > 0);
  if (free.length === 0 || !settlesCharges(head)) return new Map();
  const settled = Map.groupBy(
    await matchesWith(
      db,
      free.map(({ lineId }) => lineId),
    ),
    ({ receiptLineId }) => receiptLineId,
  );
  return new Map(
    free.flatMap(({ lineId, chargeE4, landedValueE4 }): [string, number][] => {
      const line = lines.find(({ receiptLineId }) => receiptLineId === lineId);
      if (!line) return [];
      const doneE4 = (settled.get(lineId) ?? []).reduce((sum, row) => sum + row.releasedChargeE4, 0);
      return [[line.lineId, nextAmountPart(chargeE4, landedValueE4 - doneE4, landedValueE4, 0)]];
    }),
  );
}
