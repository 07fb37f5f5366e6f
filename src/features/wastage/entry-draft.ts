import type { Wastage, WastageInput } from '#contract/wastage.ts';
import { instantAtWallClock, localDate } from '#domain/planning/cutoff.ts';
import { convertMicro, exactOrNull, fromMicro, toMicro } from '#domain/quantity.ts';
import { isSame } from '#src/lib/drafts/edits.ts';
import { parseQuantity, quantityText } from '#src/lib/format/parse-quantity.ts';
import type { StockPosition, LocationItem } from '#src/entities/item/location-items.ts';

/** What stands in the quick entry, as it was typed. */
export interface WastageDraft {
  item: LocationItem | null;
  qty: string;
  /** Left out: the item's base unit. */
  unit: string | undefined;
  /** Of an item that is counted in pieces; left out or empty: what follows from the quantity. */
  pieces?: string;
  reason: string;
  note: string;
  /** Lots that were chosen, as part of the record; null: by expiry, what has expired first. */
  lots: NonNullable<WastageInput['lots']> | null;
  /** The day it happened on (YYYY-MM-DD); empty: now. */
  day: string;
  /** Photos by their names among those kept on this device. */
  photos: readonly string[];
}

export const emptyWastageDraft: WastageDraft = {
  item: null,
  qty: '',
  unit: undefined,
  reason: '',
  note: '',
  lots: null,
  day: '',
  photos: [],
};

export type WastageField = 'item' | 'qty' | 'whole' | 'reason' | 'note';

/** The quantity typed; null where there is none above 0. */
export function parseDraftQuantity({ qty }: WastageDraft): number | null {
  const parsed = parseQuantity(qty);
  return parsed.kind === 'quantity' && parsed.value > 0 ? parsed.value : null;
}

/** The unit that is chosen; an item's base unit where none is. */
export function draftUnit({ item, unit }: WastageDraft) {
  return item?.units.find(({ id }) => id === unit) ?? item?.units[0] ?? null;
}

/** Part of a unit that is counted in whole numbers. */
function isFractionOfWholeUnit(draft: WastageDraft): boolean {
  return draftUnit(draft)?.isWhole === true && !Number.isInteger(parseDraftQuantity(draft) ?? 0);
}

/**
 * When it happened on an earlier day of the place: at noon, because nobody knows better. What happens now carries no time of this
 * device, whose clock may be wrong: the server dates it.
 */
function happenedOn(day: string, now: Date, timezone: string): { dateTime?: string } {
  if (day === '' || day >= localDate(now, timezone)) return {};
  return { dateTime: new Date(instantAtWallClock(Date.parse(`${day}T12:00:00Z`), timezone)).toISOString() };
}

/** What is still to be said before it can be saved, in the order of the form. */
export function missingFields(draft: WastageDraft): WastageField[] {
  return [
    ...(draft.item === null ? (['item'] as const) : []),
    ...(parseDraftQuantity(draft) === null ? (['qty'] as const) : []),
    ...(isFractionOfWholeUnit(draft) ? (['whole'] as const) : []),
    ...(draft.reason !== '' ? [] : (['reason'] as const)),
    ...(draft.reason === 'other' && draft.note.trim() === '' ? (['note'] as const) : []),
  ];
}

/**
 * The record to make. Null while something is missing.
 *
 * @param now the server's time, as far as it is known here
 * @param timezone of the place: its day is the one that was chosen
 */
export function buildWastageInput(
  draft: WastageDraft,
  place: string,
  now: Date,
  timezone: string = 'UTC',
): WastageInput | null {
  const qty = parseDraftQuantity(draft);
  const { item, reason } = draft;
  if (item === null || qty === null || missingFields(draft).length > 0) return null;
  const note = draft.note.trim();
  return {
    branch: place,
    ...happenedOn(draft.day, now, timezone),
    item: item._id,
    qty,
    unit: draft.unit ?? item.units[0]?.id,
    reason,
    ...(note ? { note } : {}),
    ...(draft.lots !== null && draft.lots.length > 0 ? { lots: draft.lots } : {}),
    ...draftPieces(draft),
  };
}

