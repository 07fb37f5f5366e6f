import type { ListFilters } from '#platform/documents/document-list.ts';
import type { supplierInvoiceList } from '../list.ts';
import {
  accrual,
  accrualSums,
  expectedCredit,
  scorecard,
  type SupplierInvoice,
  supplierInvoice,
  supplierStatement,
} from '../shapes.ts';
import type { CreateInvoiceInput, PatchInvoiceInput } from '../input.ts';
import { type Actor, canOpenPage, canWrite } from '#core/permissions.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { documentReader, createReader, readObject, readRows } from '#platform/web/queries/read-shape.ts';
import { documentCalls, pickAllowedPage } from '#platform/documents/web/queries/document-calls.ts';
import { invoiceActionMessages } from './action-messages.ts';

export type InvoiceFilters = ListFilters<typeof supplierInvoiceList>;

/** Page that shows supplier invoices. */
export const invoicePage = '/procurements/creation/review/invoices';

/** Returns whether the user may create supplier invoices and open their page. */
export const canBill = (user: Actor): boolean =>
  canWrite(user, 'supplier-invoices', 'canCreate') && canOpenPage(user, invoicePage);

const calls = documentCalls<SupplierInvoice>({
  collection: 'supplier-invoices',
  read: documentReader(supplierInvoice),
  // Invoices change billed quantities on purchase orders and receipts, credits on returns, and stock value.
  invalidates: ['purchase-orders_data', 'goods-receipts_data', 'transfers_data', 'stock_data'],
  editPath: (id) => `${pickAllowedPage(invoicePage)}${id === '' ? '' : `?row=${id}`}`,
});

/** Queries supplier invoices and credit notes without lines, newest first by default. */
export const invoicesQuery = (filters: InvoiceFilters = {}) => calls.list(filters);

/** Queries one invoice with its lines and their matches. */
export const invoiceQuery = calls.one;

/** Creates a draft. `from` is the supplier's name, which is shown in the queue. */
export const createInvoiceAction = calls.create<{ localId: string; from: string; input: CreateInvoiceInput }>(
  {
    name: 'create',
    label: ({ from }) => getMessages(invoiceActionMessages).create(from),
  },
);

/** Changes a draft. */
export const editInvoiceAction = calls.change<Omit<PatchInvoiceInput, 'status' | 'transitionReason'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record }) => getMessages(invoiceActionMessages).edit(record.number),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Deletes a draft. */
export const removeInvoiceAction = calls.remove({
  name: 'remove',
  label: ({ record }) => getMessages(invoiceActionMessages).remove(record.number),
});

/** Posts or reverses an invoice, with a reason if required. */
export const moveInvoiceAction = calls.change<
  Required<Pick<PatchInvoiceInput, 'status'>> & Pick<PatchInvoiceInput, 'transitionReason'>
>({
  name: 'move',
  method: 'patch',
  label: ({ record }) => getMessages(invoiceActionMessages).move(record.number),
  dedupeKey: ({ status }) => status ?? '',
});

/** Filter by supplier and location. */
export interface SupplierFilter {
  supplier?: string | undefined;
  place?: string | undefined;
}

/** Queries goods received and not invoiced at the end of a day, by default now. */
export const accrualsQuery = (params: SupplierFilter & { asOf?: string | undefined } = {}) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['accruals', params],
    lifetime: 'orders',
    path: 'supplier-invoices/accruals',
    search: { ...params },
    read: (reply) => readList(reply, createReader(accrual)),
  });

/** Filters of goods received and not invoiced. */
export interface AccrualsParams extends SupplierFilter {
  asOf?: string | undefined;
  q?: string | undefined;
}

/** Queries one page of accruals. */
export const accrualPageQuery = (
  params: AccrualsParams & { sort?: string | undefined; page: number; limit: number },
) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['accruals', 'page', params],
    lifetime: 'orders',
    path: 'supplier-invoices/accruals',
    search: { ...params },
    read: (reply) => readList(reply, createReader(accrual)),
  });

/** Queries the totals of goods received and not invoiced. */
export const accrualSumsQuery = (params: AccrualsParams) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['accruals', 'sums', params],
    lifetime: 'orders',
    path: 'supplier-invoices/accruals/sums',
    search: { ...params },
    read: (reply) => readObject(accrualSums, reply.data),
  });

/** Queries expected credits from suppliers. */
export const expectedCreditsQuery = (params: SupplierFilter = {}) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['expected-credits', params],
    lifetime: 'orders',
    path: 'supplier-invoices/expected-credits',
    search: { ...params },
    read: (reply) => readList(reply, createReader(expectedCredit)),
  });

/** Queries the supplier statement of a period. */
export const supplierStatementQuery = (params: { supplier: string; from: string; to: string }) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['statement', params],
    lifetime: 'orders',
    path: 'supplier-invoices/statement',
    search: params,
    read: (reply) => readObject(supplierStatement, reply.data),
  });

/** Queries supplier scorecards of a period. */
export const scorecardsQuery = (params: { supplier?: string; from: string; to: string }) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['scorecards', params],
    lifetime: 'orders',
    path: 'supplier-invoices/scorecards',
    search: params,
    read: (reply) => readRows(reply, scorecard),
  });
