import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { canWrite } from '#core/permissions.ts';
import type { Mergeable } from '#platform/shapes/bulk-changes.ts';
import type { MergeResult } from '#platform/shapes/bulk-changes-shape.ts';
import {
  mergePreviewQuery,
  readConflictingItem,
  sendItemChanges,
  sendMerge,
} from '../queries/merge-and-order.ts';
import type { ResourceRow } from '../queries/resources.ts';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { getDefinition } from '../../collections.ts';
import { useChoices } from '../references/use-choices.ts';
import { useRowAddress } from '../row-address.ts';
import { mergeAndMoveMessages } from './messages.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

interface TargetDialogProps {
  title: string;
  cancel: string;
  confirm: string;
  /** Reason why the button is disabled; null if it isn't. */
  disabledReason: string | null;
  /** Submits, and closes the dialog afterwards. */
  onConfirm(): Promise<void>;
  /** Returns the message for a failure, after which the dialog stays open. */
  describeError(error: unknown): string;
  onClose(): void;
  children: ReactNode;
}

/** Dialog with a field for the target of the rows. It submits only once. */
function TargetDialog(props: TargetDialogProps) {
  const { disabledReason, onClose } = props;
  const form = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (disabledReason !== null || isSending) return;
    setSending(true);
    setProblem(null);
    try {
      await props.onConfirm();
    } catch (error) {
      setProblem(props.describeError(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={props.title}
        footer={
          <>
            <Button onClick={onClose}>{props.cancel}</Button>
            <GuardedButton
              type="submit"
              form={form}
              variant="primary"
              disabledReason={disabledReason}
              aria-busy={isSending}
            >
              {props.confirm}
            </GuardedButton>
          </>
        }
      >
        <form id={form} className="flex flex-col gap-3" onSubmit={(event) => void send(event)}>
          {props.children}
          {problem ? (
            <p role="alert" className="text-destructive text-sm">
              {problem}
            </p>
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface MergeDialogProps {
  name: Mergeable;
  row: ResourceRow;
  into: string | null;
  onClose(): void;
}

/** Dialog to merge a row into a different one, with a preview of the affected items. */
export function MergeDialog({ name, row, into, onClose }: MergeDialogProps) {
  const t = useMessages(mergeAndMoveMessages).merge;
  const resource = getDefinition(name);
  const queryClient = useQueryClient();
  const address = useRowAddress();
  const user = useUser();
  const [target, setTarget] = useState(into);
  const { choices, isLoading } = useChoices(name);
  const candidates = choices.filter(({ _id, isActive }) => _id !== row._id && isActive !== false);
  const targetRow = candidates.find(({ _id }) => _id === target);
  const preview = useQuery({
    ...mergePreviewQuery(resource, row._id, target ?? ''),
    enabled: target !== null,
  });
  const canMoveItems = preview.data?.items === 0 || canWrite(user, 'items', 'canEdit');
  const disabledReason =
    target === null ? t.choose : !preview.data ? t.loading : canMoveItems ? null : t.noPermissionToMoveItems;

  async function merge(targetId: string): Promise<void> {
    const { items } = await sendMerge(queryClient, resource, row, targetId);
    toast(t.done(row.name, targetRow?.name ?? '', items));
    onClose();
    if (address.row === row._id) void address.go({});
  }

  return (
    <TargetDialog
      title={t.title(row.name)}
      cancel={t.cancel}
      confirm={t.confirm}
      disabledReason={disabledReason}
      onConfirm={async () => (target === null ? undefined : merge(target))}
      describeError={(error) => getErrorMessage(error, t.failed)}
      onClose={onClose}
    >
      <ReferenceField
        label={t.into}
        isRequired
        value={target}
        choices={candidates}
        isLoading={isLoading}
        onChange={setTarget}
      />
      <div role="status" className="flex min-h-[4lh] flex-col gap-1 text-sm">
        {target === null ? (
          <p className="text-muted-foreground">{t.choose}</p>
        ) : preview.data ? (
          <MergePreview preview={preview.data} from={row.name} into={targetRow?.name ?? ''} />
        ) : preview.error ? (
          <p>{getErrorMessage(preview.error, t.failed)}</p>
        ) : (
          <p className="text-muted-foreground">{t.loading}</p>
        )}
      </div>
    </TargetDialog>
  );
}

function MergePreview({ preview, from, into }: { preview: MergeResult; from: string; into: string }) {
  const t = useMessages(mergeAndMoveMessages).merge;
  return (
    <>
      <p className="font-medium">
        {preview.items === 0 ? `${t.nothing}.` : t.preview(t.items(preview.items), into)}
      </p>
      {preview.subCategories > 0 ? <p>{t.subCategories(preview.subCategories)}</p> : null}
      {preview.merged > 0 ? <p>{t.merged(preview.merged)}</p> : null}
      <p className="text-muted-foreground">{t.archived(from)}</p>
    </>
  );
}

interface MoveDialogProps {
  rows: readonly ResourceRow[];
  onMoved(): void;
  onClose(): void;
}

/** Dialog to move items to a different category, all or nothing. */
export function MoveDialog({ rows, onMoved, onClose }: MoveDialogProps) {
  const t = useMessages(mergeAndMoveMessages).move;
  const queryClient = useQueryClient();
  const [target, setTarget] = useState<string | null>(null);
  const [removesSubCategory, setRemovesSubCategory] = useState(false);
  const { choices, isLoading } = useChoices('sub-categories');
  const isReady = target !== null || removesSubCategory;

  async function move(): Promise<void> {
    await sendItemChanges(queryClient, rows, { subCategory: removesSubCategory ? null : target });
    toast(t.done(rows.length));
    onClose();
    onMoved();
  }
  function describeError(error: unknown): string {
    const name = readConflictingItem(error);
    return name === null ? getErrorMessage(error, t.failed) : t.stale(name);
  }

  return (
    <TargetDialog
      title={t.title(rows.length)}
      cancel={t.cancel}
      confirm={t.confirm(rows.length)}
      disabledReason={isReady ? null : t.choose}
      onConfirm={move}
      describeError={describeError}
      onClose={onClose}
    >
      <ReferenceField
        label={t.into}
        hint={t.hint}
        value={removesSubCategory ? null : target}
        lockedReason={removesSubCategory ? t.none : null}
        choices={choices.filter(({ isActive }) => isActive !== false)}
        isLoading={isLoading}
        onChange={setTarget}
      />
      <CheckField label={t.removeSubCategory} value={removesSubCategory} onChange={setRemovesSubCategory} />
    </TargetDialog>
  );
}
