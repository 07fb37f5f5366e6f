import type { WastageInput } from '#contract/wastage.ts';
import { instantOf, localDate } from '#domain/planning/cutoff.ts';
import { wastageReasons } from '#domain/stock/wastage.ts';
import { parseQuantity } from '#src/lib/format/parse-quantity.ts';
import type { WasteItem } from './use-waste-items.ts';

/** What stands in the quick entry, as it was typed. */
export interface EntryDraft {
  item: WasteItem | null;
  qty: string;
  /** Left out: the item's base unit. */
  unit: string | undefined;
  reason: string;
  note: string;
  /** The day it happened on (YYYY-MM-DD); empty: now. */
  day: string;
  /** Photos by their names among those kept on this device. */
  photos: readonly string[];
}

export const emptyEntry: EntryDraft = {
  item: null,
  qty: '',
  unit: undefined,
  reason: '',
  note: '',
  day: '',
  photos: [],
};

export type EntryField = 'item' | 'qty' | 'whole' | 'reason' | 'note';

/** The quantity typed; null where there is none above 0. */
export function quantityIn({ qty }: EntryDraft): number | null {
  const parsed = parseQuantity(qty);
  return parsed.kind === 'quantity' && parsed.value > 0 ? parsed.value : null;
}

/** The unit that is chosen; an item's base unit where none is. */
export function unitOf({ item, unit }: EntryDraft) {
  return item?.units.find(({ id }) => id === unit) ?? item?.units[0] ?? null;
}

/** Part of a unit that is counted in whole numbers. */
function isDivided(draft: EntryDraft): boolean {
  return unitOf(draft)?.isWhole === true && !Number.isInteger(quantityIn(draft) ?? 0);
}

/**
 * When it happened: now; on an earlier day of the place at noon, because nobody knows better. Only a day before today
 * is another day than now.
 */
function happenedAt(day: string, now: Date, timezone: string): Date {
  if (day === '' || day >= localDate(now, timezone)) return now;
  return new Date(instantOf(Date.parse(`${day}T12:00:00Z`), timezone));
}

/** What is still to be said before it can be saved, in the order of the form. */
export function missingIn(draft: EntryDraft): EntryField[] {
  return [
    ...(draft.item === null ? (['item'] as const) : []),
    ...(quantityIn(draft) === null ? (['qty'] as const) : []),
    ...(isDivided(draft) ? (['whole'] as const) : []),
    ...(isReason(draft.reason) ? [] : (['reason'] as const)),
    ...(draft.reason === 'other' && draft.note.trim() === '' ? (['note'] as const) : []),
  ];
}

/**
 * The record to make, dated by this device: it may be sent much later. Null while something is missing.
 *
 * @param timezone of the place: its day is the one that was chosen
 */
export function inputOf(
  draft: EntryDraft,
  place: string,
  now: Date,
  timezone: string = 'UTC',
): WastageInput | null {
  const qty = quantityIn(draft);
  const { item, reason } = draft;
  if (item === null || qty === null || !isReason(reason) || missingIn(draft).length > 0) return null;
  const note = draft.note.trim();
  return {
    branch: place,
    dateTime: happenedAt(draft.day, now, timezone).toISOString(),
    item: item._id,
    qty,
    unit: draft.unit ?? item.units[0]?.id,
    reason,
    ...(note ? { note } : {}),
  };
}

function isReason(text: string): text is WastageInput['reason'] {
  return (wastageReasons as readonly string[]).includes(text);
}
