import type { WastageInput } from '#contract/wastage.ts';
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
}

export const emptyEntry: EntryDraft = { item: null, qty: '', unit: undefined, reason: '', note: '' };

export type EntryField = 'item' | 'qty' | 'reason' | 'note';

/** The quantity typed; null where there is none above 0. */
export function quantityIn({ qty }: EntryDraft): number | null {
  const parsed = parseQuantity(qty);
  return parsed.kind === 'quantity' && parsed.value > 0 ? parsed.value : null;
}

/** What is still to be said before it can be saved, in the order of the form. */
export function missingIn(draft: EntryDraft): EntryField[] {
  return [
    ...(draft.item === null ? (['item'] as const) : []),
    ...(quantityIn(draft) === null ? (['qty'] as const) : []),
    ...(isReason(draft.reason) ? [] : (['reason'] as const)),
    ...(draft.reason === 'other' && draft.note.trim() === '' ? (['note'] as const) : []),
  ];
}

/** The record to make, dated now: it may be sent much later. Null while something is missing. */
export function inputOf(draft: EntryDraft, place: string, now: Date): WastageInput | null {
  const qty = quantityIn(draft);
  const { item, reason } = draft;
  if (item === null || qty === null || !isReason(reason) || missingIn(draft).length > 0) return null;
  const note = draft.note.trim();
  return {
    branch: place,
    dateTime: now.toISOString(),
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
