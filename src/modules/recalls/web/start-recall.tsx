import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import { startRecall } from './queries/recalls.ts';
import type { HoldableLot } from '#modules/lots/web/queries/lots.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { lotPageMessages } from '#modules/lots/web/messages.ts';

/** Starts a recall of a lot, by default a mock recall, and opens it. */
export function StartRecall({ lot, onClose }: { lot: HoldableLot; onClose(): void }) {
  const t = useMessages(lotPageMessages);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const formId = useId();
  const key = useRef(newUuid());
  const isSending = useRef(false);
  const [isPractice, setPractice] = useState(true);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const code = lot.lot ?? t.none;

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    try {
      const input = { itemId: lot.itemId, lot: code, isPractice, note };
      const created = await startRecall(queryClient, input, key.current);
      onClose();
      if (created) void navigate({ to: '.', search: { recall: created._id } as never });
    } catch (cause) {
      // A changed request after a rejection needs a new idempotency key.
      key.current = newUuid();
      isSending.current = false;
      setError(getErrorMessage(cause, t.failed));
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.recall.startTitle(code)}
        description={isPractice ? t.recall.practiceHint : t.recall.realHint}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" form={formId} variant={isPractice ? 'primary' : 'destructive'}>
              {isPractice ? t.recall.startPractice : t.recall.startReal}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void start(event)} className="flex flex-col gap-3">
          <Field label={t.recall.type} error={error}>
            {(control) => (
              <Select
                {...control}
                value={isPractice ? 'practice' : 'real'}
                onChange={(event) => setPractice(event.currentTarget.value === 'practice')}
              >
                <option value="practice">{t.recall.practice}</option>
                <option value="real">{t.recall.real}</option>
              </Select>
            )}
          </Field>
          <Field label={t.note}>
            {(control) => (
              <Input
                {...control}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
