import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { branchLevelsQuery, saveBranchLevels } from '../queries/branch-levels.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { errorMessage } from '#platform/web/api/localize-error.ts';
import { messagesOf, useMessages } from '#platform/web/i18n/messages.ts';
import { saveWithMerge } from '#platform/web/save-with-merge.ts';
import type { Store } from '#platform/web/store.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { levelChanges, undoChanges, type LevelEdits, unsavedLevels } from './level-edits.ts';
import { type LevelRow, withLevels } from './level-rows.ts';
import { settingsMessages } from './messages.ts';

interface LevelSaveBarProps {
  /** Number of changed items, and of those with an invalid level. */
  changed: number;
  wrong: number;
  /** Number of items that another user has changed too. */
  disputed: number;
  saving: ReturnType<typeof useSaveLevels>;
  onSave(): void;
  onDiscard(): void;
  onShowWrong(): void;
}

/** Shows the number of unsaved changes and what prevents saving. */
export function LevelSaveBar(props: LevelSaveBarProps) {
  const { changed, wrong, disputed, saving, onSave, onDiscard, onShowWrong } = props;
  const t = useMessages(settingsMessages).levels;
  const { refusal, isSaving } = saving;
  if (changed === 0) return null;
  return (
    <div
      role="region"
      aria-label={t.unsaved}
      className="flex flex-wrap items-center gap-2 rounded-t-lg border border-b-0 bg-selected px-3 py-2 text-sm"
    >
      <p role="status" className="min-w-40 flex-1">
        {t.changed(changed)}
        {wrong > 0 ? (
          <>
            {' · '}
            <button type="button" className="font-medium text-destructive underline" onClick={onShowWrong}>
              {t.toCorrect(wrong)}
            </button>
          </>
        ) : (
          <span className="text-muted-foreground"> · {t.keptHere}</span>
        )}
      </p>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        {t.discard}
      </Button>
      <GuardedButton
        size="sm"
        variant="primary"
        aria-keyshortcuts="Control+S"
        blocked={isSaving ? t.saving : disputed > 0 ? t.contested : wrong > 0 ? t.correctFirst : null}
        onClick={onSave}
      >
        {t.save}
      </GuardedButton>
      {refusal ? (
        <p role="alert" className="flex basis-full items-start gap-2 text-destructive">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {refusal.message}
        </p>
      ) : null}
    </div>
  );
}

type SaveRefusal = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Refusal {
  message: string;
  /** By item and field. */
  byItem: SaveRefusal;
}

/**
 * Saves all edits or none and offers an undo. Concurrent changes are merged; conflicts must be resolved
 * before anything is saved.
 */
export function useSaveLevels(
  branchId: string,
  store: Store<LevelEdits>,
  rows: ReadonlyMap<string, LevelRow>,
) {
  const queryClient = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** A retry with the same edits uses the same idempotency key. */
  const attempt = useRef({ body: '', key: '' });

  async function save(): Promise<void> {
    const t = messagesOf(settingsMessages).levels;
    const edits = store.get();
    let sent = unsavedLevels(edits, rows);
    if (sent.length === 0) {
      store.set({});
      return;
    }
    setSaving(true);
    setRefusal(null);
    try {
      const unseen = await saveWithMerge(rows, {
        send(from) {
          sent = unsavedLevels(edits, from);
          const changes = levelChanges(sent);
          const body = JSON.stringify(changes);
          if (attempt.current.body !== body) attempt.current = { body, key: newUuid() };
          return saveBranchLevels(queryClient, branchId, changes, attempt.current.key);
        },
        async readCurrent(error, from) {
          if (error.status !== 412) return null;
          const levels = await queryClient.fetchQuery({ ...branchLevelsQuery(branchId), staleTime: 0 });
          return withLevels(from, levels);
        },
        canMerge: (current) => unsavedLevels(edits, current).every(({ disputed }) => disputed.length === 0),
      });
      if (unseen !== null) {
        const isDisputed = unsavedLevels(edits, unseen).some(({ disputed }) => disputed.length > 0);
        if (!isDisputed) setRefusal({ message: t.saveFailed, byItem: {} });
        return;
      }
      // Values edited during the request remain unsaved.
      const unsaved = Object.entries(store.get()).filter(([itemId, each]) => edits[itemId] !== each);
      store.set(Object.fromEntries(unsaved));
      const former = undoChanges(sent);
      toast(t.saved(sent.length), { undo: { label: t.undo, run: () => void putBack(former) } });
    } catch (error) {
      const items = sent.map(({ row }) => row.itemId);
      setRefusal({ message: errorMessage(error, t.saveFailed), byItem: byItem(error, items) });
    } finally {
      setSaving(false);
    }
  }

  async function putBack(former: ReturnType<typeof undoChanges>): Promise<void> {
    const t = messagesOf(settingsMessages).levels;
    try {
      await saveBranchLevels(queryClient, branchId, former);
      toast(t.undone(former.length));
    } catch (error) {
      toastError(errorMessage(error, t.saveFailed));
    }
  }

  return { save, isSaving, refusal, forget: () => setRefusal(null) };
}

/** Maps errors such as `rows.3.par: ...` to the item at that index of the request. */
function byItem(error: unknown, itemIds: readonly string[]): SaveRefusal {
  const refusals: Record<string, Record<string, string>> = {};
  for (const [path, sentence] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    const [, index, field] = /^rows\.(\d+)\.(\w+)/.exec(path) ?? [];
    const itemId = itemIds[Number(index)];
    if (itemId && field) refusals[itemId] = { ...refusals[itemId], [field]: sentence };
  }
  return refusals;
}
