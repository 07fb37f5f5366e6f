import { number, record, text } from '#contract/tolerant.ts';
import { keep, recall } from './device-storage.ts';
import type { Edits } from './edits.ts';
import { personalStores } from './personal-stores.ts';
import { createStore, useStore } from './store.ts';

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

const prefix = 'commissary.form.';
const atMost = 50;
const longestChars = 100_000;
const lifetimeMs = 7 * 24 * 60 * 60_000;

/** Never kept on a device, whatever form they stand in. */
const secrets: ReadonlySet<string> = new Set(['password', 'currentPassword', 'newPassword']);

/**
 * The name of a form's draft.
 *
 * @param slot which form: collection and row, `units.UNIT_ID`, `units.new`
 */
export function formDraftName(userId: string, slot: string): string {
  return `${prefix}${userId}.${slot}`;
}

/** What was left in a form; null when nothing was, it is older than 7 days, or storage is blocked. */
export function recallForm(name: string, nowMs: number = Date.now()): FormDraft | null {
  const draft = readDraft(recall(name));
  return draft && nowMs - draft.savedAt < lifetimeMs ? draft : null;
}

/**
 * Keeps what was typed, without secrets; null forgets it. The device keeps 50 forms for 7 days: what is older goes,
 * and so does what is too long to be a form. Where storage is blocked or full the form goes on without.
 */
export function keepForm(name: string, draft: FormDraft | null, nowMs: number = Date.now()): void {
  const values = Object.entries(draft?.values ?? {}).filter(([field]) => !secrets.has(field));
  const kept =
    draft && values.length > 0 ? JSON.stringify({ ...draft, values: Object.fromEntries(values) }) : null;
  const wasKept = recall(name) !== null;
  if (kept !== null && !wasKept) makeRoom(nowMs);
  keep(name, kept !== null && kept.length <= longestChars ? kept : null);
  if (wasKept !== (recall(name) !== null)) names.set(keptNames());
}

/** The names of all drafts on this device, as they come and go, here or in another tab. */
const names = createStore<readonly string[]>(keptNames());

/**
 * The draft by this name while its owner is signed in: the same for every screen that asks, kept on the device at every
 * change, and followed when another tab changes it.
 */
export const openForm = personalStores((name) => {
  const store = createStore(recallForm(name));
  let isFollowing = false;
  store.subscribe(() => {
    if (!isFollowing) keepForm(name, store.get());
  });
  window.addEventListener('storage', ({ key }) => {
    if (key !== name) return;
    isFollowing = true;
    store.set(recallForm(name));
    isFollowing = false;
  });
  return store;
});
window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(prefix)) names.set(keptNames());
});

/** Of which rows of a collection this device keeps changes that the person has not saved: their ids. */
export function useUnsavedRows(userId: string, collection: string): ReadonlySet<string> {
  const kept = useStore(names);
  const start = formDraftName(userId, `${collection}.`);
  return new Set(kept.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : [])));
}

function makeRoom(nowMs: number): void {
  const drafts = keptNames()
    .map((name) => ({ name, savedAt: readDraft(recall(name))?.savedAt ?? 0 }))
    .toSorted((a, b) => b.savedAt - a.savedAt);
  for (const [index, { name, savedAt }] of drafts.entries())
    if (index >= atMost - 1 || nowMs - savedAt >= lifetimeMs) keep(name, null);
}

function keptNames(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function readDraft(kept: string | null): FormDraft | null {
  try {
    const stored = record(JSON.parse(kept ?? 'null'));
    const savedAt = number(stored['savedAt']);
    if (savedAt === null) return null;
    return {
      values: record(stored['values']),
      base: stored['base'] === null ? null : record(stored['base']),
      key: text(stored['key']),
      savedAt,
    };
  } catch {
    return null;
  }
}
