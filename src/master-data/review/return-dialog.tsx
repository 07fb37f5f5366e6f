import { type FormEvent, useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Textarea } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { reviewMessages } from './messages.ts';

interface ReturnDialogProps {
  name: string;
  problem: string | null;
  isBusy: boolean;
  onReturn(reason: string): void;
  onClose(): void;
}

/** A proposal goes back with a reason, never without. */
export function ReturnDialog({ name, problem, isBusy, onReturn, onClose }: ReturnDialogProps) {
  const t = useMessages(reviewMessages);
  const formId = useId();
  const [isMissing, setMissing] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    event.stopPropagation();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    if (reason === '') setMissing(true);
    else onReturn(reason);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.giveBackTitle(name)}
        description={t.giveBackText}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
              {t.send}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
          {problem ? (
            <p role="alert" className="text-destructive text-sm">
              {problem}
            </p>
          ) : null}
          <Field label={t.why} error={isMissing ? t.whyNeeded : null}>
            {(control) => (
              <Textarea
                {...control}
                name="reason"
                dir="auto"
                rows={3}
                maxLength={500}
                onChange={() => setMissing(false)}
              />
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
