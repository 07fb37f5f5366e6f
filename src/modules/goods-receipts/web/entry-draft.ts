import type { CreateReceiptLineInput } from '../input.ts';
import type { ReceiptRequirement } from '../shapes.ts';
import type { PurchaseLine, PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import {
  type JsonRecord,
  readNumberValue,
  readRecord,
  readText,
  readTexts,
} from '#platform/shapes/tolerant.ts';
import { expiryByShelfLife } from '#modules/lots/lot-rules.ts';
import { type ChargeSpread, chargeSpreads } from '../landed-cost.ts';
import { defineDraft } from '#platform/web/drafts/drafts.ts';
import type { ReceiptInput } from './queries.ts';

const numberFields = [
  'qty',
  'price',
  'rejectedQty',
  'freeQty',
  'coversQty',
  'temperature',
  'pieces',
] as const;
const textFields = ['lot', 'expiry', 'reason', 'note'] as const;

/** Values entered for a line: absent if never entered, null if cleared. */
export type ReceiptLineEntry = Partial<
  Record<(typeof numberFields)[number], number | null> & Record<(typeof textFields)[number], string | null>
>;

/** A line that was not ordered, or a substitute for an ordered line. */
export interface AddedReceiptLine {
  key: string;
  itemId: string;
  itemName: string;
  /** The pack, otherwise the unit, in which the quantity is counted. */
  packagingId: string | null;
  unit: string | null;
  unitSymbol: string;
  /** The purchase order line for which it is a substitute. */
  replacedLineId: string | null;
}

/** A goods receipt being entered. Stored on the device, so its keys must not change. */
export interface ReceiptEntryDraft {
  place: string;
  supplier: string;
  supplierRef: string;
  freight: number | null;
  spreadBy: ChargeSpread;
  notes: string;
  /** Ids of photos stored on this device. */
  photos: readonly string[];
  /** By purchase order line ID, or by the key of an added line. */
  lineEntries: Readonly<Record<string, ReceiptLineEntry>>;
  addedLines: readonly AddedReceiptLine[];
}

const emptyReceiptDraft: ReceiptEntryDraft = {
  place: '',
  supplier: '',
  supplierRef: '',
  freight: null,
  spreadBy: 'value',
  notes: '',
  photos: [],
  lineEntries: {},
  addedLines: [],
};

/** Drafts by user and purchase order. Every change is stored on the device until the receipt is sent. */
export const receiptEntryDrafts = defineDraft<ReceiptEntryDraft>({
  name: 'goods-receipt',
  empty: () => emptyReceiptDraft,
  isEmpty: ({ lineEntries, addedLines, supplierRef, freight, notes, photos }) =>
    Object.keys(lineEntries).length + addedLines.length + photos.length === 0 &&
    supplierRef === '' &&
    notes === '' &&
    freight === null,
  read: (stored) => ({
    place: readText(stored['place']) ?? '',
    supplier: readText(stored['supplier']) ?? '',
    supplierRef: readText(stored['supplierRef']) ?? '',
    freight: readNumberValue(stored['freight']),
    spreadBy: chargeSpreads.find((candidate) => candidate === stored['spreadBy']) ?? 'value',
    notes: readText(stored['notes']) ?? '',
    photos: readTexts(stored['photos']),
    // Drafts stored by earlier versions use the key `said`.
    lineEntries: Object.fromEntries(
      Object.entries(readRecord(stored['lineEntries'] ?? stored['said'])).map(([key, entry]) => [
        key,
        readLineEntry(readRecord(entry)),
      ]),
    ),
    addedLines: Array.isArray(stored['addedLines'])
      ? stored['addedLines'].map(readRecord).flatMap(readAddedLine)
      : [],
  }),
});

function readLineEntry(stored: JsonRecord): ReceiptLineEntry {
  return Object.fromEntries([
    ...numberFields.flatMap((name) => (name in stored ? [[name, readNumberValue(stored[name])]] : [])),
    ...textFields.flatMap((name) => (name in stored ? [[name, readText(stored[name])]] : [])),
  ]) as ReceiptLineEntry;
}

function readAddedLine(stored: JsonRecord): AddedReceiptLine[] {
  const [key, itemId] = [readText(stored['key']), readText(stored['itemId'])];
  if (key === null || itemId === null) return [];
  return [
    {
      key,
      itemId,
      itemName: readText(stored['itemName']) ?? '',
      packagingId: readText(stored['packagingId']),
      unit: readText(stored['unit']),
      unitSymbol: readText(stored['unitSymbol']) ?? '',
      replacedLineId: readText(stored['replacedLineId']),
    },
  ];
}

/** A form row: an ordered line with its entered values, or an added line. */
export interface ReceiptEntryRow {
  key: string;
  itemId: string;
  itemName: string;
  unitSymbol: string;
  isWhole: boolean;
  /** Base units per counted unit; null if unknown on this device. */
  ratio: { num: number; den: number } | null;
  /** Null for a line that was not ordered. */
  orderLine: (Pick<PurchaseLine, 'qty' | 'price' | 'listPrice'> & { outstanding: number }) | null;
  addedLine: AddedReceiptLine | null;
  enteredValues: ReceiptLineEntry;
  qty: number | null;
  price: number | null;
}

/** Returns the form rows: order lines prefilled with the outstanding quantity, then added lines. */
export function buildReceiptEntryRows(
  order: PurchaseOrder | null,
  draft: ReceiptEntryDraft,
  findRatio: (line: AddedReceiptLine) => { num: number; den: number; isWhole: boolean } | null,
): ReceiptEntryRow[] {
  const openLines = (order?.items ?? []).filter(({ isClosed }) => !isClosed);
  return [
    ...openLines.map((line): ReceiptEntryRow => {
      const enteredValues = draft.lineEntries[line.lineId] ?? {};
      // A fully received line remains for over-deliveries, without a proposed quantity.
      const proposed = line.outstandingQty > 0 ? line.outstandingQty : null;
      return {
        key: line.lineId,
        itemId: line.itemId,
        itemName: line.itemName,
        unitSymbol: line.unitSymbol,
        isWhole: line.unit === null,
        ratio: { num: line.unitNum, den: line.unitDen },
        orderLine: {
          qty: line.qty,
          outstanding: line.outstandingQty,
          price: line.price,
          listPrice: line.listPrice,
        },
        addedLine: null,
        enteredValues,
        qty: enteredValues.qty === undefined ? proposed : enteredValues.qty,
        price: enteredValues.price === undefined ? line.price : enteredValues.price,
      };
    }),
    ...draft.addedLines.map((line): ReceiptEntryRow => {
      const enteredValues = draft.lineEntries[line.key] ?? {};
      const unitRatio = findRatio(line);
      return {
        key: line.key,
        itemId: line.itemId,
        itemName: line.itemName,
        unitSymbol: line.unitSymbol,
        isWhole: line.packagingId !== null || unitRatio?.isWhole === true,
        ratio: unitRatio && { num: unitRatio.num, den: unitRatio.den },
        orderLine: null,
        addedLine: line,
        enteredValues,
        qty: enteredValues.qty ?? null,
        price: enteredValues.price ?? null,
      };
    }),
  ];
}

/** Returns whether any quantity was accepted, rejected or received for free. */
export const hasArrived = ({ qty, enteredValues }: ReceiptEntryRow): boolean =>
  (qty ?? 0) + (enteredValues.rejectedQty ?? 0) + (enteredValues.freeQty ?? 0) > 0;

/**
 * Returns the expiry shown and sent for a row: the entered one, otherwise derived from the item's shelf life.
 */
export function getReceiptExpiry(
  { enteredValues }: ReceiptEntryRow,
  requirements: ReceiptRequirement | undefined,
  today: string,
): string | null {
  if (enteredValues.expiry !== undefined || requirements === undefined) return enteredValues.expiry ?? null;
  return expiryByShelfLife(today, {
    trackExpiry: requirements.tracksExpiry,
    shelfLifeDays: requirements.shelfLifeDays,
  });
}

/** Returns the required fields that a row is missing. */
export function findMissingFields(
  row: ReceiptEntryRow,
  requirements: ReceiptRequirement | undefined,
  today: string,
): readonly ('price' | 'lot' | 'expiry')[] {
  const isPriced = row.price !== null || row.addedLine?.packagingId != null;
  const isBilled = (row.qty ?? 0) + (row.enteredValues.rejectedQty ?? 0) > 0;
  const isStocked = (row.qty ?? 0) + (row.enteredValues.freeQty ?? 0) > 0;
  const lot = row.enteredValues.lot?.trim() ?? '';
  return [
    ...(isBilled && !isPriced ? (['price'] as const) : []),
    ...(isStocked && requirements?.requiresLotNumber && lot === '' ? (['lot'] as const) : []),
    // An existing lot may already have an expiry.
    ...(isStocked &&
    requirements?.tracksExpiry &&
    lot === '' &&
    getReceiptExpiry(row, requirements, today) === null
      ? (['expiry'] as const)
      : []),
  ];
}

/** Returns the value to pay for a row; null without a price. */
export const computeRowValue = ({ qty, price }: ReceiptEntryRow): number | null =>
  price === null ? null : Math.round((qty ?? 0) * price * 1e4) / 1e4;

/** Returns the request body with the rows that have arrived, in the order of the form. */
export function buildReceiptInput(
  rows: readonly ReceiptEntryRow[],
  draft: ReceiptEntryDraft,
  order: PurchaseOrder | null,
  requirements: ReadonlyMap<string, ReceiptRequirement>,
  today: string,
): ReceiptInput {
  const { place, supplier, supplierRef, freight, spreadBy, notes, photos } = draft;
  return {
    ...(order === null ? { supplier, place } : { purchaseOrder: order._id }),
    ...(supplierRef.trim() !== '' && { supplierRef }),
    ...(freight !== null && freight > 0 && { freight, spreadBy }),
    ...(notes.trim() !== '' && { notes }),
    items: rows.filter(hasArrived).map((row): CreateReceiptLineInput => {
      const { enteredValues, addedLine, qty, price } = row;
      const expiry =
        (qty ?? 0) + (enteredValues.freeQty ?? 0) > 0
          ? getReceiptExpiry(row, requirements.get(row.itemId), today)
          : null;
      const pickEntered = <K extends keyof ReceiptLineEntry>(name: K) =>
        enteredValues[name] == null ? {} : { [name]: enteredValues[name] };
      return {
        ...(addedLine === null
          ? { poLineId: row.key }
          : {
              itemId: addedLine.itemId,
              ...(addedLine.replacedLineId !== null && { poLineId: addedLine.replacedLineId }),
              ...(addedLine.packagingId !== null && { packagingId: addedLine.packagingId }),
              ...(addedLine.packagingId === null && addedLine.unit !== null && { unit: addedLine.unit }),
            }),
        qty: qty ?? 0,
        ...(price !== null && { price }),
        ...pickEntered('rejectedQty'),
        ...pickEntered('freeQty'),
        ...(addedLine?.replacedLineId != null && pickEntered('coversQty')),
        ...pickEntered('lot'),
        ...(expiry !== null && { expiry }),
        ...pickEntered('temperature'),
        ...pickEntered('pieces'),
        ...pickEntered('reason'),
        ...pickEntered('note'),
        ...(requirements.get(row.itemId)?.requiresPhoto === true && photos.length > 0 && { photo: true }),
      };
    }),
  };
}
