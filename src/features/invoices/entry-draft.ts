import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import type {
  Accrual,
  CreateInvoiceInput,
  ExpectedCredit,
  InvoiceLineInput,
  SupplierInvoice,
} from '#contract/supplier-invoices.ts';
import type { Transfer } from '#contract/transfers.ts';
import { type JsonRecord, readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { defineDraft } from '#src/lib/drafts/drafts.ts';

/** What a line may name; it names one of them, or nothing. */
const referenceFields = ['receiptLineId', 'poLineId', 'creditOf', 'transferId'] as const;
type LineReferences = Record<(typeof referenceFields)[number], string | null>;

/** A line while it is entered. What it names says what it counts. */
export interface InvoiceDraftLine extends LineReferences {
  key: string;
  /** The number of the document that it names. */
  ofNo: string | null;
  itemId: string;
  itemName: string;
  packagingId: string | null;
  unit: string | null;
  unitSymbol: string;
  qty: number | null;
  price: number | null;
  note: string;
}

/** An invoice or credit note while it is entered. */
export interface InvoiceDraft {
  /** Something was entered or taken off: what was proposed at first is not proposed again. */
  isBegun: boolean;
  place: string;
  supplier: string;
  number: string;
  date: string;
  /** Null: it says nothing of freight. */
  freight: number | null;
  tax: number | null;
  total: number | null;
  notes: string;
  lines: readonly InvoiceDraftLine[];
}

export const emptyInvoice: InvoiceDraft = {
  isBegun: false,
  place: '',
  supplier: '',
  number: '',
  date: '',
  freight: null,
  tax: null,
  total: null,
  notes: '',
  lines: [],
};

/** What is being entered, by person and by what it began from; kept on this device until it is sent. */
export const invoiceDrafts = defineDraft<InvoiceDraft>({
  name: 'supplier-invoice',
  empty: () => emptyInvoice,
  isEmpty: ({ isBegun }) => !isBegun,
  read: (kept) => ({
    isBegun: true,
    place: readText(kept['place']) ?? '',
    supplier: readText(kept['supplier']) ?? '',
    number: readText(kept['number']) ?? '',
    date: readText(kept['date']) ?? '',
    freight: readNumberValue(kept['freight']),
    tax: readNumberValue(kept['tax']),
    total: readNumberValue(kept['total']),
    notes: readText(kept['notes']) ?? '',
    lines: Array.isArray(kept['lines']) ? kept['lines'].map(readRecord).flatMap(readDraftLine) : [],
  }),
});

function readDraftLine(kept: JsonRecord): InvoiceDraftLine[] {
  const [key, itemId] = [readText(kept['key']), readText(kept['itemId'])];
  if (key === null || itemId === null) return [];
  return [
    {
      ...(Object.fromEntries(referenceFields.map((name) => [name, readText(kept[name])])) as LineReferences),
      key,
      ofNo: readText(kept['ofNo']),
      itemId,
      itemName: readText(kept['itemName']) ?? '',
      packagingId: readText(kept['packagingId']),
      unit: readText(kept['unit']),
      unitSymbol: readText(kept['unitSymbol']) ?? '',
      qty: readNumberValue(kept['qty']),
      price: readNumberValue(kept['price']),
      note: readText(kept['note']) ?? '',
    },
  ];
}

const emptyLine = {
  receiptLineId: null,
  poLineId: null,
  creditOf: null,
  transferId: null,
  ofNo: null,
  packagingId: null,
  unit: null,
  note: '',
};

/** A line of what nobody named: an item in what it counts. */
export const itemLine = (
  key: string,
  item: { _id: string; name: string },
  counted: Pick<InvoiceDraftLine, 'packagingId' | 'unit' | 'unitSymbol'>,
): InvoiceDraftLine => ({
  ...emptyLine,
  ...counted,
  key,
  itemId: item._id,
  itemName: item.name,
  qty: null,
  price: null,
});

/** A line of what was accepted and is not billed, at the price at which it came. */
export const accrualLine = ({
  receiptLineId,
  receiptNo,
  itemId,
  itemName,
  unitSymbol,
  openQty,
  price,
}: Accrual): InvoiceDraftLine => ({
  ...emptyLine,
  key: receiptLineId,
  receiptLineId,
  ofNo: receiptNo,
  itemId,
  itemName,
  unitSymbol,
  qty: openQty,
  price,
});

/**
 * The lines of an order: of each what was accepted of it and is not billed, over all of its receipts; nothing is proposed of what
 * has not come. What came instead of something is a line of its receipt.
 */
export function orderInvoiceLines(order: PurchaseOrder, accruals: readonly Accrual[]): InvoiceDraftLine[] {
  const own = new Set(order.items.map(({ lineId }) => lineId));
  const open = accruals.filter(
    ({ poLineId, openQty }) => poLineId !== null && own.has(poLineId) && openQty > 0,
  );
  const isAsOrdered = (row: Accrual) =>
    order.items.some(
      ({ lineId, itemId, unitSymbol }) =>
        lineId === row.poLineId && itemId === row.itemId && unitSymbol === row.unitSymbol,
    );
  return [
    ...order.items.flatMap((line): InvoiceDraftLine[] => {
      const came = open.filter((row) => row.poLineId === line.lineId && isAsOrdered(row));
      const qty = Math.round(came.reduce((sum, { openQty }) => sum + openQty, 0) * 1e6) / 1e6;
      // What was billed already, or is not waited for any more, is no line.
      if (qty === 0 && line.outstandingQty === 0) return [];
      return [
        {
          ...emptyLine,
          key: line.lineId,
          poLineId: line.lineId,
          ofNo: order.number,
          itemId: line.itemId,
          itemName: line.itemName,
          unitSymbol: line.unitSymbol,
          qty: qty === 0 ? null : qty,
          price: came[0]?.price ?? line.price,
        },
      ];
    }),
    ...open.filter((row) => !isAsOrdered(row)).map(accrualLine),
  ];
}

/** The line or document that an expected credit answers. */
export const creditKey = ({ creditOf, receiptLineId, transferId }: ExpectedCredit): string =>
  creditOf ?? receiptLineId ?? transferId ?? '';

/** A line of what a supplier is expected to credit: as much as was billed and not accepted, or the goods that went back. */
export const creditLine = (expected: ExpectedCredit): InvoiceDraftLine => ({
  ...emptyLine,
  key: creditKey(expected),
  creditOf: expected.creditOf,
  receiptLineId: expected.receiptLineId,
  transferId: expected.transferId,
  ofNo: expected.number,
  itemId: expected.itemId ?? '',
  itemName: expected.itemName ?? '',
  unitSymbol: expected.unitSymbol ?? '',
  qty: expected.qty ?? 1,
  price:
    expected.price ?? toSupplierCurrency(Math.max(0, expected.expected - expected.received), expected.rate),
});

/** A price in the money of the business as one in the money that a supplier credits in; null where no rate is known: the paper says it. */
const toSupplierCurrency = (amount: number, rate: number | null): number | null =>
  rate === null ? null : Math.round((amount / rate) * 1e6) / 1e6;

/** Lines of goods that went back, each at what it was charged, in the money that the supplier credits in. */
export const returnCreditLines = (
  { _id, number: ofNo, items }: Transfer,
  { rate }: Pick<ExpectedCredit, 'rate'>,
): InvoiceDraftLine[] =>
  items.map((line) => {
    const qty = line.shippedQty ?? line.qty;
    const price = line.unitPrice ?? (line.value === null || qty === 0 ? null : line.value / qty);
    return {
      ...emptyLine,
      key: line.lineId,
      transferId: _id,
      ofNo,
      itemId: line.itemId,
      itemName: line.itemName,
      unit: line.unit,
      unitSymbol: line.unitSymbol,
      qty,
      price: price === null ? null : toSupplierCurrency(price, rate),
    };
  });

/** Lines for a credit on the price alone: of each receipt that an invoice was matched with; by how much, the person says. */
export const priceCreditLines = ({ items, match }: SupplierInvoice): InvoiceDraftLine[] =>
  items.flatMap((line) => {
    const found = match.find(({ lineId }) => lineId === line.lineId);
    return (found?.receipts ?? []).map(
      ({ receiptLineId, number: receiptNo, qty }): InvoiceDraftLine => ({
        ...emptyLine,
        key: `${line.lineId} ${receiptLineId}`,
        receiptLineId,
        ofNo: receiptNo,
        itemId: line.itemId,
        itemName: line.itemName,
        unitSymbol: line.unitSymbol,
        qty,
        price: null,
      }),
    );
  });

/** What a draft on the server says, to be changed. */
export const invoiceDraft = (invoice: SupplierInvoice): InvoiceDraft => ({
  isBegun: false,
  place: invoice.place,
  supplier: invoice.supplier,
  number: invoice.supplierNumber,
  date: invoice.date,
  freight: invoice.freight,
  tax: invoice.tax === 0 ? null : invoice.tax,
  total: invoice.total,
  notes: invoice.notes ?? '',
  lines: invoice.items.map((line) => ({
    key: line.lineId,
    receiptLineId: line.receiptLineId,
    // What a receipt, or a billed line, says of its order need not be said again.
    poLineId: (line.receiptLineId ?? line.creditOf) ? null : line.poLineId,
    creditOf: line.creditOf,
    transferId: line.transferId,
    ofNo: line.ofNo,
    itemId: line.itemId,
    itemName: line.itemName,
    packagingId: line.packagingId,
    unit: line.unit,
    unitSymbol: line.unitSymbol,
    qty: line.qty,
    price: line.price,
    note: line.note ?? '',
  })),
});

/** It names a line that says what it counts; null where it is an item alone, or goods that went back. */
export const hasReference = (line: InvoiceDraftLine): boolean =>
  referenceFields.some((name) => line[name] !== null);

/** Lines of which something is billed. */
export const billedLines = ({ lines }: InvoiceDraft): InvoiceDraftLine[] =>
  lines.filter(({ qty }) => (qty ?? 0) > 0);

/** What is sent of it, besides whose it is. */
export function invoiceInput(draft: InvoiceDraft, isCredit: boolean) {
  const { number: printed, date, freight, tax, total, notes } = draft;
  return {
    number: printed.trim(),
    date,
    freight: isCredit ? null : freight,
    tax: tax ?? 0,
    total: total ?? 0,
    notes: notes.trim() === '' ? null : notes.trim(),
    items: billedLines(draft).map((line): InvoiceLineInput => {
      const name = referenceFields.find((each) => line[each] !== null);
      // A return says what went back, not which of it is credited.
      const saysItem = (name === undefined || name === 'transferId') && line.itemId !== '';
      return {
        ...(name !== undefined && { [name]: line[name] }),
        ...(saysItem && { itemId: line.itemId }),
        ...(saysItem && line.packagingId !== null && { packagingId: line.packagingId }),
        ...(saysItem && line.packagingId === null && line.unit !== null && { unit: line.unit }),
        qty: line.qty ?? 0,
        price: line.price ?? 0,
        ...(line.note.trim() !== '' && { note: line.note.trim() }),
      };
    }),
  } satisfies Partial<CreateInvoiceInput>;
}
