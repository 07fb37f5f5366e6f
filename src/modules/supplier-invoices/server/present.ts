import { wireOf } from '#platform/documents/document-rows.ts';
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
import { priceDifferencePercent } from '#modules/goods-receipts/receipt-lines.ts';
import { fromMicro } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { allowedTransitions } from '#platform/documents/server/transitions.ts';
import { readHistory } from '#platform/documents/server/history.ts';
import { invoiceDocument } from './definition.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { receivedFreeMicro, isFreeLine } from './free-goods.ts';
import { planMatches, loadOrderedPrices } from './matching.ts';
import {
  type ReceivedLine,
  receiptLinesById,
  type InvoiceHeader,
  type InvoiceLine,
  type LoadedInvoice,
  type MatchRow,
  matchesOfInvoice,
} from './rows.ts';

/** Presents an invoice for an actor; a draft shows what posting it now would do. */
export async function presentInvoice(
  db: Queryable,
  { head, lines }: LoadedInvoice,
  actor: Actor,
): Promise<SupplierInvoice> {
  return {
    ...toInvoiceSummary(head, actor),
    items: lines.map(toLine),
    match: await presentMatch(db, { head, lines }, actor),
    statusHistory: await readHistory(db, invoiceDocument, head._id),
    allowedMoves: allowedTransitions(invoiceDocument, { head, lines }, actor),
  };
}

/** Presents an invoice for lists. Stock difference and variance are only for users who see stock costs. */
export function toInvoiceSummary(head: InvoiceHeader, actor: Actor): SupplierInvoiceSummary {
  const tells = head.status !== 'Draft' && canSeeStockCosts(actor);
  return wireOf(supplierInvoiceSummary, head, {
    stockDifference: ({ stockDifferenceE4 }) => (tells ? fromE4(stockDifferenceE4) : null),
    variance: ({ varianceE4 }) => (tells ? fromE4(varianceE4) : null),
  });
}

const toLine = (line: InvoiceLine): SupplierInvoiceLine => wireOf(supplierInvoiceLine, line, {});

type PresentedMatch = Pick<MatchRow, 'lineId' | 'receiptLineId' | 'qtyMicro' | 'stockE4' | 'varianceE4'>;

async function presentMatch(db: Queryable, invoice: LoadedInvoice, actor: Actor): Promise<InvoiceMatch[]> {
  const { head, lines } = invoice;
  const isDraft = head.status === 'Draft';
  const plan = isDraft ? await planMatches(db, invoice) : null;
  const rows: PresentedMatch[] = plan
    ? plan.matches.map(({ row }) => row)
    : (await matchesOfInvoice(db, head._id)).filter(({ transferId }) => transferId === null);
  const ids = [
    ...new Set([
      ...rows.flatMap(({ receiptLineId }) => receiptLineId ?? []),
      ...lines.flatMap(({ receiptLineId }) => receiptLineId ?? []),
    ]),
  ];
  const receiptLines = new Map(
    (ids.length > 0 ? await receiptLinesById(db, ids) : []).map((receiptLine) => [
      receiptLine.lineId,
      receiptLine,
    ]),
  );
  const hidden = await loadHiddenStock(db, actor);
  const orderedPrice = await loadOrderedPrices(db, lines);
  return lines.map((line) => {
    const lineMatches = rows.filter(({ lineId }) => lineId === line.lineId);
    const tells = canSeeStockCosts(actor) && !hidden.has(head.place, line.itemId);
    const sum = (key: 'qtyMicro' | 'stockE4' | 'varianceE4') =>
      lineMatches.reduce((all, row) => all + row[key], 0);
    const paired = lineMatches.flatMap(({ receiptLineId, qtyMicro }) => {
      const receiptLine = receiptLines.get(receiptLineId ?? '');
      return receiptLine && !isFreeLine(receiptLine) ? [{ receiptLine, qtyMicro }] : [];
    });
    const named = receiptLines.get(line.receiptLineId ?? '');
    const matchedMicro = paired.reduce((all, { qtyMicro }) => all + qtyMicro, receivedFreeMicro(line, named));
    const agreedMicro = averageReceivedPrice(paired, named);
    const orderedMicro = orderedPrice(line);
    return {
      lineId: line.lineId,
      state: (plan?.states.get(line.lineId) ?? line.state) as MatchState,
      billedQty: fromMicro(line.qtyMicro),
      acceptedQty: fromMicro(matchedMicro),
      rejectedQty: fromMicro(
        [...new Set(paired.map(({ receiptLine }) => receiptLine))].reduce(
          (all, receiptLine) => all + receiptLine.rejectedQtyMicro,
          0,
        ),
      ),
      openQty: head.kind === 'credit' ? 0 : fromMicro(line.qtyMicro - matchedMicro - line.creditedQtyMicro),
      price: fromPriceMicro(line.priceMicro),
      agreedPrice: agreedMicro === null ? null : fromPriceMicro(agreedMicro),
      percent: head.kind === 'credit' ? null : priceDifferencePercent(line.priceMicro, agreedMicro),
      orderedPrice: orderedMicro === null ? null : fromPriceMicro(orderedMicro),
      receipts: paired.map(({ receiptLine, qtyMicro }) => ({
        receiptLineId: receiptLine.lineId,
        receiptId: receiptLine.receiptId,
        number: receiptLine.number,
        qty: fromMicro(qtyMicro),
        price: fromPriceMicro(receiptLine.priceMicro),
      })),
      stockDifference: tells ? fromE4(sum('stockE4')) : null,
      variance: tells ? fromE4(sum('varianceE4')) : null,
    };
  });
}

/** Price at which the matched goods were received; the weighted average of different prices. */
function averageReceivedPrice(
  paired: readonly { receiptLine: ReceivedLine; qtyMicro: number }[],
  named: ReceivedLine | undefined,
): number | null {
  const first = paired[0]?.receiptLine ?? named;
  if (!first) return null;
  if (paired.every(({ receiptLine }) => receiptLine.priceMicro === first.priceMicro)) return first.priceMicro;
  const qtyMicro = paired.reduce((all, part) => all + part.qtyMicro, 0);
  const values = paired.reduce(
    (all, part) => all + BigInt(part.receiptLine.priceMicro) * BigInt(part.qtyMicro),
    0n,
  );
  return roundPriceMicro({ num: values, den: BigInt(qtyMicro) });
}