/** The pieces typed, where the item is counted in them. */
function draftPieces({ item, pieces = '' }: WastageDraft): { pieces?: number } {
  const typed = parseQuantity(pieces);
  return item?.shelf.pieces !== undefined && typed.kind === 'quantity' ? { pieces: typed.value } : {};
}

const unknown: StockPosition = { onHand: null, avgCost: null };

/**
 * The item of a record, as the form offers it. What the record took counts as on hand, because it comes back first.
 * An item or a unit that is not offered any more stays what it is; its cost is not known here.
 */
function recordItem(record: Wastage, items: readonly LocationItem[]): LocationItem {
  const own = { id: record.unit, symbol: record.unitSymbol, num: 1, den: 1, isWhole: false };
  const { item: _id, itemName: name, itemNameAlt: nameAlt } = record;
  const found = items.find((item) => item._id === _id);
  if (!found) return { _id, itemCode: '', name, nameAlt, barcodes: [], units: [own], shelf: unknown };
  const unit = found.units.find(({ id }) => id === record.unit);
  if (!unit) return { ...found, units: [...found.units, own], shelf: unknown };
  const { onHand } = found.shelf;
  const took = record.status === 'Posted' ? exactOrNull(() => convertMicro(toMicro(record.qty), unit)) : 0;
  // Beyond exact numbers nothing is known of the shelf.
  if (took === null) return { ...found, shelf: unknown };
  return {
    ...found,
    shelf: { ...found.shelf, onHand: onHand === null ? null : fromMicro(toMicro(onHand) + took) },
  };
}

/** A chosen item with what is known of it by now. */
export function withCurrentStock(
  chosen: LocationItem,
  record: Wastage,
  items: readonly LocationItem[],
): LocationItem {
  if (chosen._id === record.item) return recordItem(record, items);
  return items.find(({ _id }) => _id === chosen._id) ?? chosen;
}

/** The form as it starts. */
export function draftFromRecord(record: Wastage, items: readonly LocationItem[]): WastageDraft {
  const { qty, unit, reason, note } = record;
  const pieces = record.pieces === undefined ? {} : { pieces: quantityText(record.pieces) };
  return {
    ...emptyWastageDraft,
    item: recordItem(record, items),
    qty: quantityText(qty),
    unit,
    reason,
    note: note ?? '',
    lots: recordLots(record),
    ...pieces,
  };
}

/** The lots that a record names; null where it names none. */
export function recordLots({ lot, lots, qty }: Pick<Wastage, 'lot' | 'lots' | 'qty'>): WastageDraft['lots'] {
  return lots ?? (lot === null ? null : [{ lot, qty }]);
}

/** The record with what was changed; all else of it stays, and so does when it happened. Null: something is missing. */
export function wastageChangeInput(draft: WastageDraft, record: Wastage): WastageInput | null {
  const { branch, dateTime, photo, status } = record;
  const input = buildWastageInput(draft, branch, new Date(dateTime));
  return (
    input && {
      ...input,
      dateTime,
      ...(photo ? { photo } : {}),
      ...(status === 'Draft' ? { status } : {}),
    }
  );
}

/** Whether the form says the same as the record. */
export function isUnchanged(draft: WastageDraft, record: Wastage): boolean {
  const input = wastageChangeInput(draft, record);
  return (
    input !== null &&
    input.item === record.item &&
    input.qty === record.qty &&
    input.unit === record.unit &&
    input.reason === record.reason &&
    (input.pieces ?? null) === (record.pieces ?? null) &&
    isSame(input.lots ?? null, recordLots(record)) &&
    (input.note ?? null) === (record.note || null)
  );
}
