import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { supplierInvoiceSummary, supplierInvoiceLine } from '#modules/supplier-invoices/shapes.ts';
import { computeValueAtPrice } from '#core/money.ts';
import {
  computeExpectedBilling,
  matchQuantity,
  classifyMatch,
  computeNextAmountPart,
  splitLateDifference,
  computeRemainingOnHand,
  findWorstState,
} from '#modules/supplier-invoices/match.ts';
import { resolveTolerances } from '#modules/suppliers/tolerance-rules.ts';
import type {
  GoodsReceiptLineRow,
  InvoiceMatchRow,
  SupplierInvoiceLineRow,
} from '#platform/server/db/tables.ts';
import { buildInvoiceUniqueKey } from '#modules/supplier-invoices/server/create.ts';
import type { Purchase } from './purchases.ts';
import { toInstant, type HistoryContext, createDocumentColumns, kitchen, person } from './history-context.ts';

/**
 * Enters and posts a delivery's invoice, usually at the agreed prices. A price difference changes the value
 * of goods still in stock; the rest is posted as a variance. The receipt's lines get their invoiced
 * quantities.
 */
export function postInvoice(
  history: HistoryContext,
  day: string,
  { header: receipt, lines, receivedMicro }: Purchase,
): void {
  const [enteredAt, at] = [toInstant(day, '08:00'), toInstant(day, '08:30')];
  const number = history.takeDocumentNumber('SI', day);
  const supplierNumber = number.replace('SI', 'INV');
  const invoiceLines = lines.map((line, index) =>
    createInvoiceLine(history, { number, day, at }, line, receivedMicro[index] ?? 0, index),
  );
  const sum = (read: (line: (typeof invoiceLines)[number]) => number) =>
    invoiceLines.reduce((total, line) => total + read(line), 0);
  const goodsValueE4 = sum(({ line }) => line.valueE4);
  history.add('supplierInvoices', {
    ...buildEmptyRow(supplierInvoiceSummary),
    ...createDocumentColumns(number, enteredAt, 2, at),
    status: 'Posted',
    kind: 'invoice',
    supplier: receipt.supplier,
    supplierName: receipt.supplierName,
    supplierNumber,
    uniqueKey: buildInvoiceUniqueKey(receipt.supplier, supplierNumber),
    place: kitchen._id,
    placeName: kitchen.name,
    date: day,
    rate: '1',
    lineCount: invoiceLines.length,
    goodsValueE4,
    taxE4: 0,
    totalE4: goodsValueE4,
    roundingE4: 0,
    matchState: findWorstState(invoiceLines.map(({ state }) => state)),
    stockDifferenceE4: sum(({ match }) => match.stockE4),
    varianceE4: sum(({ match }) => match.varianceE4),
    postedAt: at,
    postedByName: person.name,
    postedDay: day,
  });
  history.add('supplierInvoiceLines', ...invoiceLines.map(({ line }) => line));
  history.add('invoiceMatches', ...invoiceLines.map(({ match }) => match));
  history.addHistory('supplier_invoice', 'supplier-invoices', number, [
    { to: 'Draft', verb: null, at: enteredAt },
    { to: 'Posted', verb: 'post', at },
  ]);
}

function createInvoiceLine(
  { books, random }: HistoryContext,
  { number, day, at }: { number: string; day: string; at: string },
  receiptLine: GoodsReceiptLineRow,
  receivedMicro: number,
  position: number,
) {
  const { itemId, itemCode, itemName, unit, unitSymbol, unitNum, unitDen, qtyMicro } = receiptLine;
  const priceMicro = random.chance(0.03)
    ? Math.round((receiptLine.priceMicro / 100) * random.between(1.02, 1.08)) * 100
    : receiptLine.priceMicro;
  const valueE4 = computeValueAtPrice(qtyMicro, priceMicro);
  const lineId = `${number}-${position}`;
  const [part] = matchQuantity(qtyMicro, [receiptLine]);
  const matchedQtyMicro = part?.qtyMicro ?? 0;
  const state = classifyMatch(
    { qtyMicro, priceMicro },
    part ? [{ ...part, priceMicro: receiptLine.priceMicro, orderedPriceMicro: null }] : [],
    noTolerances,
  );
  const [goodsE4 = 0] = computeExpectedBilling(receiptLine);
  const amountE4 = computeNextAmountPart(valueE4, matchedQtyMicro, qtyMicro, 0);
  const releasedE4 = computeNextAmountPart(goodsE4, matchedQtyMicro, receiptLine.qtyMicro, 0);
  const differenceE4 = amountE4 - releasedE4;
  const stock = books.getBalance(kitchen._id, itemId);
  const laterMicro = books.getReceivedMicro(kitchen._id, itemId) - receivedMicro;
  const onHandMicro = computeRemainingOnHand(stock.onHandMicro, laterMicro, receiptLine.baseQtyMicro);
  const split =
    differenceE4 === 0
      ? { stockE4: 0, varianceE4: 0, onHandMicro: 0 }
      : splitLateDifference(
          stock.valueE4,
          { onHandMicro, receivedMicro: receiptLine.baseQtyMicro },
          differenceE4,
        );
  const match: InvoiceMatchRow = {
    matchId: `${lineId}-match`,
    invoiceId: number,
    lineId,
    pairedWith: receiptLine.lineId,
    receiptLineId: receiptLine.lineId,
    transferId: null,
    poLineId: null,
    itemId,
    place: kitchen._id,
    businessDay: day,
    reversedDay: null,
    qtyMicro: matchedQtyMicro,
    priceMicro,
    valueE4: computeValueAtPrice(matchedQtyMicro, priceMicro),
    amountE4,
    releasedE4,
    releasedChargeE4: 0,
    ...split,
  };
  for (const [location, kind, valueE4OfPart] of [
    [kitchen._id, 'invoice_difference', split.stockE4],
    ['adjustment', 'invoice_variance', split.varianceE4],
  ] as const)
    if (valueE4OfPart !== 0)
      books.post(
        {
          itemId,
          fromPlace: valueE4OfPart > 0 ? 'supplier' : location,
          toPlace: valueE4OfPart > 0 ? location : 'supplier',
          qtyMicro: 0,
          valueE4: Math.abs(valueE4OfPart),
          kind,
          docType: 'supplier_invoice',
          docId: number,
          docLineId: match.matchId,
          lot: '',
        },
        { at, docNo: number, userId: person._id },
      );
  receiptLine.billedQtyMicro += match.qtyMicro;
  receiptLine.billedValueE4 += match.valueE4;
  const line: SupplierInvoiceLineRow = {
    ...buildEmptyRow(supplierInvoiceLine),
    lineId,
    invoiceId: number,
    position,
    receiptLineId: receiptLine.lineId,
    referenceNo: receiptLine.receiptId,
    itemId,
    itemCode,
    itemName,
    unit,
    unitSymbol,
    unitNum,
    unitDen,
    qtyMicro,
    priceMicro,
    valueE4,
    chargeE4: 0,
    baseValueE4: valueE4,
    matchedQtyMicro,
    creditedQtyMicro: 0,
    state,
  };
  return { line, match, state };
}

/** No price tolerance. */
const noTolerances = resolveTolerances(null, null);
