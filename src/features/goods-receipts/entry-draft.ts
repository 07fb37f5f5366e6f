import type { CreateReceiptLineInput, ReceiptRequirement } from '#contract/goods-receipts.ts';
import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { type JsonRecord, readNumberValue, readRecord, readText, readTexts } from '#contract/tolerant.ts';
import { expiryByShelfLife } from '#domain/lots/lots.ts';
import { type ChargeSpread, chargeSpreads } from '#domain/purchasing/landed-cost.ts';
import { defineDraft } from '#src/lib/drafts/drafts.ts';
import type { ReceiptInput } from '#src/collections/documents/goods-receipts.ts';

const amounts = ['qty', 'price', 'rejectedQty', 'freeQty', 'coversQty', 'temperature', 'pieces'] as const;
const words = ['lot', 'expiry', 'reason', 'note'] as const;

/** What somebody said of a line; left out where nothing was typed, null where what stood there was taken away. */
export type ReceiptLineEntry = Partial<
  Record<(typeof amounts)[number], number | null> & Record<(typeof words)[number], string | null>
>;

/** A line of what nobody ordered, or that came instead of it. */
export interface AddedReceiptLine {
  key: string;
  itemId: string;
  itemName: string;
  /** What it counts: a pack, else a unit. */
  packagingId: string | null;
  unit: string | null;
  unitSymbol: string;
  /** The line of the order that it stands for. */
  insteadOf: string | null;
}

/** A receipt while it is entered. */
export interface ReceiptEntryDraft {
  place: string;
  supplier: string;
  supplierRef: string;
  freight: number | null;
  spreadBy: ChargeSpread;
  notes: string;
  /** By their names among those kept on this device. */
  photos: readonly string[];
  /** By the line of the order, or by the key of an added one. */
  said: Readonly<Record<string, ReceiptLineEntry>>;
  added: readonly AddedReceiptLine[];
}

export const emptyReceiptDraft: ReceiptEntryDraft = {
  place: '',
  supplier: '',
  supplierRef: '',
  freight: null,
  spreadBy: 'value',
  notes: '',
  photos: [],
  said: {},
  added: [],
};

/** What is being received, by person and order; every key that is typed is kept on this device until it is sent. */
export const receiptEntryDrafts = defineDraft<ReceiptEntryDraft>({
  name: 'goods-receipt',
  empty: () => emptyReceiptDraft,
  isEmpty: ({ said, added, supplierRef, freight, notes, photos }) =>
    Object.keys(said).length + added.length + photos.length === 0 &&
    supplierRef === '' &&
    notes === '' &&
    freight === null,
  read: (kept) => ({
    place: readText(kept['place']) ?? '',
    supplier: readText(kept['supplier']) ?? '',
    supplierRef: readText(kept['supplierRef']) ?? '',
    freight: readNumberValue(kept['freight']),
    spreadBy: chargeSpreads.find((each) => each === kept['spreadBy']) ?? 'value',
    notes: readText(kept['notes']) ?? '',
    photos: readTexts(kept['photos']),
    said: Object.fromEntries(
      Object.entries(readRecord(kept['said'])).map(([key, said]) => [key, readLineEntry(readRecord(said))]),
    ),
    added: Array.isArray(kept['added']) ? kept['added'].map(readRecord).flatMap(readAddedLine) : [],
  }),
});

function readLineEntry(kept: JsonRecord): ReceiptLineEntry {
  return Object.fromEntries([
    ...amounts.flatMap((name) => (name in kept ? [[name, readNumberValue(kept[name])]] : [])),
    ...words.flatMap((name) => (name in kept ? [[name, readText(kept[name])]] : [])),
  ]) as ReceiptLineEntry;
}

function readAddedLine(kept: JsonRecord): AddedReceiptLine[] {
  const [key, itemId] = [readText(kept['key']), readText(kept['itemId'])];
  if (key === null || itemId === null) return [];
  return [
    {
      key,
      itemId,
      itemName: readText(kept['itemName']) ?? '',
      packagingId: readText(kept['packagingId']),
      unit: readText(kept['unit']),
      unitSymbol: readText(kept['unitSymbol']) ?? '',
      insteadOf: readText(kept['insteadOf']),
    },
  ];
}

/** A line as the form shows it: what is ordered with what was said of it, or what came besides. */
export interface ReceiptEntryRow {
  key: string;
  itemId: string;
  itemName: string;
  unitSymbol: string;
  isWhole: boolean;
  /** Base units in one of what it counts; null where that is not known here. */
  ratio: { num: number; den: number } | null;
  /** Null for what nobody ordered. */
  ordered: { qty: number; outstanding: number; price: number } | null;
  added: AddedReceiptLine | null;
  entered: ReceiptLineEntry;
  qty: number | null;
  price: number | null;
}

