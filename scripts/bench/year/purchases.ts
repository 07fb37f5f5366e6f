import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { goodsReceiptSummary, goodsReceiptLine } from '#modules/goods-receipts/shapes.ts';
import { expiryByShelfLife, buildLotCode } from '#modules/lots/lot-rules.ts';
import { computeValueAtPrice } from '#core/money.ts';
import type { GoodsReceiptLineRow, GoodsReceiptRow } from '#platform/server/db/tables.ts';
import { ids } from '#app/server/testing/ids.ts';
import { addDays } from '#core/day.ts';
import type { YearItem } from './year-types.ts';
import { toInstant, type HistoryContext, createDocumentColumns, kitchen, person } from './history-context.ts';

/** A supplier's delivery on a day. */
export interface Purchase {
  header: GoodsReceiptRow;
  lines: GoodsReceiptLineRow[];
  /** Total receipts of each line's item at the kitchen, including this one. */
  receivedMicro: number[];
  /** Day on which the invoice arrives; null if that is after the history. */
  invoicedOn: string | null;
}

/** Number of days that the kitchen buys for. */
const purchaseDays = 4;

/** Buys missing quantities, with one delivery per supplier. */
export function planPurchases(
  history: HistoryContext,
  day: string,
  quantities: ReadonlyMap<YearItem, number>,
): Purchase[] {
  const { books, catalogue } = history;
  const missing = [...quantities].filter(
    ([{ _id }, wantedMicro]) => books.getUsableMicro(kitchen._id, _id, addDays(day, 2)) < wantedMicro,
  );
  return [...Map.groupBy(missing, ([item]) => item.supplier)].map(([supplierIndex, missingItems]) => {
    const supplier = catalogue.suppliers[supplierIndex];
    if (!supplier) throw new Error('The item has no supplier');
    return deliver(history, day, supplier, missingItems);
  });
}

function deliver(
  history: HistoryContext,
  day: string,
  supplier: { _id: string; name: string },
  missingItems: readonly (readonly [YearItem, number])[],
): Purchase {
  const { books, random } = history;
  const at = toInstant(day, '13:00');
  const number = history.takeDocumentNumber('GR', day);
  const purchase: Purchase = {
    lines: [],
    receivedMicro: [],
    invoicedOn: random.chance(0.95) ? addDays(day, random.int(2, 6)) : null,
    header: {
      ...buildEmptyRow(goodsReceiptSummary),
      ...createDocumentColumns(number, at, 1),
      status: 'Posted',
      supplier: supplier._id,
      supplierName: supplier.name,
      place: kitchen._id,
      placeName: kitchen.name,
      receivedAt: at,
      businessDay: day,
      supplierRef: `DN ${number.slice(-6)}`,
      rate: '1',
      spreadBy: 'value',
      lineCount: missingItems.length,
      goodsValueE4: 0,
      freightE4: 0,
      chargesE4: 0,
      landedValueE4: 0,
      expectedCreditE4: 0,
    },
  };
  const { header, lines, receivedMicro } = purchase;
  for (const [item, wantedMicro] of missingItems) {
    const costE4 = Math.round(item.costE4 * random.between(0.92, 1.1));
    const priceMicro = costE4 * 100;
    // Damaged goods are rejected, and not paid.
    const rejectedQtyMicro = random.chance(0.01) ? Math.ceil(wantedMicro / 10_000_000) * 1_000_000 : 0;
    const qtyMicro = wantedMicro * purchaseDays;
    const lineId = `${number}-${lines.length}`;
    const { _id: itemId, itemCode, shelfLifeDays } = item;
    const hasLots = shelfLifeDays !== null;
    const lot = hasLots ? buildLotCode(itemCode, day, 1) : null;
    const expiry = expiryByShelfLife(day, { trackExpiry: hasLots, shelfLifeDays });
    if (lot !== null)
      books.lots.addLot(itemId, lot, expiry, {
        type: 'goods_receipt',
        id: number,
        day,
        placeId: kitchen._id,
        at,
      });
    const { valueE4 } = books.post(
      {
        itemId,
        fromPlace: 'supplier',
        toPlace: kitchen._id,
        qtyMicro,
        unitCostE4: costE4,
        kind: 'receipt',
        docType: 'goods_receipt',
        docId: number,
        docLineId: lineId,
        lot: lot ?? '',
      },
      { at, docNo: number, userId: person._id },
    );
    if (valueE4 !== computeValueAtPrice(qtyMicro, priceMicro))
      throw new Error('The receipt value differs from its price');
    receivedMicro.push(books.getReceivedMicro(kitchen._id, itemId));
    lines.push({
      ...buildEmptyRow(goodsReceiptLine),
      lineId,
      receiptId: number,
      position: lines.length,
      itemId,
      itemCode,
      itemName: item.name,
      unit: ids.units.kg,
      unitSymbol: 'kg',
      unitNum: 1,
      unitDen: 1,
      qtyMicro,
      rejectedQtyMicro,
      freeQtyMicro: 0,
      baseQtyMicro: qtyMicro,
      priceMicro,
      chargeE4: 0,
      landedValueE4: valueE4,
      lot,
      expiry,
      ...(rejectedQtyMicro > 0 && { reason: 'Damaged', reasonCode: 'damaged' }),
      hasPhoto: 0,
      billedQtyMicro: 0,
      returnedQtyMicro: 0,
      billedValueE4: 0,
      isReversed: 0,
    });
    header.goodsValueE4 += valueE4;
    header.landedValueE4 += valueE4;
    header.expectedCreditE4 += computeValueAtPrice(rejectedQtyMicro, priceMicro);
  }
  return purchase;
}

/** Writes a delivery's rows as the API would store them. */
export function writePurchase(history: HistoryContext, { header, lines }: Purchase): void {
  history.add('goodsReceipts', header);
  history.add('goodsReceiptLines', ...lines);
  history.addHistory('goods_receipt', 'goods-receipts', header._id, [
    { to: 'Posted', verb: null, at: header.createdAt },
  ]);
}
