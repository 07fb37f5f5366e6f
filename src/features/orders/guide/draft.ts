import { number, record, text } from '#contract/tolerant.ts';
import { keep, recall } from '#src/lib/device-storage.ts';
import { newLocalId } from '#src/lib/outbox/entry.ts';
import { personalStores } from '#src/lib/personal-stores.ts';
import { createStore } from '#src/lib/store.ts';
import { newUuid } from '#src/lib/uuid.ts';

/** What has been entered for one item. */
export interface DraftLine {
  /** In the item's order unit; null is nothing entered. */
  qty: number | null;
  note: string;
  /** Filled by a button and not by a person: another fill may replace it. */
  isFilled: boolean;
}

/** An order that has not left this device. */
export interface Draft {
  /** Becomes this one order and no other, however often and from however many tabs it is submitted. */
  localId: string;
  deliveryDate: string | null;
  orderType: string;
  notes: string;
  lines: Readonly<Record<string, DraftLine>>;
  /** Epoch ms of the last save on this device; null while nothing is entered. */
  savedAt: number | null;
}

/** A draft with nothing in it. */
export function newDraft(): Draft {
  return {
    localId: newLocalId(newUuid()),
    deliveryDate: null,
    orderType: 'Regular',
    notes: '',
    lines: {},
    savedAt: null,
  };
}

/** A draft per person and branch; it stays theirs when somebody else uses the device. */
export function draftKey(userId: string, branch: string): string {
  return `commissary.order-draft.${userId}.${branch}`;
}

/** Reads the draft that was left on this device; an empty one where there is none, or it cannot be read. */
export function loadDraft(key: string): Draft {
  const fresh = newDraft();
  try {
    const stored = record(JSON.parse(recall(key) ?? '{}'));
    return {
      localId: text(stored['localId']) ?? fresh.localId,
      deliveryDate: text(stored['deliveryDate']),
      orderType: text(stored['orderType']) ?? fresh.orderType,
      notes: text(stored['notes']) ?? '',
      lines: Object.fromEntries(
        Object.entries(record(stored['lines'])).map(([itemId, value]) => [itemId, readLine(value)]),
      ),
      savedAt: number(stored['savedAt']),
    };
  } catch {
    return fresh;
  }
}

/** Keeps the draft on this device, or forgets it when there is nothing in it. */
export function saveDraft(key: string, draft: Draft): void {
  keep(key, draft.savedAt === null ? null : JSON.stringify(draft));
}

/** The draft of one person and branch; every change is kept on this device, and seen in other tabs. */
export const openDraft = personalStores((key) => {
  const store = createStore(loadDraft(key));
  store.subscribe(() => saveDraft(key, store.get()));
  return store;
});

/** Takes over what another tab made of the draft. @returns stops following */
export function followDraft(key: string): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== JSON.stringify(openDraft(key).get())) {
      openDraft(key).set(loadDraft(key));
    }
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** The draft with a line changed; a line without quantity and note is no line. */
export function withLine(draft: Draft, itemId: string, change: Partial<DraftLine>, nowMs: number): Draft {
  const before = draft.lines[itemId] ?? { qty: null, note: '', isFilled: false };
  return withLines(draft, { ...draft.lines, [itemId]: { ...before, isFilled: false, ...change } }, nowMs);
}

/** The draft with other lines. */
export function withLines(draft: Draft, lines: Readonly<Record<string, DraftLine>>, nowMs: number): Draft {
  const kept = Object.entries(lines).filter(([, line]) => line.qty !== null || line.note !== '');
  return { ...draft, lines: Object.fromEntries(kept), savedAt: nowMs };
}

/** True for a line that would be ordered. */
export function isOrdered(line: DraftLine | undefined): boolean {
  return (line?.qty ?? 0) > 0;
}

function readLine(value: unknown): DraftLine {
  const row = record(value);
  return { qty: number(row['qty']), note: text(row['note']) ?? '', isFilled: row['isFilled'] === true };
}
