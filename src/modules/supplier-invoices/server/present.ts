import { toWire } from '#platform/documents/document-rows.ts';
import {
  supplierInvoiceSummary,
  supplierInvoiceLine,
  type InvoiceMatch,
  type SupplierInvoice,
  type SupplierInvoiceLine,
  type SupplierInvoiceSummary,
} from '../shapes.ts';
import { fromE4, fromPriceMicro, roundPriceMicro } from '#core/money.ts';
import { type Actor, canSeeStockCosts } from '#core/permissions.ts';
import type { MatchState } from '../match.ts';
import { computePriceDifferencePercent } from '#modules/goods-receipts/receipt-lines.ts';
import { fromMicro } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { allowedTransitions } from '#platform/documents/server/transitions.ts';
import { readHistory } from '#platform/documents/server/history.ts';
import { loadListPrices } from '#modules/purchase-orders/server/list-prices.ts';
import { invoiceDocument } from './definition.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { getReceivedFreeMicro, isFreeLine } from './free-goods.ts';
import { planMatches, loadOrderedPrices } from './matching.ts';
import {
  type ReceivedLine,
  selectReceiptLinesById,
  type InvoiceHeader,
  type InvoiceLine,
  type LoadedInvoice,
  type MatchRow,
  selectMatchesOfInvoice,
} from './rows.ts';

/** Presents an invoice to an actor; a draft includes the effects of posting it now. */
export async function presentInvoice(
  db: Queryable,
  { header, lines }: LoadedInvoice,
  actor: Actor,
): Promise<SupplierInvoice> {
  return {
    ...toInvoiceSummary(header, actor),
    items: lines.map(toLine),
    match: await presentMatch(db, { header, lines }, actor),
    statusHistory: await readHistory(db, invoiceDocument, header._id),
    allowedMoves: allowedTransitions(invoiceDocument, { header, lines }, actor),
  };
}

/** Presents an invoice for lists. Stock difference and variance are only for users who see stock costs. */
export function toInvoiceSummary(header: InvoiceHeader, actor: Actor): SupplierInvoiceSummary {
  const canSeeCosts = header.status !== 'Draft' && canSeeStockCosts(actor);
  return toWire(supplierInvoiceSummary, header, {
    stockDifference: ({ stockDifferenceE4 }) => (canSeeCosts ? fromE4(stockDifferenceE4) : null),
    variance: ({ varianceE4 }) => (canSeeCosts ? fromE4(varianceE4) : null),
  });
}

const toLine = (line: InvoiceLine): SupplierInvoiceLine => toWire(supplierInvoiceLine, line, {});

type PresentedMatch = Pick<MatchRow, 'lineId' | 'receiptLineId' | 'qtyMicro' | 'stockE4' | 'varianceE4'>;

async function presentMatch(db: Queryable, invoice: LoadedInvoice, actor: Actor): Promise<InvoiceMatch[]> {
  const { header, lines } = invoice;
  const isDraft = header.status === 'Draft';
  const plan = isDraft ? await planMatches(db, invoice) : null;
  const rows: PresentedMatch[] = plan
    ? plan.matches.map(({ row }) => row)
    : (await selectMatchesOfInvoice(db, header._id)).filter(({ transferId }) => transferId === null);
  const ids = [
    ...new Set([
      ...rows.flatMap(({ receiptLineId }) => receiptLineId ?? []),
      ...lines.flatMap(({ receiptLineId }) => receiptLineId ?? []),
    ]),
  ];
  const receiptLines = new Map(
    (ids.length > 0 ? await selectReceiptLinesById(db, ids) : []).map((receiptLine) => [
      receiptLine.lineId,
      receiptLine,
    ]),
  );
  const hidden = await loadHiddenStock(db, actor);
  const getOrderedPrice = await loadOrderedPrices(db, lines);
  const getListPrice = await loadListPrices(db, lines);
  return lines.map((line) => {
    const lineMatches = rows.filter(({ lineId }) => lineId === line.lineId);
    const canSeeCosts = canSeeStockCosts(actor) && !hidden.has(header.place, line.itemId);
    const sum = (key: 'qtyMicro' | 'stockE4' | 'varianceE4') =>
      lineMatches.reduce((total, row) => total + row[key], 0);
    const matchedParts = lineMatches.flatMap(({ receiptLineId, qtyMicro }) => {
      const receiptLine = receiptLines.get(receiptLineId ?? '');
      return receiptLine && !isFreeLine(receiptLine) ? [{ receiptLine, qtyMicro }] : [];
    });
    const referencedLine = receiptLines.get(line.receiptLineId ?? '');
    const matchedMicro = matchedParts.reduce(
      (total, { qtyMicro }) => total + qtyMicro,
      getReceivedFreeMicro(line, referencedLine),
    );
    const agreedMicro = computeAverageReceivedPrice(matchedParts, referencedLine);
    const orderedMicro = getOrderedPrice(line);
    return {
      lineId: line.lineId,
      state: (plan?.states.get(line.lineId) ?? line.state) as MatchState,
      billedQty: fromMicro(line.qtyMicro),
      acceptedQty: fromMicro(matchedMicro),
      rejectedQty: fromMicro(
        [...new Set(matchedParts.map(({ receiptLine }) => receiptLine))].reduce(
          (total, receiptLine) => total + receiptLine.rejectedQtyMicro,
          0,
        ),
      ),
      openQty: header.kind === 'credit' ? 0 : fromMicro(line.qtyMicro - matchedMicro - line.creditedQtyMicro),
      price: fromPriceMicro(line.priceMicro),
      agreedPrice: agreedMicro === null ? null : fromPriceMicro(agreedMicro),
      percent: header.kind === 'credit' ? null : computePriceDifferencePercent(line.priceMicro, agreedMicro),
      orderedPrice: orderedMicro === null ? null : fromPriceMicro(orderedMicro),
      listPrice: getListPrice(line),
      receipts: matchedParts.map(({ receiptLine, qtyMicro }) => ({
        receiptLineId: receiptLine.lineId,
        receiptId: receiptLine.receiptId,
        number: receiptLine.number,
        qty: fromMicro(qtyMicro),
        price: fromPriceMicro(receiptLine.priceMicro),
      })),
      stockDifference: canSeeCosts ? fromE4(sum('stockE4')) : null,
      variance: canSeeCosts ? fromE4(sum('varianceE4')) : null,
    };
  });
}

/** Returns the price at which the matched goods were received; a weighted average if prices differ. */
function computeAverageReceivedPrice(
  matchedParts: readonly { receiptLine: ReceivedLine; qtyMicro: number }[],
  referencedLine: ReceivedLine | undefined,
): number | null {
  const first = matchedParts[0]?.receiptLine ?? referencedLine;
  if (!first) return null;
  if (matchedParts.every(({ receiptLine }) => receiptLine.priceMicro === first.priceMicro))
    return first.priceMicro;
  const qtyMicro = matchedParts.reduce((total, part) => total + part.qtyMicro, 0);
  const values = matchedParts.reduce(
    (total, part) => total + BigInt(part.receiptLine.priceMicro) * BigInt(part.qtyMicro),
    0n,
  );
  return roundPriceMicro({ num: values, den: BigInt(qtyMicro) });
}
