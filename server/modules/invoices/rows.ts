import type { Selectable } from 'kysely';
import type { InvoiceLifecycleInput } from '#domain/purchasing/invoice-lifecycle.ts';
import type { InvoiceStatus } from '#domain/purchasing/invoices.ts';
import type {
  GoodsReceiptLineRow,
  InvoiceMatchRow,
  SupplierInvoiceLineRow,
  SupplierInvoiceRow,
} from '../../db/tables.ts';
import { statement } from '../../db/statements.ts';
import { invoiceDocument } from '../../documents/buying-and-making.ts';
import { documentStore, type LoadedDocument } from '../../documents/store.ts';

export type InvoiceHeader = Selectable<SupplierInvoiceRow>;
export type InvoiceLine = Selectable<SupplierInvoiceLineRow>;
export type MatchRow = Selectable<InvoiceMatchRow>;

/** A supplier's invoice or credit note in memory. */
export type LoadedInvoice = LoadedDocument<InvoiceHeader, InvoiceLine>;

/** A line of a receipt with what its receipt says. */
export type ReceiptLine = Selectable<GoodsReceiptLineRow> & {
  number: string;
  supplier: string;
  place: string;
  businessDay: string;
};

export const invoiceStore = documentStore<InvoiceHeader, InvoiceLine>(invoiceDocument, {
  frozen: {
    head: ['number', 'kind', 'supplier', 'place', 'userId', 'userName', 'createdAt'],
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

/** The invoice as the rules of its moves and edits see it. */
export const invoiceLifecycleInput = ({ head }: Pick<LoadedInvoice, 'head'>): InvoiceLifecycleInput => ({
  ...head,
  status: head.status as InvoiceStatus,
});

/** Whether two lines count the very same thing. */
export const isSameMeasure = (
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

/** Lines of receipts by their own ids. */
export const receiptLinesById = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('goodsReceiptLines')
    .innerJoin('goodsReceipts', 'goodsReceipts._id', 'goodsReceiptLines.receiptId')
    .selectAll('goodsReceiptLines')
    .select(receiptColumns)
    .where('goodsReceiptLines.lineId', 'in', ids),
);

/** Lines of receipts by the purchase lines that they fulfil, the first that came first. */
export const receiptLinesByOrderLine = statement((db, ids: readonly string[]) =>
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

/** All lines of these receipts that were not reversed, in their order. */
export const linesOfReceipts = statement((db, ids: readonly string[]) =>
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

/** The key of a match that settles one line because of another one. */
export const matchPairKey = (lineId: string, otherId: string): string => `${lineId} ${otherId}`;

/** The matches of an invoice. */
export const matchesOfInvoice = statement((db, invoiceId: string) =>
  db.selectFrom('invoiceMatches').selectAll().where('invoiceId', '=', invoiceId).orderBy('matchId'),
);

/** The matches of lines of receipts that stand. */
export const activeMatches = statement((db, receiptLines: readonly string[]) =>
  db
    .selectFrom('invoiceMatches')
    .selectAll()
    .where('receiptLineId', 'in', receiptLines)
    .where('reversedDay', 'is', null)
    .orderBy('matchId'),
);

export const invoiceLinesById = statement((db, ids: readonly string[]) =>
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
