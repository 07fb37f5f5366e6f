import { record, text } from '#contract/tolerant.ts';
import { keep, recall } from '#src/lib/device-storage.ts';
import { personalStores } from '#src/lib/personal-stores.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import type { EntryKind, PaletteEntry } from './entry.ts';

const keyOf = (userId: string) => `commissary.palette.${userId}`;
const most = 8;

/** What was chosen earlier. Orders and items carry what it takes to show them again without asking for them. */
export interface Recent {
  id: string;
  kind: EntryKind;
  label: string;
  hint: string;
}

/** Kept on the device are pages and actions; numbers of orders and names of items go with the session. */
const kept: ReadonlySet<EntryKind> = new Set(['page', 'action']);

const stores = personalStores<readonly Recent[]>((userId) => createStore(restore(userId)));

/** What this person chose earlier, the latest first. */
export function useRecents(userId: string): readonly Recent[] {
  return useStore(stores(userId));
}

export function rememberChoice(userId: string, { id, kind, label, hint }: PaletteEntry): void {
  const store = stores(userId);
  const next = withChoice(store.get(), { id, kind, label, hint });
  store.set(next);
  keep(keyOf(userId), JSON.stringify(next.filter((recent) => kept.has(recent.kind))));
}

/** The choice in front; nothing stands twice. */
export function withChoice(recents: readonly Recent[], choice: Recent): readonly Recent[] {
  return [choice, ...recents.filter(({ id }) => id !== choice.id)].slice(0, most);
}

function restore(userId: string): readonly Recent[] {
  try {
    const list: unknown = JSON.parse(recall(keyOf(userId)) ?? '[]');
    return Array.isArray(list) ? list.flatMap(read).slice(0, most) : [];
  } catch {
    return [];
  }
}

function read(value: unknown): Recent[] {
  const { id, kind, label, hint } = record(value);
  const isKnown = text(id) !== null && (kind === 'page' || kind === 'action');
  return isKnown ? [{ id: String(id), kind, label: text(label) ?? '', hint: text(hint) ?? '' }] : [];
}
