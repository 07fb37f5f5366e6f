import { readQuantity, readFields } from '#contract/read-shape.ts';
import {
  supplierInvoiceSummary,
  supplierInvoiceLine,
  type InvoiceMatch,
  type SupplierInvoice,
  type SupplierInvoiceLine,
} from '#contract/shapes/supplier-invoices.ts';
import type {
  Accrual,
  AccrualSums,
  CreateInvoiceInput,
  ExpectedCredit,
  PatchInvoiceInput,
  SupplierStatement,
  Scorecard,
} from '#contract/supplier-invoices.ts';
import { type Actor, canOpenPage, canWrite } from '#domain/permissions.ts';
import { matchStates } from '#domain/purchasing/match.ts';
import { readId, type JsonRecord, readNumberValue, readReference, readText } from '#contract/tolerant.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readRecords } from '../orders/read.ts';
import { readList, readOne, readQuery } from '../read-query.ts';
import { documentCalls, pickAllowedPage } from './document-calls.ts';
import { readStep } from './history.ts';
import { invoiceActionMessages } from './invoice-messages.ts';

/** Filters of `GET /supplier-invoices`, named as on the wire. Omitted: all. */
export interface InvoiceFilters {
  status?: string | undefined;
  kind?: string | undefined;
  matchState?: string | undefined;
  supplier?: string | undefined;
  place?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

/** Page that shows supplier invoices. */
export const invoicePage = '/procurements/creation/review/invoices';

/** Whether the user may create supplier invoices and open their page. */
export const canBill = (user: Actor): boolean =>
  canWrite(user, 'supplier-invoices', 'canCreate') && canOpenPage(user, invoicePage);

const calls = documentCalls<SupplierInvoice>({
  collection: 'supplier-invoices',
  read: readInvoice,
  // Invoices change billed quantities on purchase orders and receipts, credits on returns, and stock value.
  renews: ['purchase-orders_data', 'goods-receipts_data', 'transfers_data', 'stock_data'],
  editPath: (id) => `${pickAllowedPage(invoicePage)}${id === '' ? '' : `?row=${id}`}`,
});

/** Queries supplier invoices and credit notes without lines, newest first by default. */
export const invoicesQuery = (filters: InvoiceFilters = {}) => calls.list(filters);

/** Queries one invoice with its lines and their matches. */
export const invoiceQuery = calls.one;

/** Creates a draft. `from` is its label in the queue. */
export const createInvoiceAction = calls.create<{ localId: string; from: string; input: CreateInvoiceInput }>(
  {
    name: 'create',
    label: ({ from }) => messagesOf(invoiceActionMessages).create(from),
  },
);

/** Changes a draft. */
export const editInvoiceAction = calls.change<Omit<PatchInvoiceInput, 'status' | 'transitionReason'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record }) => messagesOf(invoiceActionMessages).edit(record.number),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Deletes a draft. */
export const removeInvoiceAction = calls.remove({
  name: 'remove',
  label: ({ record }) => messagesOf(invoiceActionMessages).remove(record.number),
});

/** Posts or reverses an invoice, with a reason if required. */
export const moveInvoiceAction = calls.change<
  Required<Pick<PatchInvoiceInput, 'status'>> & Pick<PatchInvoiceInput, 'transitionReason'>
>({
  name: 'move',
  method: 'patch',
  label: ({ record }) => messagesOf(invoiceActionMessages).move(record.number),
  dedupeKey: ({ status }) => status ?? '',
});

/** Supplier and location filter; omitted: all. */
export interface SupplierFilter {
  supplier?: string | undefined;
  place?: string | undefined;
}

/** Queries goods received and not invoiced at the end of a day; as of now without a day. */
export const accrualsQuery = (asked: SupplierFilter & { asOf?: string | undefined } = {}) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['accruals', asked],
    lifetime: 'orders',
    path: 'supplier-invoices/accruals',
    search: { ...asked },
    read: (reply) => readList(reply, readAccrual),
  });

/** Filters of goods received and not invoiced. */
export interface AccrualsParams extends SupplierFilter {
  asOf?: string | undefined;
  q?: string | undefined;
}

/** Queries one page of accruals. */
export const accrualPageQuery = (
  asked: AccrualsParams & { sort?: string | undefined; page: number; limit: number },
) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['accruals', 'page', asked],
    lifetime: 'orders',
    path: 'supplier-invoices/accruals',
    search: { ...asked },
    read: (reply) => readList(reply, readAccrual),
  });