/** The rows of an order, what is outstanding of each prefilled, and those that were added. */
export function receiptEntryRows(
  order: PurchaseOrder | null,
  draft: ReceiptEntryDraft,
  ratioOf: (line: AddedReceiptLine) => { num: number; den: number; isWhole: boolean } | null,
): ReceiptEntryRow[] {
  const ordered = (order?.items ?? []).filter(({ isClosed }) => !isClosed);
  return [
    ...ordered.map((line): ReceiptEntryRow => {
      const said = draft.said[line.lineId] ?? {};
      // A full line is there for what comes beyond it; nothing is proposed of it.
      const proposed = line.outstandingQty > 0 ? line.outstandingQty : null;
      return {
        key: line.lineId,
        itemId: line.itemId,
        itemName: line.itemName,
        unitSymbol: line.unitSymbol,
        isWhole: line.unit === null,
        ratio: { num: line.unitNum, den: line.unitDen },
        ordered: { qty: line.qty, outstanding: line.outstandingQty, price: line.price },
        added: null,
        entered: said,
        qty: said.qty === undefined ? proposed : said.qty,
        price: said.price === undefined ? line.price : said.price,
      };
    }),
    ...draft.added.map((line): ReceiptEntryRow => {
      const said = draft.said[line.key] ?? {};
      const known = ratioOf(line);
      return {
        key: line.key,
        itemId: line.itemId,
        itemName: line.itemName,
        unitSymbol: line.unitSymbol,
        isWhole: line.packagingId !== null || known?.isWhole === true,
        ratio: known && { num: known.num, den: known.den },
        ordered: null,
        added: line,
        entered: said,
        qty: said.qty ?? null,
        price: said.price ?? null,
      };
    }),
  ];
}

/** Something of it came, or was rejected. */
export const hasArrived = ({ qty, entered }: ReceiptEntryRow): boolean =>
  (qty ?? 0) + (entered.rejectedQty ?? 0) + (entered.freeQty ?? 0) > 0;

/** The expiry of a row as the form shows and sends it: as entered, else proposed from the shelf life of its item. */
export function receiptExpiry(
  { entered }: ReceiptEntryRow,
  ask: ReceiptRequirement | undefined,
  today: string,
): string | null {
  if (entered.expiry !== undefined || ask === undefined) return entered.expiry ?? null;
  return expiryByShelfLife(today, { trackExpiry: ask.tracksExpiry, shelfLifeDays: ask.shelfLifeDays });
}

/** What a row lacks before it can be received. */
export function missingFields(
  row: ReceiptEntryRow,
  ask: ReceiptRequirement | undefined,
  today: string,
): readonly ('price' | 'lot' | 'expiry')[] {
  const isPriced = row.price !== null || row.added?.packagingId != null;
  const isBilled = (row.qty ?? 0) + (row.entered.rejectedQty ?? 0) > 0;
  const isStocked = (row.qty ?? 0) + (row.entered.freeQty ?? 0) > 0;
  const lot = row.entered.lot?.trim() ?? '';
  return [
    ...(isBilled && !isPriced ? (['price'] as const) : []),
    ...(isStocked && ask?.asksLot && lot === '' ? (['lot'] as const) : []),
    // A lot that is named may be known with its expiry.
    ...(isStocked && ask?.tracksExpiry && lot === '' && receiptExpiry(row, ask, today) === null
      ? (['expiry'] as const)
      : []),
  ];
}

/** What is to be paid for a row; null where its price is not said. */
export const receiptRowValue = ({ qty, price }: ReceiptEntryRow): number | null =>
  price === null ? null : Math.round((qty ?? 0) * price * 1e4) / 1e4;

/** What is sent for rows of which something came, in their order. */
export function receiptInput(
  rows: readonly ReceiptEntryRow[],
  draft: ReceiptEntryDraft,
  order: PurchaseOrder | null,
  asks: ReadonlyMap<string, ReceiptRequirement>,
  today: string,
): ReceiptInput {
  const { place, supplier, supplierRef, freight, spreadBy, notes, photos } = draft;
  return {
    ...(order === null ? { supplier, place } : { purchaseOrder: order._id }),
    ...(supplierRef.trim() !== '' && { supplierRef }),
    ...(freight !== null && freight > 0 && { freight, spreadBy }),
    ...(notes.trim() !== '' && { notes }),
    items: rows.filter(hasArrived).map((row): CreateReceiptLineInput => {
      const { entered, added, qty, price } = row;
      const expiry =
        (qty ?? 0) + (entered.freeQty ?? 0) > 0 ? receiptExpiry(row, asks.get(row.itemId), today) : null;
      const given = <K extends keyof ReceiptLineEntry>(name: K) =>
        entered[name] == null ? {} : { [name]: entered[name] };
      return {
        ...(added === null
          ? { poLineId: row.key }
          : {
              itemId: added.itemId,
              ...(added.insteadOf !== null && { poLineId: added.insteadOf }),
              ...(added.packagingId !== null && { packagingId: added.packagingId }),
              ...(added.packagingId === null && added.unit !== null && { unit: added.unit }),
            }),
        qty: qty ?? 0,
        ...(price !== null && { price }),
        ...given('rejectedQty'),
        ...given('freeQty'),
        ...(added?.insteadOf != null && given('coversQty')),
        ...given('lot'),
        ...(expiry !== null && { expiry }),
        ...given('temperature'),
        ...given('pieces'),
        ...given('reason'),
        ...given('note'),
        ...(asks.get(row.itemId)?.photo === true && photos.length > 0 && { photo: true }),
      };
    }),
  };
}
