import { computeExpectedBilling, computeNextAmountPart } from '../match.ts';
import { allocateByWeight } from '#modules/goods-receipts/landed-cost.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import {
  type ReceivedLine,
  selectLinesOfReceipts,
  type InvoiceHeader,
  type InvoiceLine,
  selectActiveMatches,
} from './rows.ts';

/**
 * Returns whether a receipt line is entirely free, so that only its share of freight and charges can be
 * billed.
 */
export const isFreeLine = ({
  qtyMicro,
  freeQtyMicro,
}: Pick<ReceivedLine, 'qtyMicro' | 'freeQtyMicro'>): boolean => qtyMicro === 0 && freeQtyMicro > 0;

/**
 * Returns the quantity of received free goods that an invoice line without a price refers to, in the line's
 * unit.
 */
export const getReceivedFreeMicro = (line: InvoiceLine, receivedLine: ReceivedLine | undefined): number =>
  receivedLine && isFreeLine(receivedLine) && line.priceMicro === 0
    ? Math.min(line.qtyMicro, receivedLine.freeQtyMicro)
    : 0;

/**
 * Returns whether the invoice settles expected freight and charges; an invoice without freight leaves them
 * open.
 */
export const settlesCharges = ({ kind, freightE4 }: InvoiceHeader): boolean =>
  kind === 'invoice' && freightE4 !== null;

/** Freight of free goods that is settled with a paid line of the same receipt, in base currency. */
export interface FreeFreightShare {
  freeLine: ReceivedLine;
  shareE4: number;
}

/**
 * Allocates the freight and charges of free goods to the paid lines of their receipts, in proportion to
 * value. Free goods with an invoice line of their own are excluded.
 */
export async function loadFreeFreightShares(
  db: Queryable,
  header: InvoiceHeader,
  receiptLines: readonly ReceivedLine[],
): Promise<ReadonlyMap<string, FreeFreightShare[]>> {
  const shares = new Map<string, FreeFreightShare[]>();
  const receipts = [...new Set(receiptLines.map(({ receiptId }) => receiptId))];
  if (receipts.length === 0 || !settlesCharges(header)) return shares;
  const receiptLineIds = new Set(receiptLines.map(({ lineId }) => lineId));
  const byReceipt = Map.groupBy(await selectLinesOfReceipts(db, receipts), ({ receiptId }) => receiptId);
  for (const lines of byReceipt.values()) {
    const paidLines = lines.filter(({ qtyMicro }) => qtyMicro > 0);
    if (paidLines.length === 0) continue;
    const values = paidLines.map((line) => BigInt(computeExpectedBilling(line)[0] ?? 0));
    for (const freeLine of lines.filter(
      (line) => isFreeLine(line) && line.chargeE4 > 0 && !receiptLineIds.has(line.lineId),
    ))
      for (const [index, shareE4] of allocateByWeight(freeLine.landedValueE4, values).entries()) {
        const { lineId } = paidLines[index] as ReceivedLine;
        shares.set(lineId, [...(shares.get(lineId) ?? []), { freeLine, shareE4 }]);
      }
  }
  return shares;
}

/**
 * Returns the open freight and charges on free goods, in the receipt's currency, by the first invoice line
 * that refers to them.
 */
export async function loadFreeFreightCharges(
  db: Queryable,
  header: InvoiceHeader,
  lines: readonly Pick<InvoiceLine, 'lineId' | 'receiptLineId'>[],
  receiptLines: ReadonlyMap<string, ReceivedLine>,
): Promise<ReadonlyMap<string, number>> {
  const freeLines = [...receiptLines.values()].filter(
    (receiptLine) => isFreeLine(receiptLine) && receiptLine.chargeE4 > 0,
  );
  if (freeLines.length === 0 || !settlesCharges(header)) return new Map();
  const settledByLine = Map.groupBy(
    await selectActiveMatches(
      db,
      freeLines.map(({ lineId }) => lineId),
    ),
    ({ receiptLineId }) => receiptLineId,
  );
  return new Map(
    freeLines.flatMap(({ lineId, chargeE4, landedValueE4 }): [string, number][] => {
      const line = lines.find(({ receiptLineId }) => receiptLineId === lineId);
      if (!line) return [];
      const releasedE4 = (settledByLine.get(lineId) ?? []).reduce(
        (sum, row) => sum + row.releasedChargeE4,
        0,
      );
      return [[line.lineId, computeNextAmountPart(chargeE4, landedValueE4 - releasedE4, landedValueE4, 0)]];
    }),
  );
}
