import { useState } from 'react';
import { text, texts } from '#contract/tolerant.ts';
import { type FormDraft, formDrafts } from '#src/lib/drafts/form-drafts.ts';
import { useUser } from '#src/lib/session/session.ts';
import { type EntryDraft, emptyEntry } from './entry-draft.ts';
import type { WasteItem } from './use-waste-items.ts';

/**
 * What is typed into the quick entry of a place, and left there by a reload, another page or the end of the session: it
 * is kept on the device for its owner (decision 046) until the outbox has it or it is thrown away.
 *
 * @param place undefined while the places are on their way: then nothing is kept
 * @param items null while they are on their way: what was left names its item by id
 */
export function useEntryDraft(place: string | undefined, items: readonly WasteItem[] | null) {
  const store = formDrafts.open(useUser()._id, `wastage.${place ?? ''}`);
  const [left, setLeft] = useState(() => (place === undefined ? null : store.get()));
  const [typed, setTyped] = useState(() => typedIn(left));
  const [itemId, setItemId] = useState(() => text(left?.values['item']));
  const draft: EntryDraft = {
    ...typed,
    item: typed.item ?? items?.find(({ _id }) => _id === itemId) ?? null,
  };

  function write(next: EntryDraft, nextItem: string | null): void {
    const { item: _, ...values } = next;
    const isEmpty =
      nextItem === null &&
      next.photos.length === 0 &&
      [next.qty, next.reason, next.note].every((value) => value === '');
    const kept = { values: { ...values, item: nextItem }, base: null, key: null, savedAt: Date.now() };
    if (place !== undefined) store.set(isEmpty ? null : kept);
  }

  return {
    draft,
    /** When what stands in it was typed (epoch ms), where it was left there; null otherwise. */
    leftAt: left?.savedAt ?? null,
    change(changes: Partial<EntryDraft>): void {
      const next = { ...draft, ...changes };
      const nextItem = 'item' in changes ? (changes.item?._id ?? null) : itemId;
      setTyped(next);
      setItemId(nextItem);
      write(next, nextItem);
    },
    /** It is kept elsewhere, or nowhere any more. */
    forget: () => store.set(null),
    /** It came back: it goes on being kept here. */
    keepOn: () => write(draft, itemId),
    startAnew(): void {
      setTyped(emptyEntry);
      setItemId(null);
      setLeft(null);
      store.set(null);
    },
  };
}

function typedIn(left: FormDraft | null): EntryDraft {
  const word = (field: string) => text(left?.values[field]);
  return {
    item: null,
    qty: word('qty') ?? '',
    unit: word('unit') ?? undefined,
    reason: word('reason') ?? '',
    note: word('note') ?? '',
    day: word('day') ?? '',
    photos: texts(left?.values['photos']),
  };
}