/** Queries the totals of goods received and not invoiced. */
export const accrualSumsQuery = (asked: AccrualsParams) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['accruals', 'sums', asked],
    lifetime: 'orders',
    path: 'supplier-invoices/accruals/sums',
    search: { ...asked },
    read: (reply) =>
      readOne(
        reply,
        (sums): AccrualSums => ({
          lines: readNumberValue(sums['lines']) ?? 0,
          openValue: readNumberValue(sums['openValue']) ?? 0,
          openCharge: readNumberValue(sums['openCharge']) ?? 0,
        }),
      ),
  });

/** Queries expected credits from suppliers. */
export const expectedCreditsQuery = (asked: SupplierFilter = {}) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['expected-credits', asked],
    lifetime: 'orders',
    path: 'supplier-invoices/expected-credits',
    search: { ...asked },
    read: (reply) => readList(reply, readExpectedCredit),
  });

/** Queries the supplier statement of a period. */
export const supplierStatementQuery = (asked: { supplier: string; from: string; to: string }) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['statement', asked],
    lifetime: 'orders',
    path: 'supplier-invoices/statement',
    search: asked,
    read: (reply) => readOne(reply, readStatement),
  });

/** Queries supplier scorecards of a period. */
export const scorecardsQuery = (asked: { supplier?: string; from: string; to: string }) =>
  readQuery({
    collection: 'supplier-invoices_data',
    key: ['scorecards', asked],
    lifetime: 'orders',
    path: 'supplier-invoices/scorecards',
    search: asked,
    read: (reply) => readList(reply, readScorecard).rows,
  });

const kinds = ['receipt', 'invoice', 'credit', 'taken back'] as const;

function readStatement(row: JsonRecord): SupplierStatement {
  const amount = (name: string) => readNumberValue(row[name]) ?? 0;
  return {
    supplier: readReference(row['supplier'])?.id ?? '',
    from: readText(row['from']) ?? '',
    to: readText(row['to']) ?? '',
    opening: amount('opening'),
    rows: readRecords(row['rows']).map((entry) => {
      const { place, placeName, placeNameAlt } = readSides(entry);
      return {
        kind: kinds.find((kind) => kind === entry['kind']) ?? 'invoice',
        documentId: readText(entry['documentId']) ?? '',
        number: readText(entry['number']) ?? '',
        supplierNumber: readText(entry['supplierNumber']),
        day: readText(entry['day']) ?? '',
        due: readText(entry['due']),
        place,
        placeName,
        placeNameAlt,
        amount: readNumberValue(entry['amount']) ?? 0,
        balance: readNumberValue(entry['balance']) ?? 0,
      };
    }),
    invoiced: amount('invoiced'),
    credited: amount('credited'),
    closing: amount('closing'),
    notBilled: amount('notBilled'),
  };
}

function readScorecard(row: JsonRecord): Scorecard | null {
  const { supplier, supplierName, supplierNameAlt } = readSides(row);
  if (supplier === '') return null;
  return {
    supplier,
    supplierName,
    supplierNameAlt,
    orders: readNumberValue(row['orders']) ?? 0,
    onTimePercent: readNumberValue(row['onTimePercent']),
    inFullPercent: readNumberValue(row['inFullPercent']),
    priceDriftPercent: readNumberValue(row['priceDriftPercent']),
    rejectedPercent: readNumberValue(row['rejectedPercent']),
    daysToDeliver: readNumberValue(row['daysToDeliver']),
  };
}

/** Reads supplier and location with names in the current language. */
function readSides(row: JsonRecord) {
  const named = (name: 'supplier' | 'place' | 'item') =>
    shownNames(readText(row[`${name}Name`]) ?? '', readText(row[`${name}NameAlt`]));
  const [supplier, place] = [named('supplier'), named('place')];
  return {
    supplier: readReference(row['supplier'])?.id ?? '',
    supplierName: supplier.name,
    supplierNameAlt: supplier.nameAlt,
    place: readReference(row['place'])?.id ?? '',
    placeName: place.name,
    placeNameAlt: place.nameAlt,
    item: named('item'),
    currency: readReference(row['currency'])?.id ?? null,
  };
}

