import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { number, record, reference } from '#contract/tolerant.ts';
import { saveBranchLevels } from '#src/collections/branch-levels.ts';
import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import type { Store } from '#src/lib/store.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { changesOf, formerOf, type LevelEdits } from './level-edits.ts';
import type { LevelRow } from './level-rows.ts';
import { settingsMessages } from './messages.ts';

type Refused = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Refusal {
  message: string;
  /** By item and field. */
  byItem: Refused;
  /** The versions that others have made meanwhile, by item; empty for any other refusal. */
  theirs: Readonly<Record<string, number>>;
}

/** Saves what was typed, all or nothing, and offers to put back what was there. */
export function useSaveLevels(
  branchId: string,
  store: Store<LevelEdits>,
  rows: ReadonlyMap<string, LevelRow>,
) {
  const queryClient = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** The same edits sent again are the same call, however often the network fails. */
  const attempt = useRef({ body: '', key: '' });

  async function save(edits: LevelEdits = store.get()): Promise<void> {
    const t = messagesOf(settingsMessages).levels;
    const changes = changesOf(edits, rows);
    const former = formerOf(edits, rows);
    if (changes.length === 0) {
      store.set({});
      return;
    }
    const body = JSON.stringify(changes);
    if (attempt.current.body !== body) attempt.current = { body, key: newUuid() };
    setSaving(true);
    setRefusal(null);
    try {
      await saveBranchLevels(queryClient, branchId, changes, attempt.current.key);
      // What was typed while it was on its way stays.
      const left = Object.entries(store.get()).filter(([itemId, edit]) => edits[itemId] !== edit);
      store.set(Object.fromEntries(left));
      toast(t.saved(changes.length), { undo: { label: t.undo, run: () => void putBack(former) } });
    } catch (error) {
      const message = messageOf(error, t.saveFailed);
      setRefusal({
        message,
        byItem: byItem(
          error,
          changes.map(({ itemId }) => itemId),
        ),
        theirs: theirs(error),
      });
    } finally {
      setSaving(false);
    }
  }

  async function putBack(former: ReturnType<typeof formerOf>): Promise<void> {
    const t = messagesOf(settingsMessages).levels;
    try {
      await saveBranchLevels(queryClient, branchId, former);
      toast(t.undone(former.length));
    } catch (error) {
      toastError(messageOf(error, t.saveFailed));
    }
  }

  /** Takes over what others have saved, and forgets the own edits there. */
  async function takeTheirs(): Promise<void> {
    const contested = refusal?.theirs ?? {};
    await queryClient.invalidateQueries({ queryKey: ['item_levels_data'] });
    store.set(Object.fromEntries(Object.entries(store.get()).filter(([itemId]) => !(itemId in contested))));
    setRefusal(null);
  }

  /** Saves the own edits over what others have saved. */
  async function keepMine(): Promise<void> {
    const contested = refusal?.theirs ?? {};
    const edits = Object.entries(store.get()).map(([itemId, edit]) => {
      const version = contested[itemId];
      return [itemId, version === undefined ? edit : { ...edit, version }] as const;
    });
    store.set(Object.fromEntries(edits));
    await save();
  }

  return { save, isSaving, refusal, takeTheirs, keepMine, forget: () => setRefusal(null) };
}

/** `rows.3.par: ...` as the item that stood fourth. */
function byItem(error: unknown, itemIds: readonly string[]): Refused {
  const refused: Record<string, Record<string, string>> = {};
  for (const [path, sentence] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    const [, index, field] = /^rows\.(\d+)\.(\w+)/.exec(path) ?? [];
    const itemId = itemIds[Number(index)];
    if (itemId && field) refused[itemId] = { ...refused[itemId], [field]: sentence };
  }
  return refused;
}

function theirs(error: unknown): Record<string, number> {
  if (!(error instanceof ApiError) || error.status !== 412) return {};
  const current = record(error.details)['current'];
  const rows = Array.isArray(current) ? current.map(record) : [];
  return Object.fromEntries(
    rows.flatMap((row) => {
      const itemId = reference(row['itemId'])?.id;
      return itemId ? [[itemId, number(row['version']) ?? 0] as const] : [];
    }),
  );
}
