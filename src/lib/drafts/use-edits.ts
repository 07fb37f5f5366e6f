import { useEffect, useState } from 'react';
import { readNumberValue } from '#contract/tolerant.ts';
import { resolveEdits, type Edits, type FieldValues, isSame, mergeEdits, updateEdits } from './edits.ts';
import { formDrafts } from './form-drafts.ts';
import { useUser } from '../session/session.ts';
import { useStore } from '../store.ts';

interface EditsOf {
  /** Which row or document: `orders.<id>`. */
  slot: string;
  /** What is there now. Given what was typed, for documents whose fields depend on it. */
  fieldsOf(typed: FieldValues): FieldValues;
  version: number;
  /** Whether two values of a field say the same; by default their JSON does. */
  same?: typeof isSame;
}

/**
 * What this person typed over a row or document that others change, too. It is kept on the device until it is saved or
 * given up, and meets what others save field by field: what only they changed is theirs, what both changed waits for a
 * choice in `disputed`, and what is there by now is no change any more.
 */
export function useEdits({ slot, fieldsOf, version, same = isSame }: EditsOf) {
  const store = formDrafts.open(useUser()._id, slot);
  const draft = useStore(store);
  const [leftAt, setLeftAt] = useState(draft?.savedAt ?? null);
  const meetingOf = (fieldsNow: typeof fieldsOf) =>
    draft ? mergeEdits(draft, fieldsNow(draft.values), same) : { mine: {}, disputed: [] };
  const { mine, disputed } = meetingOf(fieldsOf);
  const isEmpty = Object.keys(mine).length === 0;

  // It was saved, by the queue or by somebody else: nothing of it is left to keep.
  useEffect(() => {
    if (draft && isEmpty) store.set(null);
  }, [draft, isEmpty, store]);

  function write({ values, base }: Edits): void {
    const before = store.get()?.base?.['version'] ?? version;
    const isGone = Object.keys(values).length === 0;
    store.set(isGone ? null : { values, base: { ...base, version: before }, key: null, savedAt: Date.now() });
  }

  return {
    mine,
    disputed,
    isEmpty,
    /** When it was typed (epoch ms), where it was there when the screen was opened; null otherwise. */
    leftAt: isEmpty ? null : leftAt,
    /** Somebody else has changed the row since the first key was typed. */
    isOvertaken: !isEmpty && readNumberValue(draft?.base?.['version']) !== version,
    /** All that is typed now. */
    type: (values: FieldValues) => write(updateEdits(store.get(), values, fieldsOf(values), same)),
    choose(fields: readonly string[], whose: 'theirs' | 'mine'): void {
      const edits = store.get();
      if (edits) write(resolveEdits(edits, fieldsOf(edits.values), fields, whose));
    },
    /** How what is typed meets another state of the document: the one a refusal has brought. */
    meetingOf,
    /** It is saved, or given up. */
    drop(): void {
      setLeftAt(null);
      store.set(null);
    },
  };
}
