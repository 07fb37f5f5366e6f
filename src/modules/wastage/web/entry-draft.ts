import type { WastageInput } from '../input.ts';
import type { Wastage } from '../shapes.ts';
import { businessDayOf, type LocalDays } from '#core/business-day.ts';
import { getInstantAtWallClock } from '#core/cutoff.ts';
import { convertMicro, exactOrNull, fromMicro, toMicro } from '#core/quantity.ts';
import {
  type JsonRecord,
  readNumberValue,
  readRecord,
  readText,
  readTexts,
} from '#platform/shapes/tolerant.ts';
import { isSame } from '#platform/web/drafts/edits.ts';
import { parseQuantity, quantityText } from '#platform/web/format/parse-quantity.ts';
import type { LocationStock, LocationItem } from '#modules/items/web/location-items.ts';

/** Values of the quick entry as typed. */
export interface WastageDraft {
  item: LocationItem | null;
  qty: string;
  /** Absent: the item's base unit. */
  unit: string | undefined;
  /** For an item counted in pieces; derived from the quantity if absent or empty. */
  pieces?: string;
  reason: string;
  note: string;
  /** Chosen lots with quantities; null: by expiry, expired lots first. */
  lots: NonNullable<WastageInput['lots']> | null;
  /** Day it happened (ISO date); empty: now. */
  day: string;
  /** Names of photos stored on this device. */
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

/** Returns a draft's values as the device stores them, without its item. */
export function toStoredValues({ item: _, unit, pieces, ...values }: WastageDraft): JsonRecord {
  return { ...values, unit: unit ?? null, pieces: pieces ?? null };
}

/** Reads a draft's values from the device; its item is stored by id and isn't read. */
export function readStoredValues(stored: JsonRecord = {}): WastageDraft {
  const textOf = (field: string) => readText(stored[field]);
  const pieces = textOf('pieces');
  return {
    item: null,
    qty: textOf('qty') ?? '',
    unit: textOf('unit') ?? undefined,
    ...(pieces === null ? {} : { pieces }),
    reason: textOf('reason') ?? '',
    note: textOf('note') ?? '',
    lots: readStoredLots(stored['lots']),
    day: textOf('day') ?? '',
    photos: readTexts(stored['photos']),
  };
}

function readStoredLots(value: unknown): WastageDraft['lots'] {
  if (!Array.isArray(value)) return null;
  return value.map((lot) => ({
    lot: readText(readRecord(lot)['lot']) ?? '',
    qty: readNumberValue(readRecord(lot)['qty']) ?? 0,
  }));
}

export type WastageField = 'item' | 'qty' | 'whole' | 'reason' | 'note';

/** Parses the quantity; null unless above 0. */
export function parseDraftQuantity({ qty }: WastageDraft): number | null {
  const parsed = parseQuantity(qty);
  return parsed.kind === 'quantity' && parsed.value > 0 ? parsed.value : null;
}

/** Returns the chosen unit; by default the item's base unit. */
export function draftUnit({ item, unit }: WastageDraft) {
  return item?.units.find(({ id }) => id === unit) ?? item?.units[0] ?? null;
}

/** Returns whether the quantity is a fraction of a whole-number unit. */
function isFractionOfWholeUnit(draft: WastageDraft): boolean {
  return draftUnit(draft)?.isWhole === true && !Number.isInteger(parseDraftQuantity(draft) ?? 0);
}

/**
 * Returns noon of an earlier day at the location, because the actual time is unknown. Waste recorded when it
 * happens has no device time, because the device clock may be wrong; the server sets the time.
 */
function dateTimeOn(day: string, now: Date, place: LocalDays & { timezone: string }): { dateTime?: string } {
  if (day === '' || day >= businessDayOf(now, place)) return {};
  return {
    dateTime: new Date(getInstantAtWallClock(Date.parse(`${day}T12:00:00Z`), place.timezone)).toISOString(),
  };
}

/** Returns the missing fields in form order. */
export function missingWastageFields(draft: WastageDraft): WastageField[] {
  return [
    ...(draft.item === null ? (['item'] as const) : []),
    ...(parseDraftQuantity(draft) === null ? (['qty'] as const) : []),
    ...(isFractionOfWholeUnit(draft) ? (['whole'] as const) : []),
    ...(draft.reason !== '' ? [] : (['reason'] as const)),
    ...(draft.reason === 'other' && draft.note.trim() === '' ? (['note'] as const) : []),
  ];
}

/**
 * Builds the request body; null if a required field is missing.
 *
 * @param now the server's time as estimated by the device
 * @param location its business days, to which the chosen day belongs
 */
export function buildWastageInput(
  draft: WastageDraft,
  place: string,
  now: Date,
  location: LocalDays & { timezone: string } = { timezone: 'UTC', dayEnds: [] },
): WastageInput | null {
  const qty = parseDraftQuantity(draft);
  const { item, reason } = draft;
  if (item === null || qty === null || missingWastageFields(draft).length > 0) return null;
  const note = draft.note.trim();
  return {
    branch: place,
    ...dateTimeOn(draft.day, now, location),
    item: item._id,
    qty,
    unit: draft.unit ?? item.units[0]?.id,
    reason,
    ...(note ? { note } : {}),
    ...(draft.lots !== null && draft.lots.length > 0 ? { lots: draft.lots } : {}),
    ...parsePieces(draft),
  };
}

/** Parses the number of pieces, for an item counted in pieces. */
function parsePieces({ item, pieces = '' }: WastageDraft): { pieces?: number } {
  const typed = parseQuantity(pieces);
  return item?.stock.pieces !== undefined && typed.kind === 'quantity' ? { pieces: typed.value } : {};
}

const unknownStock: LocationStock = { onHand: null, avgCost: null };

/**
 * Returns the record's item for the form. The recorded quantity is added to the stock on hand, because the
 * change reverses it first. An item or unit that is no longer available is kept, without a known cost.
 */
function recordItem(record: Wastage, items: readonly LocationItem[]): LocationItem {
  const recordUnit = { id: record.unit, symbol: record.unitSymbol, num: 1, den: 1, isWhole: false };
  const { item: _id, itemName: name, itemNameAlt: nameAlt } = record;
  const offered = items.find((item) => item._id === _id);
  if (!offered)
    return { _id, itemCode: '', name, nameAlt, barcodes: [], units: [recordUnit], stock: unknownStock };
  const unit = offered.units.find(({ id }) => id === record.unit);
  if (!unit) return { ...offered, units: [...offered.units, recordUnit], stock: unknownStock };
  const { onHand } = offered.stock;
  const recordedMicro =
    record.status === 'Posted' ? exactOrNull(() => convertMicro(toMicro(record.qty), unit)) : 0;
  // If the recorded quantity exceeds the exact number range, the stock is treated as unknown.
  if (recordedMicro === null) return { ...offered, stock: unknownStock };
  return {
    ...offered,
    stock: { ...offered.stock, onHand: onHand === null ? null : fromMicro(toMicro(onHand) + recordedMicro) },
  };
}

/** Returns the chosen item with its current stock. */
export function withCurrentStock(
  chosen: LocationItem,
  record: Wastage,
  items: readonly LocationItem[],
): LocationItem {
  if (chosen._id === record.item) return recordItem(record, items);
  return items.find(({ _id }) => _id === chosen._id) ?? chosen;
}

/** Returns the form's initial values. */
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

/** Returns the lots of a record; null if it has none. */
export function recordLots({ lot, lots, qty }: Pick<Wastage, 'lot' | 'lots' | 'qty'>): WastageDraft['lots'] {
  return lots ?? (lot === null ? null : [{ lot, qty }]);
}

/** Builds the changed record; its time and other fields don't change. Null if a required field is missing. */
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

/** Returns whether the form equals the record. */
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
