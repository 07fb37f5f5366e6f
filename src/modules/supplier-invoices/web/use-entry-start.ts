import { useQuery } from '@tanstack/react-query';
import type { SupplierInvoice } from '../shapes.ts';
import { receiptQuery } from '#modules/goods-receipts/web/queries.ts';
import { purchaseQuery } from '#modules/purchase-orders/web/queries.ts';
import { accrualsQuery, expectedCreditsQuery, invoiceQuery } from './queries.ts';
import { transferQuery } from '#modules/transfers/web/queries/transfers.ts';
import {
  type InvoiceDraftLine,
  toInvoiceDraft,
  emptyInvoice,
  type InvoiceDraft,
  getCreditKey,
  buildAccrualLine,
  buildCreditLine,
  buildOrderLines,
  buildPriceCreditLines,
  buildReturnCreditLines,
} from './entry-draft.ts';

/** Kinds of starting points in the URL, as in `receipts/<id>`. */
type StartKind = 'orders' | 'receipts' | 'invoices' | 'credits' | 'drafts';

/** Initial data of the form. */
export interface InvoiceEntryStart {
  draft: InvoiceDraft;
  /** The saved draft being edited; null for a new invoice. */
  invoice: SupplierInvoice | null;
}

/**
 * Loads the starting point of an invoice or credit note: an order (accepted and unbilled lines), a receipt,
 * an invoice (price credit), an expected credit, a saved draft, or nothing. `start` is null while loading and
 * on `error`.
 */
export function useInvoiceEntryStart(startFrom: string | null): {
  start: InvoiceEntryStart | null;
  error: Error | null;
  retry(): void;
  /** Refetches the saved draft, for example after another user has changed it. */
  refetch(): void;
} {
  const [kind, id = ''] = (startFrom ?? '').split('/') as [StartKind | '', string?];
  const isStartKind = (...kinds: StartKind[]) => kinds.some((candidate) => candidate === kind) && id !== '';
  const order = useQuery({ ...purchaseQuery(id), enabled: isStartKind('orders') });
  const receipt = useQuery({ ...receiptQuery(id), enabled: isStartKind('receipts') });
  const invoice = useQuery({ ...invoiceQuery(id), enabled: isStartKind('invoices', 'drafts') });
  const sourceDocument = isStartKind('orders') ? order.data : receipt.data;
  const accruals = useQuery({
    ...accrualsQuery({ supplier: sourceDocument?.supplier, place: sourceDocument?.place }),
    enabled: sourceDocument !== undefined && isStartKind('orders', 'receipts'),
  });
  const credits = useQuery({ ...expectedCreditsQuery(), enabled: isStartKind('credits') });
  const expectedCredit = credits.data?.rows.find((credit) => getCreditKey(credit) === id);
  const supplierReturn = useQuery({
    ...transferQuery(expectedCredit?.transferId ?? ''),
    enabled: typeof expectedCredit?.transferId === 'string',
  });
  const queries = [order, receipt, invoice, accruals, credits];
  const createStart = (
    header: { supplier: string; place: string },
    lines: readonly InvoiceDraftLine[],
  ): InvoiceEntryStart => ({
    draft: { ...emptyInvoice, supplier: header.supplier, place: header.place, lines },
    invoice: null,
  });

  function computeStart(): InvoiceEntryStart | null {
    if (isStartKind('orders'))
      return order.data && accruals.data
        ? createStart(order.data, buildOrderLines(order.data, accruals.data.rows))
        : null;
    if (isStartKind('receipts')) {
      const openAccruals = accruals.data?.rows.filter(
        ({ receiptId, openQty }) => receiptId === id && openQty > 0,
      );
      return receipt.data && openAccruals
        ? createStart(receipt.data, openAccruals.map(buildAccrualLine))
        : null;
    }
    if (isStartKind('invoices'))
      return invoice.data ? createStart(invoice.data, buildPriceCreditLines(invoice.data)) : null;
    if (isStartKind('drafts'))
      return invoice.data ? { draft: toInvoiceDraft(invoice.data), invoice: invoice.data } : null;
    if (!isStartKind('credits')) return { draft: emptyInvoice, invoice: null };
    if (!credits.data || (expectedCredit?.transferId != null && supplierReturn.isPending)) return null;
    if (!expectedCredit) return { draft: emptyInvoice, invoice: null };
    // For users who can't read the return, it is credited in a single line.
    return createStart(
      expectedCredit,
      supplierReturn.data
        ? buildReturnCreditLines(supplierReturn.data, expectedCredit)
        : [buildCreditLine(expectedCredit)],
    );
  }
  return {
    start: computeStart(),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () =>
      void Promise.all(queries.filter(({ error }) => error !== null).map((query) => query.refetch())),
    refetch: () => void (isStartKind('drafts') && invoice.refetch()),
  };
}
