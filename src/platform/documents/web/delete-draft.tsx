import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { ActionConfirmation } from './action-confirmation.tsx';
import { documentMessages } from './messages.ts';

interface DeleteDraftProps {
  number: string;
  /** Defaults to "Delete draft". */
  label?: string;
  isBusy: boolean;
  /** Deletes the document; rejects with an `ApiError`, which the panel shows. */
  remove(): Promise<unknown>;
  onDeleted(): void;
  onRefused?(): void;
}

/** Button in a draft's panel footer that deletes it, after confirmation because a draft can't be restored. */
export function DeleteDraft({ number, label, isBusy, remove, onDeleted, onRefused }: DeleteDraftProps) {
  const t = useMessages(documentMessages);
  const action = label ?? t.delete;
  const [isConfirming, setConfirming] = useState(false);
  const isRemoving = useRef(false);

  async function confirm(): Promise<void> {
    if (isRemoving.current) return;
    isRemoving.current = true;
    try {
      await remove();
      toast(t.deleted(number));
      onDeleted();
    } catch (deleteError) {
      if (!(deleteError instanceof ApiError)) throw deleteError;
      onRefused?.();
    } finally {
      isRemoving.current = false;
    }
  }

  return (
    <>
      <GuardedButton disabledReason={isBusy ? t.busy : null} onClick={() => setConfirming(true)}>
        <Trash2 aria-hidden="true" />
        {action}
      </GuardedButton>
      {isConfirming ? (
        <ActionConfirmation
          title={t.deleteQuestion(number)}
          description={t.deleteText}
          action={action}
          isDestructive
          onConfirm={() => void confirm()}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
}
