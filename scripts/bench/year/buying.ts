import { emptyRow } from '#platform/documents/document-rows.ts';
import { goodsReceiptSummary, goodsReceiptLine } from '#modules/goods-receipts/shapes.ts';
import { expiryByShelfLife, buildLotCode } from '#modules/lots/lot-rules.ts';
import { valueAtPrice } from '#core/money.ts';
import type { GoodsReceiptLineRow, GoodsReceiptRow } from '#platform/server/db/tables.ts';
import { ids } from '#app/server/testing/ids.ts';
import { addDays } from '#core/day.ts';
import type { YearItem } from './year-types.ts';
import {
  instantOf as moment,
  type HistoryContext,
  yearDocumentColumns,
  kitchen,
  person,
} from './history-context.ts';

/** A supplier's delivery on a day. */
export interface Purchase {
  head: GoodsReceiptRow;
  lines: GoodsReceiptLineRow[];
  /** Total receipts of each line's item at the kitchen, including this one. */
  cameMicro: number[];
  /** When its invoice arrives; null for never within the history. */
  billed: string | null;
}

/** The kitchen buys for several days. */
const daysBought = 4;

/** Buys what is missing: one delivery per supplier. */
export function planPurchases(
  desk: HistoryContext,
  day: string,
  quantities: ReadonlyMap<YearItem, number>,
): Purchase[] {
  const { books, catalogue } = desk;
  const missing = [...quantities].filter(
    ([{ _id }, wantedMicro]) => books.usableMicro(kitchen._id, _id, addDays(day, 2)) < wantedMicro,
  );
  return [...Map.groupBy(missing, ([item]) => item.supplier)].map(([nth, list]) => {
    const supplier = catalogue.suppliers[nth];
    if (!supplier) throw new Error('Nobody sells it');
    return deliver(desk, day, supplier, list);
  });
}

function deliver(
  desk: HistoryContext,
  day: string,
  supplier: { _id: string; name: string },
  list: readonly (readonly [YearItem, number])[],
): Purchase {
  const { books, random } = desk;
  const at = moment(day, '13:00');
  const number = desk.number('GR', day);
  const purchase: Purchase = {
    lines: [],
    cameMicro: [],
    billed: random.chance(0.95) ? addDays(day, random.int(2, 6)) : null,
    head: {
      ...emptyRow(goodsReceiptSummary),
      ...yearDocumentColumns(number, at, 1),
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
      lineCount: list.length,
      goodsValueE4: 0,
      freightE4: 0,
      chargesE4: 0,
      landedValueE4: 0,
      expectedCreditE4: 0,
    },
  };
  const { head, lines, cameMicro } = purchase;
  for (const [item, wantedMicro] of list) {
    const costE4 = Math.round(item.costE4 * random.between(0.92, 1.1));
    const priceMicro = costE4 * 100;
    // Damaged goods are rejected, and not paid.
    const rejectedQtyMicro = random.chance(0.01) ? Math.ceil(wantedMicro / 10_000_000) * 1_000_000 : 0;
    const qtyMicro = wantedMicro * daysBought;
    const lineId = `${number}-${lines.length}`;
    const { _id: itemId, itemCode, shelfLifeDays } = item;
    const isByLot = shelfLifeDays !== null;
    const lot = isByLot ? buildLotCode(itemCode, day, 1) : null;
    const expiry = expiryByShelfLife(day, { trackExpiry: isByLot, shelfLifeDays });
    if (lot !== null)
      books.lots.enter(itemId, lot, expiry, {
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
    if (valueE4 !== valueAtPrice(qtyMicro, priceMicro)) throw new Error('A receipt is worth what it cost');
    cameMicro.push(books.cameMicro(kitchen._id, itemId));
    lines.push({
      ...emptyRow(goodsReceiptLine),
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
    head.goodsValueE4 += valueE4;
    head.landedValueE4 += valueE4;
    head.expectedCreditE4 += valueAtPrice(rejectedQtyMicro, priceMicro);
  }
  return purchase;
}

/** Writes a delivery as the API leaves it. */
export function writePurchase(desk: HistoryContext, { head, lines }: Purchase): void {
  desk.add('goodsReceipts', head);
  desk.add('goodsReceiptLines', ...lines);
  desk.lived('goods_receipt', 'goods-receipts', head._id, [{ to: 'Posted', verb: null, at: head.createdAt }]);
}
