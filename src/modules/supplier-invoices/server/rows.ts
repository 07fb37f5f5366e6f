import type { Selectable } from 'kysely';
import type { InvoiceLifecycleInput } from '../lifecycle.ts';
import type { InvoiceStatus } from '../invoices.ts';
import type {
  GoodsReceiptLineRow,
  InvoiceMatchRow,
  SupplierInvoiceLineRow,
  SupplierInvoiceRow,
} from '#platform/server/db/tables.ts';
import { statement } from '#platform/server/db/statements.ts';
import { invoiceDocument } from './definition.ts';
import { createDocumentStore, type LoadedDocument } from '#platform/documents/server/store.ts';

export type InvoiceHeader = Selectable<SupplierInvoiceRow>;
export type InvoiceLine = Selectable<SupplierInvoiceLineRow>;
export type MatchRow = Selectable<InvoiceMatchRow>;

/** A supplier invoice or credit note with its lines. */
export type LoadedInvoice = LoadedDocument<InvoiceHeader, InvoiceLine>;

/** A receipt line with header fields of its receipt. */
export type ReceivedLine = Selectable<GoodsReceiptLineRow> & {
  number: string;
  supplier: string;
  place: string;
  businessDay: string;
};

export const invoiceStore = createDocumentStore<InvoiceHeader, InvoiceLine>(invoiceDocument, {
  immutableColumns: {
    header: ['number', 'kind', 'supplier', 'place', 'userId', 'userName', 'createdAt'],
    lines: [
      'invoiceId',
      'itemId',
      'poLineId',
      'receiptLineId',
      'creditOf',
      'transferId',
      'qtyMicro',
      'priceMicro',
    ],
  },
});

/** Converts the invoice to the input of its lifecycle rules. */
export const toInvoiceLifecycleInput = ({
  header,
}: Pick<LoadedInvoice, 'header'>): InvoiceLifecycleInput => ({
  ...header,
  status: header.status as InvoiceStatus,
});

/** Returns whether two lines have the same item, pack and unit. */
export const isSameItemAndUnit = (
  a: Pick<InvoiceLine, 'itemId' | 'packagingId' | 'unit' | 'unitNum' | 'unitDen'>,
  b: Pick<InvoiceLine, 'itemId' | 'packagingId' | 'unit' | 'unitNum' | 'unitDen'>,
): boolean =>
  a.itemId === b.itemId &&
  a.packagingId === b.packagingId &&
  a.unit === b.unit &&
  a.unitNum === b.unitNum &&
  a.unitDen === b.unitDen;

const receiptColumns = [
  'goodsReceipts.number',
  'goodsReceipts.supplier',
  'goodsReceipts.place',
  'goodsReceipts.businessDay',
] as const;

export const selectReceiptLinesById = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('goodsReceiptLines')
    .innerJoin('goodsReceipts', 'goodsReceipts._id', 'goodsReceiptLines.receiptId')
    .selectAll('goodsReceiptLines')
    .select(receiptColumns)
    .where('goodsReceiptLines.lineId', 'in', ids),
);

/** Receipt lines by the purchase lines that they fulfil, earliest receipt first. */
export const selectReceiptLinesByOrderLine = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('goodsReceiptLines')
    .innerJoin('goodsReceipts', 'goodsReceipts._id', 'goodsReceiptLines.receiptId')
    .selectAll('goodsReceiptLines')
    .select(receiptColumns)
    .where('goodsReceiptLines.poLineId', 'in', ids)
    .where('goodsReceiptLines.isReversed', '=', 0)
    .orderBy('goodsReceipts.receivedAt')
    .orderBy('goodsReceiptLines.lineId'),
);

/** All lines of these receipts that aren't reversed, in order. */
export const selectLinesOfReceipts = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('goodsReceiptLines')
    .innerJoin('goodsReceipts', 'goodsReceipts._id', 'goodsReceiptLines.receiptId')
    .selectAll('goodsReceiptLines')
    .select(receiptColumns)
    .where('goodsReceiptLines.receiptId', 'in', ids)
    .where('goodsReceiptLines.isReversed', '=', 0)
    .orderBy('goodsReceiptLines.receiptId')
    .orderBy('goodsReceiptLines.position'),
);

/** Returns the key of a match that settles one line against another. */
export const buildMatchPairKey = (lineId: string, otherId: string): string => `${lineId} ${otherId}`;

export const selectMatchesOfInvoice = statement((db, invoiceId: string) =>
  db.selectFrom('invoiceMatches').selectAll().where('invoiceId', '=', invoiceId).orderBy('matchId'),
);

/** Matches of receipt lines that aren't reversed. */
export const selectActiveMatches = statement((db, receiptLines: readonly string[]) =>
  db
    .selectFrom('invoiceMatches')
    .selectAll()
    .where('receiptLineId', 'in', receiptLines)
    .where('reversedDay', 'is', null)
    .orderBy('matchId'),
);

export const selectInvoiceLinesById = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('supplierInvoiceLines')
    .innerJoin('supplierInvoices', 'supplierInvoices._id', 'supplierInvoiceLines.invoiceId')
    .selectAll('supplierInvoiceLines')
    .select([
      'supplierInvoices.number',
      'supplierInvoices.supplier',
      'supplierInvoices.place',
      'supplierInvoices.status',
      'supplierInvoices.kind',
    ])
    .where('supplierInvoiceLines.lineId', 'in', ids),
);
