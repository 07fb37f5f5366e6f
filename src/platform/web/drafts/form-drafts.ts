import { type JsonRecord, readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { defineDraft, draftLimits } from './drafts.ts';
import type { Edits } from './edits.ts';

/**
 * Unsaved input in a form or for a document, as stored on the device for its owner. `base` is null for a new
 * row; otherwise it includes the version.
 */
export interface FormDraft extends Edits {
  /**
   * For a new row that was sent and may have arrived: the Idempotency-Key of that request. Null if never
   * sent.
   */
  key: string | null;
  /** Epoch ms. */
  savedAt: number;
}

/** Field names that are never stored on a device. */
const secretFields: ReadonlySet<string> = new Set(['password', 'currentPassword', 'newPassword']);

/**
 * Drafts of forms and of edits to shared rows or documents. The document key identifies the form by
 * collection and row: `units.UNIT_ID`, `units.new`. The latest 50 are stored for 7 days; oversized ones
 * aren't stored.
 */
export const formDrafts = defineDraft<FormDraft | null>({
  name: 'form',
  empty: () => null,
  isEmpty: (draft) => draft === null,
  read(stored) {
    const savedAt = readNumberValue(stored['savedAt']);
    if (savedAt === null) return null;
    return {
      values: readRecord(stored['values']),
      base: stored['base'] === null ? null : readRecord(stored['base']),
      key: readText(stored['key']),
      savedAt,
    };
  },
  clean(draft) {
    const values = Object.entries(draft?.values ?? {}).filter(([field]) => !secretFields.has(field));
    return draft && values.length > 0 ? { ...draft, values: Object.fromEntries(values) } : null;
  },
  limits: draftLimits,
});

/** Creates a draft of the values with the current time; `base` is null for a new row. */
export function newFormDraft(values: JsonRecord, base: JsonRecord | null = null): FormDraft {
  return { values, base, key: null, savedAt: Date.now() };
}

/** Returns the ids of a collection's rows for which the user has unsaved changes on this device. */
export function useUnsavedRows(userId: string, collection: string): ReadonlySet<string> {
  const prefix = `${collection}.`;
  const storedDrafts = [...formDrafts.useStoredDocuments(userId)];
  return new Set(
    storedDrafts.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  );
}
