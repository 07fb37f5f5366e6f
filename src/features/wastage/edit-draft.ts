import type { Wastage, WastageInput } from '#contract/wastage.ts';
import { convertMicro, exactly, fromMicro, toMicro } from '#domain/quantity.ts';
import { type EntryDraft, emptyEntry, inputOf } from './entry-draft.ts';
import type { WasteItem } from './use-waste-items.ts';
import type { Shelf } from './waste-units.ts';

const unknown: Shelf = { onHand: null, avgCost: null };

/**
 * The item of a record, as the form offers it. What the record took counts as on hand, because it comes back first.
 * An item or a unit that is not offered any more stays what it is; its cost is not known here.
 */
function itemOf(record: Wastage, items: readonly WasteItem[]): WasteItem {
  const own = { id: record.unit, symbol: record.unitSymbol, num: 1, den: 1, isWhole: false };
  const { item: _id, itemName: name, itemNameAlt: nameAlt } = record;
  const found = items.find((item) => item._id === _id);
  if (!found) return { _id, itemCode: '', name, nameAlt, barcodes: [], units: [own], shelf: unknown };
  const unit = found.units.find(({ id }) => id === record.unit);
  if (!unit) return { ...found, units: [...found.units, own], shelf: unknown };
  const { onHand, avgCost } = found.shelf;
  const took = record.status === 'Posted' ? exactly(() => convertMicro(toMicro(record.qty), unit)) : 0;
  // Beyond exact numbers nothing is known of the shelf.
  if (took === null) return { ...found, shelf: unknown };
  return { ...found, shelf: { onHand: onHand === null ? null : fromMicro(toMicro(onHand) + took), avgCost } };
}

/** A chosen item with what is known of it by now. */
export function freshItem(chosen: WasteItem, record: Wastage, items: readonly WasteItem[]): WasteItem {
  if (chosen._id === record.item) return itemOf(record, items);
  return items.find(({ _id }) => _id === chosen._id) ?? chosen;
}

/** The form as it starts. */
export function draftOf(record: Wastage, items: readonly WasteItem[]): EntryDraft {
  const { qty, unit, reason, note } = record;
  return { ...emptyEntry, item: itemOf(record, items), qty: String(qty), unit, reason, note: note ?? '' };
}

/** The record with what was changed; all else of it stays, and so does when it happened. Null: something is missing. */
export function changedInput(draft: EntryDraft, record: Wastage): WastageInput | null {
  const { branch, dateTime, lot, photo, status } = record;
  const input = inputOf(draft, branch, new Date(dateTime));
  return (
    input && {
      ...input,
      ...(lot ? { lot } : {}),
      ...(photo ? { photo } : {}),
      ...(status === 'Draft' ? { status } : {}),
    }
  );
}

/** Whether the form says the same as the record. */
export function isUnchanged(draft: EntryDraft, record: Wastage): boolean {
  const input = changedInput(draft, record);
  return (
    input !== null &&
    input.item === record.item &&
    input.qty === record.qty &&
    input.unit === record.unit &&
    input.reason === record.reason &&
    (input.note ?? null) === (record.note || null)
  );
}
