import { toWire } from '#platform/documents/document-rows.ts';
import {
  goodsReceiptSummary,
  goodsReceiptLine,
  type GoodsReceipt,
  type GoodsReceiptLine,
  type GoodsReceiptSummary,
} from '../shapes.ts';
import { fromE4, computeValueAtPrice } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { toExactOrNull } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { allowedTransitions } from '#platform/documents/server/transitions.ts';
import { readHistory } from '#platform/documents/server/history.ts';
import { loadListPrices } from '#modules/purchase-orders/server/list-prices.ts';
import { receiptDocument } from './definition.ts';
import type { ReceiptHeader, StoredReceiptLine, LoadedReceipt } from './rows.ts';

/** Presents a goods receipt to an actor. */
export async function presentReceipt(
  db: Queryable,
  { header, lines }: LoadedReceipt,
  actor: Actor,
): Promise<GoodsReceipt> {
  const getListPrice = await loadListPrices(db, lines);
  return {
    ...toReceiptSummary(header),
    items: lines.map((line) => toLine(line, getListPrice(line))),
    statusHistory: await readHistory(db, receiptDocument, header._id),
    allowedMoves: allowedTransitions(receiptDocument, { header, lines }, actor),
  };
}

/** Converts a receipt to its list row. */
export const toReceiptSummary = (header: ReceiptHeader): GoodsReceiptSummary =>
  toWire(goodsReceiptSummary, header, {});

const toLine = (line: StoredReceiptLine, listPrice: number | null): GoodsReceiptLine =>
  toWire(goodsReceiptLine, line, {
    listPrice: () => listPrice,
    value({ qtyMicro, priceMicro }) {
      const valueE4 = toExactOrNull(() => computeValueAtPrice(qtyMicro, priceMicro));
      return valueE4 === null ? null : fromE4(valueE4);
    },
  });
