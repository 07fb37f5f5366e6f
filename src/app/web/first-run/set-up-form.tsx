import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { firstRunMessages } from './messages.ts';

interface SetUpFormProps {
  title: string;
  text: string;
  save(data: FormData): Promise<void>;
  /** Refetches the screen's data, even after a partial failure. */
  onSaved(): Promise<void>;
  onClose(): void;
  /** Renders the fields with the server's validation errors by field name. */
  children(errors: Readonly<Record<string, string>>): ReactNode;
}

/** Dialog with the form for one checklist step. After a failure, saved rows and entered values are kept. */
export function SetUpForm({ title, text, save, onSaved, onClose, children }: SetUpFormProps) {
  const t = useMessages(firstRunMessages);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const errors = failure instanceof ApiError ? failure.fields : {};

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(null);
    try {
      await save(data);
    } catch (error) {
      setFailure(error);
      await onSaved();
      setBusy(false);
      return;
    }
    await onSaved();
    onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={title}
        description={text}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button variant="primary" type="submit" form="set-up" disabled={isBusy}>
              {isBusy ? t.saving : t.save}
            </Button>
          </>
        }
      >
        <form id="set-up" className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
          {failure ? (
            <p role="alert" className="text-destructive text-sm">
              {getErrorMessage(failure, t.failed)}
            </p>
          ) : null}
          {children(errors)}
        </form>
      </DialogContent>
    </Dialog>
  );
}