function readAccrual(row: JsonRecord): Accrual | null {
  const receiptLineId = readText(row['receiptLineId']);
  if (receiptLineId === null) return null;
  const { item, ...sides } = readSides(row);
  return {
    ...sides,
    receiptLineId,
    receiptId: readText(row['receiptId']) ?? '',
    receiptNo: readText(row['receiptNo']) ?? '',
    poLineId: readText(row['poLineId']),
    businessDay: readText(row['businessDay']) ?? '',
    itemId: readReference(row['itemId'])?.id ?? '',
    itemCode: readText(row['itemCode']) ?? '',
    itemName: item.name,
    itemNameAlt: item.nameAlt,
    unitSymbol: readText(row['unitSymbol']) ?? '',
    acceptedQty: readQuantity(row['acceptedQty']) ?? 0,
    billedQty: readQuantity(row['billedQty']) ?? 0,
    returnedQty: readQuantity(row['returnedQty']) ?? 0,
    openQty: readQuantity(row['openQty']) ?? 0,
    price: readNumberValue(row['price']) ?? 0,
    orderedPrice: readNumberValue(row['orderedPrice']),
    openValue: readNumberValue(row['openValue']) ?? 0,
    openCharge: readNumberValue(row['openCharge']) ?? 0,
  };
}

function readExpectedCredit(row: JsonRecord): ExpectedCredit | null {
  const [creditOf, transferId, receiptLineId] = [
    readText(row['creditOf']),
    readText(row['transferId']),
    readText(row['receiptLineId']),
  ];
  if (creditOf === null && transferId === null && receiptLineId === null) return null;
  const { item, ...sides } = readSides(row);
  return {
    ...sides,
    source: creditOf !== null ? 'rejected' : transferId !== null ? 'return' : 'price',
    creditOf,
    receiptLineId,
    transferId,
    documentId: readText(row['documentId']) ?? '',
    number: readText(row['number']) ?? '',
    since: readText(row['since']) ?? '',
    itemId: readReference(row['itemId'])?.id ?? null,
    itemName: item.name || null,
    itemNameAlt: item.nameAlt,
    unitSymbol: readText(row['unitSymbol']),
    qty: readQuantity(row['qty']),
    price: readNumberValue(row['price']),
    currency: readReference(row['currency'])?.id ?? null,
    rate: row['rate'] === undefined ? 1 : readNumberValue(row['rate']),
    expected: readNumberValue(row['expected']) ?? 0,
    received: readNumberValue(row['received']) ?? 0,
  };
}

function readInvoice(row: JsonRecord): SupplierInvoice | null {
  const _id = readId(row);
  if (_id === null) return null;
  const named = (name: 'supplier' | 'place') =>
    shownNames(
      readText(row[`${name}Name`]) ?? readReference(row[name])?.name ?? '',
      readText(row[`${name}NameAlt`]),
    );
  const [supplier, place] = [named('supplier'), named('place')];
  const lines = readRecords(row['items']);
  return {
    ...readFields(supplierInvoiceSummary, row, {
      _id,
      number: readText(row['number']) ?? _id,
      supplierName: supplier.name,
      supplierNameAlt: supplier.nameAlt,
      placeName: place.name,
      placeNameAlt: place.nameAlt,
      lineCount: readNumberValue(row['lineCount']) ?? lines.length,
    }),
    items: lines.map(readLine),
    match: readRecords(row['match']).map(readMatch),
    statusHistory: readRecords(row['statusHistory']).map(readStep),
    allowedMoves: [],
  };
}

function readLine(row: JsonRecord, index: number): SupplierInvoiceLine {
  const names = shownNames(readText(row['itemName']) ?? '', readText(row['itemNameAlt']));
  return readFields(supplierInvoiceLine, row, {
    lineId: readText(row['lineId']) ?? String(index),
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    unitNum: readNumberValue(row['unitNum']) ?? 1,
    unitDen: readNumberValue(row['unitDen']) ?? 1,
  });
}

function readMatch(row: JsonRecord): InvoiceMatch {
  const quantity = (name: string) => readQuantity(row[name]) ?? 0;
  return {
    lineId: readText(row['lineId']) ?? '',
    state: matchStates.find((state) => state === row['state']) ?? 'matched',
    billedQty: quantity('billedQty'),
    acceptedQty: quantity('acceptedQty'),
    rejectedQty: quantity('rejectedQty'),
    openQty: quantity('openQty'),
    price: readNumberValue(row['price']) ?? 0,
    agreedPrice: readNumberValue(row['agreedPrice']),
    percent: readNumberValue(row['percent']),
    orderedPrice: readNumberValue(row['orderedPrice']),
    receipts: readRecords(row['receipts']).map((receipt) => ({
      receiptLineId: readText(receipt['receiptLineId']) ?? '',
      receiptId: readText(receipt['receiptId']) ?? '',
      number: readText(receipt['number']) ?? '',
      qty: readQuantity(receipt['qty']) ?? 0,
      price: readNumberValue(receipt['price']) ?? 0,
    })),
    stockDifference: readNumberValue(row['stockDifference']),
    variance: readNumberValue(row['variance']),
  };
}
