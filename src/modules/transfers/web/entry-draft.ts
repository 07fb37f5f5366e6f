import type { CreateTransferInput } from '../input.ts';
import type { ReturnableLine } from '../shapes.ts';
import { type JsonRecord, readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { convertMicro, toExactOrNull, toMicro } from '#core/quantity.ts';
import { splitReason } from '#core/reasons/uses.ts';
import { transferKinds, type TransferKind } from '../kinds.ts';
import { defineDraft } from '#platform/web/drafts/drafts.ts';
import type { LocationItem } from '#modules/items/web/location-items.ts';

/** One line of a transfer being entered. Quantities in its unit. */
export interface TransferEntryLine {
  key: string;
  itemId: string;
  itemName: string;
  unit: string;
  unitSymbol: string;
  qty: number | null;
  /** Null to choose lots by earliest expiry. */
  lot: string | null;
  /** Return reason as a `ReasonChoice` value; null until chosen. */
  reason: string | null;
  /**
   * Receipt line of the returned goods, the number of its document, and the quantity that can still be
   * returned; null if none was chosen.
   */
  receivedLine: { lineId: string; documentNo: string; leftQty: number } | null;
}

/** Transfer or return being entered. */
export interface TransferDraft {
  from: string;
  to: string;
  notes: string;
  lines: readonly TransferEntryLine[];
}

const emptyTransferDraft: TransferDraft = { from: '', to: '', notes: '', lines: [] };

/** Drafts by user and document kind; every change is stored on this device at once. */
export const transferDrafts = defineDraft<TransferDraft>({
  name: 'transfer',
  empty: () => emptyTransferDraft,
  isEmpty: ({ lines, notes }) => lines.length === 0 && notes === '',
  read(stored) {
    const lines = Array.isArray(stored['lines'])
      ? stored['lines'].map(readRecord).flatMap(parseEntryLine)
      : [];
    return {
      from: readText(stored['from']) ?? '',
      to: readText(stored['to']) ?? '',
      notes: readText(stored['notes']) ?? '',
      lines,
    };
  },
});

function parseEntryLine(row: JsonRecord): TransferEntryLine[] {
  const [key, itemId] = [readText(row['key']), readText(row['itemId'])];
  if (key === null || itemId === null) return [];
  const receivedLine = readRecord(row['receivedLine']);
  const lineId = readText(receivedLine['lineId']);
  return [
    {
      key,
      itemId,
      itemName: readText(row['itemName']) ?? '',
      unit: readText(row['unit']) ?? '',
      unitSymbol: readText(row['unitSymbol']) ?? '',
      qty: readNumberValue(row['qty']),
      lot: readText(row['lot']),
      reason: readText(row['reason']),
      receivedLine:
        lineId === null
          ? null
          : {
              lineId,
              documentNo: readText(receivedLine['documentNo']) ?? '',
              leftQty: readNumberValue(receivedLine['leftQty']) ?? 0,
            },
    },
  ];
}

export const parseTransferKind = (text: string | undefined): TransferKind | null =>
  transferKinds.find((kind) => kind === text) ?? null;

/** Returns the search parameters without those of the entry form. */
export const withoutEntryParams = (search: Record<string, unknown>): Record<string, unknown> => ({
  ...search,
  new: undefined,
  returnOf: undefined,
  fromPlace: undefined,
  toPlace: undefined,
});

/** Returns a new line for an item. */
export function newEntryLine(item: LocationItem, key: string, lot: string | null): TransferEntryLine {
  // Uses the order unit, as elsewhere; the list starts with the base unit.
  const unit = item.units.at(-1);
  return {
    key,
    itemId: item._id,
    itemName: item.name,
    unit: unit?.id ?? '',
    unitSymbol: unit?.symbol ?? '',
    qty: null,
    lot,
    reason: null,
    receivedLine: null,
  };
}

/**
 * Returns a return line for received goods: the full returnable quantity, and the lot if there is only one.
 */
export function newReturnLine(returnable: ReturnableLine, reason: string | null): TransferEntryLine {
  const { lineId, documentNo, leftQty, lots } = returnable;
  return {
    key: lineId,
    itemId: returnable.itemId,
    itemName: returnable.itemName,
    unit: returnable.unit,
    unitSymbol: returnable.unitSymbol,
    qty: leftQty,
    lot: lots.length === 1 ? (lots[0]?.lot ?? null) : null,
    reason,
    receivedLine: { lineId, documentNo, leftQty },
  };
}

/** An error that prevents sending the draft. */
export type TransferEntryError =
  | { kind: 'missingPlaces' | 'samePlace' | 'noLines' }
  | { kind: 'missingReason' | 'tooMuch'; line: TransferEntryLine };

/** Returns the first error that prevents sending the draft, or null. */
export function findEntryError(
  kind: TransferKind,
  { from, to, lines }: TransferDraft,
): TransferEntryError | null {
  if (from === '' || to === '') return { kind: 'missingPlaces' };
  if (from === to) return { kind: 'samePlace' };
  const enteredLines = selectEnteredLines(lines);
  if (enteredLines.length === 0) return { kind: 'noLines' };
  for (const line of enteredLines) {
    if (kind !== 'transfer' && line.reason === null) return { kind: 'missingReason', line };
    if (line.receivedLine && toMicro(line.qty ?? 0) > toMicro(line.receivedLine.leftQty))
      return { kind: 'tooMuch', line };
  }
  return null;
}

const selectEnteredLines = (lines: readonly TransferEntryLine[]) => lines.filter(({ qty }) => (qty ?? 0) > 0);

/** Builds the request body; lines without a quantity are skipped. */
export function buildTransferInput(kind: TransferKind, draft: TransferDraft): CreateTransferInput {
  const notes = draft.notes.trim();
  return {
    kind,
    from: draft.from,
    to: draft.to,
    ...(notes ? { notes } : {}),
    items: selectEnteredLines(draft.lines).map(({ itemId, qty, unit, lot, reason, receivedLine }) => {
      const reasonParts = reason === null ? null : splitReason(reason);
      return {
        itemId,
        qty: qty ?? 0,
        ...(unit ? { unit } : {}),
        ...(lot === null ? {} : { lot }),
        ...(reasonParts === null ? {} : { reasonCode: reasonParts.code }),
        ...(reasonParts?.note ? { reasonNote: reasonParts.note } : {}),
        ...(receivedLine === null ? {} : { returnOf: receivedLine.lineId }),
      };
    }),
  };
}

/** Returns whether a line exceeds the sender's stock of its item; false if the stock is unknown. */
export function exceedsStock(line: TransferEntryLine, item: LocationItem | undefined): boolean {
  const unit = item?.units.find(({ id }) => id === line.unit);
  const onHand = item?.stock.onHand ?? null;
  if (line.qty === null || !unit || onHand === null) return false;
  const baseMicro =
    toExactOrNull(() => convertMicro(toMicro(line.qty ?? 0), unit)) ?? Number.POSITIVE_INFINITY;
  return baseMicro > toMicro(onHand);
}
