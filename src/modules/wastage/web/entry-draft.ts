import type { WastageInput } from '../input.ts';
import type { Wastage } from '../shapes.ts';
import { getBusinessDay, type LocalDays } from '#core/business-day.ts';
import { getInstantAtWallClock } from '#core/cutoff.ts';
import { convertMicro, toExactOrNull, fromMicro, toMicro } from '#core/quantity.ts';
import {
  type JsonRecord,
  readNumberValue,
  readRecord,
  readText,
  readTexts,
} from '#platform/shapes/tolerant.ts';
import { isSame } from '#platform/web/drafts/edits.ts';
import { parseQuantity, formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import type { LocationStock, LocationItem } from '#modules/items/web/location-items.ts';

/** Values of the entry form; numbers are unparsed text. */
export interface WastageDraft {
  item: LocationItem | null;
  qty: string;
  /** Defaults to the item's base unit. */
  unit: string | undefined;
  /** For an item counted in pieces; derived from the quantity if absent or empty. */
  pieces?: string;
  reason: string;
  note: string;
  /** Chosen lots with quantities; null to take lots by expiry, expired ones first. */
  lots: NonNullable<WastageInput['lots']> | null;
  /** Day of the waste (ISO date); empty for the current time. */
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
  const readField = (field: string) => readText(stored[field]);
  const pieces = readField('pieces');
  return {
    item: null,
    qty: readField('qty') ?? '',
    unit: readField('unit') ?? undefined,
    ...(pieces === null ? {} : { pieces }),
    reason: readField('reason') ?? '',
    note: readField('note') ?? '',
    lots: readStoredLots(stored['lots']),
    day: readField('day') ?? '',
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
export function getDraftUnit({ item, unit }: WastageDraft) {
  return item?.units.find(({ id }) => id === unit) ?? item?.units[0] ?? null;
}

/** Returns whether the quantity is a fraction of a whole-number unit. */
function isFractionOfWholeUnit(draft: WastageDraft): boolean {
  return getDraftUnit(draft)?.isWhole === true && !Number.isInteger(parseDraftQuantity(draft) ?? 0);
}

/**
 * Returns noon of an earlier day at the location, because the actual time is unknown. Waste recorded when it
 * happens has no device time, because the device clock may be wrong; the server sets the time.
 */
function getDateTimeOn(
  day: string,
  now: Date,
  place: LocalDays & { timezone: string },
): { dateTime?: string } {
  if (day === '' || day >= getBusinessDay(now, place)) return {};
  return {
    dateTime: new Date(getInstantAtWallClock(Date.parse(`${day}T12:00:00Z`), place.timezone)).toISOString(),
  };
}

/** Returns the missing fields in form order. */
export function findMissingFields(draft: WastageDraft): WastageField[] {
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
 * @param location business days of the location, to which the chosen day belongs
 */
export function buildWastageInput(
  draft: WastageDraft,
  place: string,
  now: Date,
  location: LocalDays & { timezone: string } = { timezone: 'UTC', dayEnds: [] },
): WastageInput | null {
  const qty = parseDraftQuantity(draft);
  const { item, reason } = draft;
  if (item === null || qty === null || findMissingFields(draft).length > 0) return null;
  const note = draft.note.trim();
  return {
    branch: place,
    ...getDateTimeOn(draft.day, now, location),
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
  const parsed = parseQuantity(pieces);
  return item?.stock.pieces !== undefined && parsed.kind === 'quantity' ? { pieces: parsed.value } : {};
}

const unknownStock: LocationStock = { onHand: null, avgCost: null };

/**
 * Returns the record's item for the form. The recorded quantity is added to the stock on hand, because the
 * change reverses it first. An item or unit that is no longer available is kept, without a known cost.
 */
function buildRecordItem(record: Wastage, items: readonly LocationItem[]): LocationItem {
  const recordUnit = { id: record.unit, symbol: record.unitSymbol, num: 1, den: 1, isWhole: false };
  const { item: _id, itemName: name, itemNameAlt: nameAlt } = record;
  const availableItem = items.find((item) => item._id === _id);
  if (!availableItem)
    return { _id, itemCode: '', name, nameAlt, barcodes: [], units: [recordUnit], stock: unknownStock };
  const unit = availableItem.units.find(({ id }) => id === record.unit);
  if (!unit) return { ...availableItem, units: [...availableItem.units, recordUnit], stock: unknownStock };
  const { onHand } = availableItem.stock;
  const recordedMicro =
    record.status === 'Posted' ? toExactOrNull(() => convertMicro(toMicro(record.qty), unit)) : 0;
  // If the recorded quantity exceeds the exact number range, the stock is treated as unknown.
  if (recordedMicro === null) return { ...availableItem, stock: unknownStock };
  return {
    ...availableItem,
    stock: {
      ...availableItem.stock,
      onHand: onHand === null ? null : fromMicro(toMicro(onHand) + recordedMicro),
    },
  };
}

/** Returns the chosen item with its current stock. */
export function withCurrentStock(
  chosen: LocationItem,
  record: Wastage,
  items: readonly LocationItem[],
): LocationItem {
  if (chosen._id === record.item) return buildRecordItem(record, items);
  return items.find(({ _id }) => _id === chosen._id) ?? chosen;
}

/** Returns the form's initial values. */
export function buildDraftFromRecord(record: Wastage, items: readonly LocationItem[]): WastageDraft {
  const { qty, unit, reason, note } = record;
  const pieces = record.pieces === undefined ? {} : { pieces: formatQuantityInput(record.pieces) };
  return {
    ...emptyWastageDraft,
    item: buildRecordItem(record, items),
    qty: formatQuantityInput(qty),
    unit,
    reason,
    note: note ?? '',
    lots: getRecordLots(record),
    ...pieces,
  };
}

/** Returns the lots of a record; null if it has none. */
export function getRecordLots({
  lot,
  lots,
  qty,
}: Pick<Wastage, 'lot' | 'lots' | 'qty'>): WastageDraft['lots'] {
  return lots ?? (lot === null ? null : [{ lot, qty }]);
}

/** Builds the changed record; its time and other fields don't change. Null if a required field is missing. */
export function buildWastageChange(draft: WastageDraft, record: Wastage): WastageInput | null {
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
  const input = buildWastageChange(draft, record);
  return (
    input !== null &&
    input.item === record.item &&
    input.qty === record.qty &&
    input.unit === record.unit &&
    input.reason === record.reason &&
    (input.pieces ?? null) === (record.pieces ?? null) &&
    isSame(input.lots ?? null, getRecordLots(record)) &&
    (input.note ?? null) === (record.note || null)
  );
}
