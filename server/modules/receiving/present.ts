import { wireOf } from '#contract/document-rows.ts';
import {
  goodsReceiptSummary,
  goodsReceiptLine,
  type GoodsReceipt,
  type GoodsReceiptLine,
  type GoodsReceiptSummary,
} from '#contract/shapes/goods-receipts.ts';
import { fromE4, valueAtPrice } from '#domain/money.ts';
import type { Actor } from '#domain/permissions.ts';
import { exactOrNull } from '#domain/quantity.ts';
import type { Queryable } from '../../db/types.ts';
import { allowedTransitions } from '../../documents/transitions.ts';
import { readHistory } from '../../documents/history.ts';
import { receiptDocument } from '../../documents/purchasing-and-production.ts';
import type { ReceiptHeader, StoredReceiptLine, LoadedReceipt } from './rows.ts';

/** Presents one goods receipt for this actor. */
export async function presentReceipt(
  db: Queryable,
  { head, lines }: LoadedReceipt,
  actor: Actor,
): Promise<GoodsReceipt> {
  return {
    ...toReceiptSummary(head),
    items: lines.map(toLine),
    statusHistory: await readHistory(db, receiptDocument, head._id),
    allowedMoves: allowedTransitions(receiptDocument, { head, lines }, actor),
  };
}

/** Converts a receipt to its list row. */
export const toReceiptSummary = (head: ReceiptHeader): GoodsReceiptSummary =>
  wireOf(goodsReceiptSummary, head, {});

const toLine = (line: StoredReceiptLine): GoodsReceiptLine =>
  wireOf(goodsReceiptLine, line, {
    value({ qtyMicro, priceMicro }) {
      const valueE4 = exactOrNull(() => valueAtPrice(qtyMicro, priceMicro));
      return valueE4 === null ? null : fromE4(valueE4);
    },
  });
