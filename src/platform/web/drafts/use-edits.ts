import { useEffect, useState } from 'react';
import { readNumberValue } from '#platform/shapes/tolerant.ts';
import { resolveEdits, type Edits, type FieldValues, isSame, mergeEdits, updateEdits } from './edits.ts';
import { formDrafts, newFormDraft } from './form-drafts.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';

interface EditsOptions {
  /** Key of the row or document: `orders.<id>`. */
  draftKey: string;
  /** The current state. Receives the entered values, for documents whose fields depend on them. */
  getFields(entered: FieldValues): FieldValues;
  version: number;
  /** Compares two field values; as JSON by default. */
  isEqual?: typeof isSame;
}

/**
 * Manages the user's unsaved edits to a shared row or document. They are stored on the device until saved or
 * discarded, and merged field by field with other users' changes; conflicting fields are listed in
 * `conflictingFields`.
 */
export function useEdits({ draftKey, getFields, version, isEqual = isSame }: EditsOptions) {
  const store = formDrafts.open(useUser()._id, draftKey);
  const draft = useStore(store);
  const [restoredAt, setRestoredAt] = useState(draft?.savedAt ?? null);
  const mergeWith = (toFields: EditsOptions['getFields']) =>
    draft ? mergeEdits(draft, toFields(draft.values), isEqual) : { mine: {}, conflictingFields: [] };
  const { mine, conflictingFields } = mergeWith(getFields);
  const isEmpty = Object.keys(mine).length === 0;

  // The edits have been saved by the queue or equal the current state: the draft is deleted.
  useEffect(() => {
    if (draft && isEmpty) store.discard();
  }, [draft, isEmpty, store]);

  function write({ values, base }: Edits): void {
    const baseVersion = store.get()?.base?.['version'] ?? version;
    store.set(newFormDraft(values, { ...base, version: baseVersion }));
  }

  return {
    mine,
    conflictingFields,
    isEmpty,
    /** Time of the draft (epoch ms) if it existed when the screen opened; null otherwise. */
    restoredAt: isEmpty ? null : restoredAt,
    /** Whether the row has changed since editing began. */
    isOutdated: !isEmpty && readNumberValue(draft?.base?.['version']) !== version,
    /** Records the entered values. */
    setValues: (values: FieldValues) => write(updateEdits(store.get(), values, getFields(values), isEqual)),
    choose(fields: readonly string[], side: 'theirs' | 'mine'): void {
      const edits = store.get();
      if (edits) write(resolveEdits(edits, getFields(edits.values), fields, side));
    },
    /** Merges the edits with a different state of the document, such as the one in a conflict response. */
    mergeWith,
    /** Deletes the draft, once it is saved or discarded. */
    discard(): void {
      setRestoredAt(null);
      store.discard();
    },
  };
}
