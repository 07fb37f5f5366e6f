import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { branchLevelsQuery, saveBranchLevels } from '../queries/branch-levels.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { saveWithMerge } from '#platform/web/save-with-merge.ts';
import type { Store } from '#platform/web/store.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { toLevelChanges, buildUndoChanges, type LevelEdits, listUnsavedLevels } from './level-edits.ts';
import { type LevelRow, withLevels } from './level-rows.ts';
import { branchOrderSettingsMessages } from './messages.ts';

interface LevelSaveBarProps {
  /** Number of changed items. */
  changed: number;
  /** Number of changed items with an invalid level. */
  invalid: number;
  /** Number of items that another user has also changed. */
  conflicting: number;
  saving: ReturnType<typeof useSaveLevels>;
  onSave(): void;
  onDiscard(): void;
  onShowInvalid(): void;
}

/** Shows the number of unsaved changes and what prevents saving. */
export function LevelSaveBar(props: LevelSaveBarProps) {
  const { changed, invalid, conflicting, saving, onSave, onDiscard, onShowInvalid } = props;
  const t = useMessages(branchOrderSettingsMessages).levels;
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
        {invalid > 0 ? (
          <>
            {' · '}
            <button type="button" className="font-medium text-destructive underline" onClick={onShowInvalid}>
              {t.toCorrect(invalid)}
            </button>
          </>
        ) : (
          <span className="text-muted-foreground"> · {t.storedHere}</span>
        )}
      </p>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        {t.discard}
      </Button>
      <GuardedButton
        size="sm"
        variant="primary"
        aria-keyshortcuts="Control+S"
        disabledReason={
          isSaving ? t.saving : conflicting > 0 ? t.conflicting : invalid > 0 ? t.correctFirst : null
        }
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

type ErrorsByItem = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Refusal {
  message: string;
  /** Messages by item and field. */
  byItem: ErrorsByItem;
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
  /** Idempotency key of the last attempt; a retry with the same edits reuses it. */
  const attempt = useRef({ body: '', key: '' });

  async function save(): Promise<void> {
    const t = getMessages(branchOrderSettingsMessages).levels;
    const edits = store.get();
    let sent = listUnsavedLevels(edits, rows);
    if (sent.length === 0) {
      store.set({});
      return;
    }
    setSaving(true);
    setRefusal(null);
    try {
      const conflictingRows = await saveWithMerge(rows, {
        send(from) {
          sent = listUnsavedLevels(edits, from);
          const changes = toLevelChanges(sent);
          const body = JSON.stringify(changes);
          if (attempt.current.body !== body) attempt.current = { body, key: newUuid() };
          return saveBranchLevels(queryClient, branchId, changes, attempt.current.key);
        },
        async readCurrent(error, from) {
          if (error.status !== 412) return null;
          const levels = await queryClient.fetchQuery({ ...branchLevelsQuery(branchId), staleTime: 0 });
          return withLevels(from, levels);
        },
        canMerge: (current) =>
          listUnsavedLevels(edits, current).every(({ conflictingFields }) => conflictingFields.length === 0),
      });
      if (conflictingRows !== null) {
        const hasConflicts = listUnsavedLevels(edits, conflictingRows).some(
          ({ conflictingFields }) => conflictingFields.length > 0,
        );
        if (!hasConflicts) setRefusal({ message: t.saveFailed, byItem: {} });
        return;
      }
      // Values edited during the request remain unsaved.
      const unsaved = Object.entries(store.get()).filter(
        ([itemId, itemEdits]) => edits[itemId] !== itemEdits,
      );
      store.set(Object.fromEntries(unsaved));
      const previous = buildUndoChanges(sent);
      toast(t.saved(sent.length), { undo: { label: t.undo, run: () => void restore(previous) } });
    } catch (error) {
      const items = sent.map(({ row }) => row.itemId);
      setRefusal({ message: getErrorMessage(error, t.saveFailed), byItem: groupByItem(error, items) });
    } finally {
      setSaving(false);
    }
  }

  async function restore(previous: ReturnType<typeof buildUndoChanges>): Promise<void> {
    const t = getMessages(branchOrderSettingsMessages).levels;
    try {
      await saveBranchLevels(queryClient, branchId, previous);
      toast(t.undone(previous.length));
    } catch (error) {
      toastError(getErrorMessage(error, t.saveFailed));
    }
  }

  return { save, isSaving, refusal, resetError: () => setRefusal(null) };
}

/** Maps errors such as `rows.3.par: ...` to the item at that index of the request. */
function groupByItem(error: unknown, itemIds: readonly string[]): ErrorsByItem {
  const refusals: Record<string, Record<string, string>> = {};
  for (const [path, message] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    const [, index, field] = /^rows\.(\d+)\.(\w+)/.exec(path) ?? [];
    const itemId = itemIds[Number(index)];
    if (itemId && field) refusals[itemId] = { ...refusals[itemId], [field]: message };
  }
  return refusals;
}
