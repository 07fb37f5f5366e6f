import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { overtakenItem, sendItemChanges } from '#src/collections/arranging.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { CheckField } from '#src/components/form/check-field.tsx';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { ReferenceField } from '#src/components/form/reference-field.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { useChoices } from '../form/use-choices.ts';
import { extrasMessages } from './messages.ts';

interface MoveDialogProps {
  rows: readonly ResourceRow[];
  onMoved(): void;
  onClose(): void;
}

/** Asks where items belong, and puts all of them there or none. */
export function MoveDialog({ rows, onMoved, onClose }: MoveDialogProps) {
  const t = useMessages(extrasMessages).move;
  const queryClient = useQueryClient();
  const form = useId();
  const [target, setTarget] = useState<string | null>(null);
  const [isTakenOff, setTakenOff] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const { choices, isLoading } = useChoices('sub-categories', 'items.subCategory');
  const isReady = target !== null || isTakenOff;

  async function move(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isReady || isSending) return;
    setSending(true);
    setProblem(null);
    try {
      await sendItemChanges(queryClient, rows, { subCategory: isTakenOff ? null : target });
      toast(t.done(rows.length));
      onClose();
      onMoved();
    } catch (error) {
      const name = overtakenItem(error);
      setProblem(name === null ? messageOf(error, t.failed) : t.stale(name));
    } finally {
      setSending(false);
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.title(rows.length)}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <GuardedButton
              type="submit"
              form={form}
              variant="primary"
              blocked={isReady ? null : t.choose}
              aria-busy={isSending}
            >
              {t.confirm(rows.length)}
            </GuardedButton>
          </>
        }
      >
        <form id={form} className="flex flex-col gap-3" onSubmit={(event) => void move(event)}>
          <ReferenceField
            label={t.into}
            hint={t.hint}
            value={isTakenOff ? null : target}
            locked={isTakenOff ? t.none : null}
            choices={choices.filter(({ isActive }) => isActive !== false)}
            isLoading={isLoading}
            onChange={setTarget}
          />
          <CheckField label={t.takeOff} value={isTakenOff} onChange={setTakenOff} />
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
