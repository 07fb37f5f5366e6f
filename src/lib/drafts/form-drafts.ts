import { readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { defineDraft } from './drafts.ts';
import type { Edits } from './edits.ts';

/**
 * What was typed into a form or over a document and is not saved, as this device keeps it for its owner: `base` is null
 * for a new row, and holds its version otherwise.
 */
export interface FormDraft extends Edits {
  /** Of a new row that was sent and may have arrived: the Idempotency-Key of that call. Null: it was never sent. */
  key: string | null;
  /** Epoch ms. */
  savedAt: number;
}

/** Never kept on a device, whatever form they stand in. */
const secrets: ReadonlySet<string> = new Set(['password', 'currentPassword', 'newPassword']);

/**
 * Drafts of forms, and of what is typed over a row or document that others change, too. Their document says which form:
 * collection and row, `units.UNIT_ID`, `units.new`. The device keeps the latest 50 for 7 days; what is too long to be a
 * form is not kept.
 */
export const formDrafts = defineDraft<FormDraft | null>({
  name: 'form',
  empty: () => null,
  isEmpty: (draft) => draft === null,
  read(kept) {
    const savedAt = readNumberValue(kept['savedAt']);
    if (savedAt === null) return null;
    return {
      values: readRecord(kept['values']),
      base: kept['base'] === null ? null : readRecord(kept['base']),
      key: readText(kept['key']),
      savedAt,
    };
  },
  clean(draft) {
    const values = Object.entries(draft?.values ?? {}).filter(([field]) => !secrets.has(field));
    return draft && values.length > 0 ? { ...draft, values: Object.fromEntries(values) } : null;
  },
  limits: { atMost: 50, longestChars: 100_000, lifetimeMs: 7 * 24 * 60 * 60_000 },
});

/** Of which rows of a collection this device keeps changes that the person has not saved: their ids. */
export function useUnsavedRows(userId: string, collection: string): ReadonlySet<string> {
  const start = `${collection}.`;
  const kept = [...formDrafts.useKept(userId)];
  return new Set(kept.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : [])));
}
