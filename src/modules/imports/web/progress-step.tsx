import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { ActionConfirmation } from '#platform/documents/web/action-confirmation.tsx';
import { importMessages } from './messages.ts';
import type { ImportStage } from './use-import.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ImportKind } from '../kinds.ts';
import { canWrite, getScope } from '#core/permissions.ts';
import { setupProgressQuery } from '#modules/settings/web/queries/setup-progress.ts';
import { findNextStep, listSetupSteps } from '#modules/settings/web/queries/setup-steps.ts';
import { useUser } from '#platform/web/session/session.ts';
import type { ImportState } from '../shapes.ts';
import { IgnoredColumns } from './map-step.tsx';
import { localizeRefusalText } from '#modules/master-data/web/localize-refusal.ts';

interface ProgressStepProps {
  stage: Extract<ImportStage, { step: 'sending' | 'checking' | 'committing' }>;
  onCancel(): void;
}

/** Progress of an import, with a cancel button while cancelling is possible. */
export function ProgressStep({ stage, onCancel }: ProgressStepProps) {
  const t = useMessages(importMessages).progress;
  const progressText =
    stage.step === 'sending'
      ? t.sending(formatCount(stage.done), formatCount(stage.total))
      : stage.step === 'checking'
        ? t.checking
        : t.committing;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <p role="status" className="text-sm tabular-nums">
        {progressText}
        {stage.step === 'sending' && stage.unreadable > 0
          ? ` · ${t.unreadable(formatCount(stage.unreadable))}`
          : ''}
      </p>
      <progress
        aria-label={progressText}
        className="h-2 w-full accent-primary"
        max={1}
        {...(stage.step === 'sending' ? { value: stage.done / Math.max(1, stage.total) } : {})}
      />
      {stage.step === 'committing' ? null : (
        <Button className="self-end" onClick={onCancel}>
          {t.cancel}
        </Button>
      )}
    </Card>
  );
}

interface DoneStepProps {
  kind: ImportKind;
  state: ImportState;
  problem: string | null;
  onUndo(): Promise<void>;
  onImportAnother(): void;
}

/** Result of an import, with undo. */
export function DoneStep({ kind, state, problem, onUndo, onImportAnother }: DoneStepProps) {
  const messages = useMessages(importMessages);
  const t = messages.done;
  const [isUndoing, setUndoing] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const isUndone = state.status === 'Undone';
  const isSettingUp = useIsSettingUp() && !isUndone;
  const Icon = isUndone ? Undo2 : CircleCheck;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon className="size-5 text-status-green" aria-hidden="true" />
        {isUndone ? messages.last.undone : t.title}
      </h2>
      <p role="status" className="text-sm">
        {isUndone
          ? describeUndo(state)
          : t.text(formatCount(state.created), formatCount(state.changed), formatCount(state.unchanged))}
        {!isUndone && state.relatedRows > 0
          ? ` ${messages.result.relatedRows(formatCount(state.relatedRows))}`
          : ''}
      </p>
      {isUndone ? <RowsNotUndone state={state} /> : null}
      {isUndone ? null : <IgnoredColumns kind={kind} headings={state.ignoredColumns} />}
      {problem ? (
        <p role="alert" className="rounded-md border border-destructive px-3 py-2 text-sm">
          {problem}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {isUndone ? null : (
          <Button disabled={isUndoing} onClick={() => setConfirming(true)}>
            {isUndoing ? messages.last.undoing : t.undo}
          </Button>
        )}
        <Button variant={isSettingUp ? 'secondary' : 'primary'} onClick={onImportAnother}>
          {t.importAnother}
        </Button>
        {isSettingUp ? (
          <Button asChild variant="primary">
            <Link to="/dashboard">{t.backToSetup}</Link>
          </Button>
        ) : null}
      </div>
      {isConfirming ? (
        <UndoDialog
          state={state}
          onClose={() => setConfirming(false)}
          onUndo={() => {
            setUndoing(true);
            void onUndo().finally(() => setUndoing(false));
          }}
        />
      ) : null}
    </Card>
  );
}

interface UndoDialogProps {
  state: ImportState;
  onUndo(): void;
  onClose(): void;
}

/** Confirms the undo of an import, stating what is deleted and restored. */
export function UndoDialog({ state, onUndo, onClose }: UndoDialogProps) {
  const t = useMessages(importMessages).done;
  return (
    <ActionConfirmation
      title={t.undo}
      description={t.undoText(formatCount(state.created + state.relatedRows), formatCount(state.changed))}
      action={t.undo}
      isDestructive
      onConfirm={onUndo}
      onClose={onClose}
    />
  );
}

/**
 * Returns whether the business is still being set up, with no order yet, and the user may continue the setup.
 */
function useIsSettingUp(): boolean {
  const user = useUser();
  const canSetUp = canWrite(user, 'settings', 'canEdit') && getScope(user).kind === 'all';
  const { data } = useQuery({ ...setupProgressQuery(), enabled: canSetUp });
  return canSetUp && !!data && findNextStep(listSetupSteps(data)) !== null;
}

/** Describes the result of an undo: complete, or with the number of rows that were kept. */
export function describeUndo({ notUndoneCount }: Pick<ImportState, 'notUndoneCount'>): string {
  const t = getMessages(importMessages).done;
  return notUndoneCount > 0 ? t.undonePartly(formatCount(notUndoneCount)) : t.undone;
}

/** Rows that an undo kept because they were changed or used since the import. */
function RowsNotUndone({ state: { notUndoneRows, notUndoneCount } }: { state: ImportState }) {
  const t = useMessages(importMessages).done;
  if (notUndoneRows.length === 0) return null;
  return (
    <ul aria-label={t.unrevertedRows} className="max-h-64 divide-y overflow-auto rounded-md border text-sm">
      {notUndoneRows.map((row) => (
        <li key={`${row.collection} ${row.name} ${row.reason}`} className="px-3 py-1.5">
          {localizeRefusalText(row)}
        </li>
      ))}
      {notUndoneCount > notUndoneRows.length ? (
        <li className="px-3 py-1.5 text-muted-foreground">
          {t.moreKept(formatCount(notUndoneCount - notUndoneRows.length))}
        </li>
      ) : null}
    </ul>
  );
}
