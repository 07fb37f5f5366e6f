import { useEffect } from 'react';
import { useStore } from '#src/lib/store.ts';
import { takeBack } from '#src/lib/undo.ts';
import { type Draft, draftKey, followDraft, newDraft, openDraft, withLine, withLines } from './draft.ts';
import type { DraftLine } from './draft.ts';

/** The draft that this person is writing for a branch, and how it is changed. Every change is kept at once. */
export function useOrderDraft(userId: string, branch: string) {
  const key = draftKey(userId, branch);
  const store = openDraft(key);
  useEffect(() => followDraft(key), [key]);
  return {
    draft: useStore(store),
    store,
    setQuantity: (itemId: string, qty: number | null) =>
      store.set(withLine(store.get(), itemId, { qty }, Date.now())),
    setNote: (itemId: string, note: string) => {
      const { isFilled = false } = store.get().lines[itemId] ?? {};
      store.set(withLine(store.get(), itemId, { note, isFilled }, Date.now()));
    },
    setLines: (lines: Readonly<Record<string, DraftLine>>) =>
      store.set(withLines(store.get(), lines, Date.now())),
    /** Sets many lines at once. @returns takes that back, as far as nobody has changed them since */
    changeLines: (lines: Readonly<Record<string, DraftLine>>) => {
      const before = store.get().lines;
      store.set(withLines(store.get(), lines, Date.now()));
      const after = store.get().lines;
      return () => {
        const now = store.get();
        store.set(withLines(now, takeBack(before, after, now.lines), Date.now()));
      };
    },
    change: (change: Partial<Pick<Draft, 'deliveryDate' | 'orderType' | 'notes'>>) =>
      store.set({ ...store.get(), ...change, savedAt: Date.now() }),
    clear: () => store.set(newDraft()),
    /** Brings a draft back; what has been entered since stays on top. */
    restore: (draft: Draft) => {
      const now = store.get();
      store.set({
        ...draft,
        deliveryDate: now.deliveryDate ?? draft.deliveryDate,
        notes: now.notes || draft.notes,
        lines: { ...draft.lines, ...now.lines },
        savedAt: Date.now(),
      });
    },
  };
}
