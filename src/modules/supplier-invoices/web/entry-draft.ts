import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import type { CreateInvoiceInput, InvoiceLineInput } from '../input.ts';
import type { Accrual, ExpectedCredit } from '../shapes.ts';
import type { SupplierInvoice } from '../shapes.ts';
import type { Transfer } from '#modules/transfers/shapes.ts';
import { type JsonRecord, readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { defineDraft } from '#platform/web/drafts/drafts.ts';

/** Reference fields of a line, which has at most one of them. */
const referenceFields = ['receiptLineId', 'poLineId', 'creditOf', 'transferId'] as const;
type LineReferences = Record<(typeof referenceFields)[number], string | null>;

/** An invoice line being entered. A reference determines its unit. */
export interface InvoiceDraftLine extends LineReferences {
  key: string;
  /** Number of the referenced document. */
  referenceNo: string | null;
  itemId: string;
  itemName: string;
  packagingId: string | null;
  unit: string | null;
  unitSymbol: string;
  qty: number | null;
  price: number | null;
  note: string;
}

/** An invoice or credit note being entered. */
export interface InvoiceDraft {
  /** Whether the user has changed anything, so that the initial proposal isn't applied again. */
  isStarted: boolean;
  place: string;
  supplier: string;
  number: string;
  date: string;
  /** Null if the invoice doesn't state freight. */
  freight: number | null;
  tax: number | null;
  total: number | null;
  notes: string;
  lines: readonly InvoiceDraftLine[];
}

export const emptyInvoice: InvoiceDraft = {
  isStarted: false,
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

/** Drafts by user and starting point, stored on the device until they are sent. */
export const invoiceDrafts = defineDraft<InvoiceDraft>({
  name: 'supplier-invoice',
  empty: () => emptyInvoice,
  isEmpty: ({ isStarted }) => !isStarted,
  read: (stored) => ({
    isStarted: true,
    place: readText(stored['place']) ?? '',
    supplier: readText(stored['supplier']) ?? '',
    number: readText(stored['number']) ?? '',
    date: readText(stored['date']) ?? '',
    freight: readNumberValue(stored['freight']),
    tax: readNumberValue(stored['tax']),
    total: readNumberValue(stored['total']),
    notes: readText(stored['notes']) ?? '',
    lines: Array.isArray(stored['lines']) ? stored['lines'].map(readRecord).flatMap(readDraftLine) : [],
  }),
});

function readDraftLine(stored: JsonRecord): InvoiceDraftLine[] {
  const [key, itemId] = [readText(stored['key']), readText(stored['itemId'])];
  if (key === null || itemId === null) return [];
  return [
    {
      ...(Object.fromEntries(
        referenceFields.map((name) => [name, readText(stored[name])]),
      ) as LineReferences),
      key,
      referenceNo: readText(stored['referenceNo']),
      itemId,
      itemName: readText(stored['itemName']) ?? '',
      packagingId: readText(stored['packagingId']),
      unit: readText(stored['unit']),
      unitSymbol: readText(stored['unitSymbol']) ?? '',
      qty: readNumberValue(stored['qty']),
      price: readNumberValue(stored['price']),
      note: readText(stored['note']) ?? '',
    },
  ];
}

const emptyLine = {
  receiptLineId: null,
  poLineId: null,
  creditOf: null,
  transferId: null,
  referenceNo: null,
  packagingId: null,
  unit: null,
  note: '',
};

/** Returns a line without a reference: an item with its unit or pack. */
export const buildItemLine = (
  key: string,
  item: { _id: string; name: string },
  line: Pick<InvoiceDraftLine, 'packagingId' | 'unit' | 'unitSymbol'>,
): InvoiceDraftLine => ({
  ...emptyLine,
  ...line,
  key,
  itemId: item._id,
  itemName: item.name,
  qty: null,
  price: null,
});

/** Returns a line for accepted goods that are not billed, at the received price. */
export const buildAccrualLine = ({
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
  referenceNo: receiptNo,
  itemId,
  itemName,
  unitSymbol,
  qty: openQty,
  price,
});

/**
 * Returns the lines of an order with the quantity accepted but not billed across all receipts; lines without
 * receipts have no quantity. Substitutes are added as lines of their receipt.
 */
export function buildOrderLines(order: PurchaseOrder, accruals: readonly Accrual[]): InvoiceDraftLine[] {
  const orderLineIds = new Set(order.items.map(({ lineId }) => lineId));
  const openAccruals = accruals.filter(
    ({ poLineId, openQty }) => poLineId !== null && orderLineIds.has(poLineId) && openQty > 0,
  );
  const isAsOrdered = (row: Accrual) =>
    order.items.some(
      ({ lineId, itemId, unitSymbol }) =>
        lineId === row.poLineId && itemId === row.itemId && unitSymbol === row.unitSymbol,
    );
  return [
    ...order.items.flatMap((line): InvoiceDraftLine[] => {
      const lineAccruals = openAccruals.filter((row) => row.poLineId === line.lineId && isAsOrdered(row));
      const qty = Math.round(lineAccruals.reduce((sum, { openQty }) => sum + openQty, 0) * 1e6) / 1e6;
      // Fully billed or closed lines are omitted.
      if (qty === 0 && line.outstandingQty === 0) return [];
      return [
        {
          ...emptyLine,
          key: line.lineId,
          poLineId: line.lineId,
          referenceNo: order.number,
          itemId: line.itemId,
          itemName: line.itemName,
          unitSymbol: line.unitSymbol,
          qty: qty === 0 ? null : qty,
          price: lineAccruals[0]?.price ?? line.price,
        },
      ];
    }),
    ...openAccruals.filter((row) => !isAsOrdered(row)).map(buildAccrualLine),
  ];
}

/** Returns the line or document that an expected credit belongs to. */
export const getCreditKey = ({ creditOf, receiptLineId, transferId }: ExpectedCredit): string =>
  creditOf ?? receiptLineId ?? transferId ?? '';

/** Returns a credit line for the quantity billed and not accepted, or for the returned goods. */
export const buildCreditLine = (expected: ExpectedCredit): InvoiceDraftLine => ({
  ...emptyLine,
  key: getCreditKey(expected),
  creditOf: expected.creditOf,
  receiptLineId: expected.receiptLineId,
  transferId: expected.transferId,
  referenceNo: expected.number,
  itemId: expected.itemId ?? '',
  itemName: expected.itemName ?? '',
  unitSymbol: expected.unitSymbol ?? '',
  qty: expected.qty ?? 1,
  price:
    expected.price ?? toSupplierCurrency(Math.max(0, expected.expected - expected.received), expected.rate),
});

/**
 * Converts an amount from base to supplier currency; null if there is no exchange rate, in which case the
 * user enters the amount on the document.
 */
const toSupplierCurrency = (amount: number, rate: number | null): number | null =>
  rate === null ? null : Math.round((amount / rate) * 1e6) / 1e6;

/** Returns credit lines for returned goods at the charged price, in the supplier's currency. */
export const buildReturnCreditLines = (
  { _id, number: referenceNo, items }: Transfer,
  { rate }: Pick<ExpectedCredit, 'rate'>,
): InvoiceDraftLine[] =>
  items.map((line) => {
    const qty = line.shippedQty ?? line.qty;
    const price = line.unitPrice ?? (line.value === null || qty === 0 ? null : line.value / qty);
    return {
      ...emptyLine,
      key: line.lineId,
      transferId: _id,
      referenceNo,
      itemId: line.itemId,
      itemName: line.itemName,
      unit: line.unit,
      unitSymbol: line.unitSymbol,
      qty,
      price: price === null ? null : toSupplierCurrency(price, rate),
    };
  });

/**
 * Returns lines for a price credit: one per receipt matched with the invoice, with the price left to the
 * user.
 */
export const buildPriceCreditLines = ({ items, match }: SupplierInvoice): InvoiceDraftLine[] =>
  items.flatMap((line) => {
    const lineMatch = match.find(({ lineId }) => lineId === line.lineId);
    return (lineMatch?.receipts ?? []).map(
      ({ receiptLineId, number: receiptNo, qty }): InvoiceDraftLine => ({
        ...emptyLine,
        key: `${line.lineId} ${receiptLineId}`,
        receiptLineId,
        referenceNo: receiptNo,
        itemId: line.itemId,
        itemName: line.itemName,
        unitSymbol: line.unitSymbol,
        qty,
        price: null,
      }),
    );
  });

/** Returns a saved draft for editing. */
export const toInvoiceDraft = (invoice: SupplierInvoice): InvoiceDraft => ({
  isStarted: false,
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
    // The receipt or billed line already implies the order line.
    poLineId: (line.receiptLineId ?? line.creditOf) ? null : line.poLineId,
    creditOf: line.creditOf,
    transferId: line.transferId,
    referenceNo: line.referenceNo,
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

/** Returns whether the line references a line or document. */
export const hasLineReference = (line: InvoiceDraftLine): boolean =>
  referenceFields.some((name) => line[name] !== null);

/** Returns the lines with a billed quantity. */
export const listBilledLines = ({ lines }: InvoiceDraft): InvoiceDraftLine[] =>
  lines.filter(({ qty }) => (qty ?? 0) > 0);

/** Returns the request body without supplier and location. */
export function buildInvoiceInput(draft: InvoiceDraft, isCredit: boolean) {
  const { number: documentNumber, date, freight, tax, total, notes } = draft;
  return {
    number: documentNumber.trim(),
    date,
    freight: isCredit ? null : freight,
    tax: tax ?? 0,
    total: total ?? 0,
    notes: notes.trim() === '' ? null : notes.trim(),
    items: listBilledLines(draft).map((line): InvoiceLineInput => {
      const name = referenceFields.find((field) => line[field] !== null);
      // A return doesn't identify the credited item, so the item is also sent.
      const includesItem = (name === undefined || name === 'transferId') && line.itemId !== '';
      return {
        ...(name !== undefined && { [name]: line[name] }),
        ...(includesItem && { itemId: line.itemId }),
        ...(includesItem && line.packagingId !== null && { packagingId: line.packagingId }),
        ...(includesItem && line.packagingId === null && line.unit !== null && { unit: line.unit }),
        qty: line.qty ?? 0,
        price: line.price ?? 0,
        ...(line.note.trim() !== '' && { note: line.note.trim() }),
      };
    }),
  } satisfies Partial<CreateInvoiceInput>;
}
