import { quantityOf, readFields } from '#contract/document-fields.ts';
import { supplierInvoiceFields, supplierInvoiceLineFields } from '#contract/supplier-invoice-fields.ts';
import type {
  InvoiceMatch,
  PatchInvoiceInput,
  SupplierInvoice,
  SupplierInvoiceLine,
} from '#contract/supplier-invoices.ts';
import { matchStates } from '#domain/purchasing/match.ts';
import { idOf, type JsonRecord, number, reference, text } from '#contract/tolerant.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { recordsIn } from '../orders/read.ts';
import { documentCalls, ownPage } from './document-calls.ts';
import { readStep } from './history.ts';
import { invoiceActionMessages } from './invoice-messages.ts';

/** Filters of `GET /supplier-invoices`; the same names as on the wire. Left out: all. */
export interface InvoiceFilters {
  status?: string | undefined;
  kind?: string | undefined;
  matchState?: string | undefined;
  supplier?: string | undefined;
  place?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

const calls = documentCalls<SupplierInvoice>({
  collection: 'supplier-invoices',
  read: readInvoice,
  // What was billed stands on purchase orders and receipts, and what stock is worth changes.
  renews: ['purchase-orders_data', 'goods-receipts_data', 'stock_data'],
  editPath: (id) => `${ownPage('/procurements/creation/review/invoices')}${id === '' ? '' : `?row=${id}`}`,
});

/** Suppliers' invoices and credit notes, newest first unless asked otherwise; without their lines. */
export const invoicesQuery = (filters: InvoiceFilters = {}) => calls.list(filters);

/** One of them, with its lines and what each is matched with. */
export const invoiceQuery = calls.one;

/** Posts one, or takes it back, with the reason where one is given. */
export const moveInvoice = calls.change<
  Required<Pick<PatchInvoiceInput, 'status'>> & Pick<PatchInvoiceInput, 'transitionReason'>
>({
  name: 'move',
  method: 'patch',
  label: ({ record }) => messagesOf(invoiceActionMessages).move(record.number),
  dedupeKey: ({ status }) => status ?? '',
});

function readInvoice(row: JsonRecord): SupplierInvoice | null {
  const _id = idOf(row);
  if (_id === null) return null;
  const named = (name: 'supplier' | 'place') =>
    shownNames(text(row[`${name}Name`]) ?? reference(row[name])?.name ?? '', text(row[`${name}NameAlt`]));
  const [supplier, place] = [named('supplier'), named('place')];
  const lines = recordsIn(row['items']);
  return {
    ...readFields(supplierInvoiceFields, row, {
      _id,
      number: text(row['number']) ?? _id,
      supplierName: supplier.name,
      supplierNameAlt: supplier.nameAlt,
      placeName: place.name,
      placeNameAlt: place.nameAlt,
      lineCount: number(row['lineCount']) ?? lines.length,
    }),
    items: lines.map(readLine),
    match: recordsIn(row['match']).map(readMatch),
    statusHistory: recordsIn(row['statusHistory']).map(readStep),
    allowedMoves: [],
  };
}

function readLine(row: JsonRecord, index: number): SupplierInvoiceLine {
  const names = shownNames(text(row['itemName']) ?? '', text(row['itemNameAlt']));
  return readFields(supplierInvoiceLineFields, row, {
    lineId: text(row['lineId']) ?? String(index),
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    unitNum: number(row['unitNum']) ?? 1,
    unitDen: number(row['unitDen']) ?? 1,
  });
}

function readMatch(row: JsonRecord): InvoiceMatch {
  const quantity = (name: string) => quantityOf(row[name]) ?? 0;
  return {
    lineId: text(row['lineId']) ?? '',
    state: matchStates.find((state) => state === row['state']) ?? 'matched',
    billedQty: quantity('billedQty'),
    acceptedQty: quantity('acceptedQty'),
    rejectedQty: quantity('rejectedQty'),
    openQty: quantity('openQty'),
    price: number(row['price']) ?? 0,
    agreedPrice: number(row['agreedPrice']),
    percent: number(row['percent']),
    receipts: recordsIn(row['receipts']).map((receipt) => ({
      receiptLineId: text(receipt['receiptLineId']) ?? '',
      receiptId: text(receipt['receiptId']) ?? '',
      number: text(receipt['number']) ?? '',
      qty: quantityOf(receipt['qty']) ?? 0,
      price: number(receipt['price']) ?? 0,
    })),
    stockDifference: number(row['stockDifference']),
    variance: number(row['variance']),
  };
}
