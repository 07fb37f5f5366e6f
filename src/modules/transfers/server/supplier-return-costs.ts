import { computeNextAmountPart } from '#modules/supplier-invoices/match.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { TransferHeader, StoredTransferLine } from './rows.ts';

/** Receipts from a supplier at a location, newest first. */
const selectReceiptLines = statement((db, supplier: string, place: string, items: readonly string[]) =>
  db
    .selectFrom('goodsReceiptLines as line')
    .innerJoin('goodsReceipts as receipt', 'receipt._id', 'line.receiptId')
    .select(['line.lineId', 'line.itemId', 'line.lot', 'line.baseQtyMicro', 'line.landedValueE4'])
    .where('receipt.supplier', '=', supplier)
    .where('receipt.place', '=', place)
    .where('line.itemId', 'in', items)
    .where('line.isReversed', '=', 0)
    .where('line.baseQtyMicro', '>', 0)
    .orderBy('receipt.receivedAt', 'desc')
    .orderBy('line.lineId', 'desc'),
);
const selectInvoiceDifferences = statement((db, lines: readonly string[]) =>
  db
    .selectFrom('invoiceMatches')
    .select(['receiptLineId', 'stockE4', 'varianceE4'])
    .where('receiptLineId', 'in', lines)
    .where('transferId', 'is', null)
    .where('reversedDay', 'is', null),
);

/**
 * Loads the purchase costs of goods returned to a supplier, from its latest receipts of the item (and lot),
 * corrected by invoices and credits. Null if less was received; in that case, the average cost applies.
 */
export async function loadSupplierReturnCosts(
  db: Queryable,
  { from, to }: Pick<TransferHeader, 'from' | 'to'>,
  lines: readonly Pick<StoredTransferLine, 'itemId'>[],
): Promise<(itemId: string, lot: string, qtyMicro: number) => number | null> {
  const items = [...new Set(lines.map(({ itemId }) => itemId))];
  const receipts = items.length > 0 ? await selectReceiptLines(db, to, from, items) : [];
  const differences =
    receipts.length > 0
      ? await selectInvoiceDifferences(
          db,
          receipts.map(({ lineId }) => lineId),
        )
      : [];
  const differencesByLine = Map.groupBy(differences, ({ receiptLineId }) => receiptLineId);
  return (itemId, lot, qtyMicro) => {
    let [leftMicro, valueE4] = [qtyMicro, 0];
    for (const line of receipts) {
      if (line.itemId !== itemId || (lot !== '' && line.lot !== lot)) continue;
      const partMicro = Math.min(leftMicro, line.baseQtyMicro);
      const differenceE4 = (differencesByLine.get(line.lineId) ?? []).reduce(
        (sum, { stockE4, varianceE4 }) => sum + stockE4 + varianceE4,
        0,
      );
      valueE4 += computeNextAmountPart(line.landedValueE4 + differenceE4, partMicro, line.baseQtyMicro, 0);
      leftMicro -= partMicro;
      if (leftMicro === 0) return valueE4;
    }
    return null;
  };
}
