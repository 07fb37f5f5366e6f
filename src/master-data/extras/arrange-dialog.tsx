import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';

interface ArrangeDialogProps {
  title: string;
  cancel: string;
  confirm: string;
  /** Why it cannot be confirmed yet; null when it can. */
  blocked: string | null;
  /** Does it, and closes the dialog when it is done. */
  onConfirm(): Promise<void>;
  /** What is said when it fails; the dialog stays. */
  explain(error: unknown): string;
  onClose(): void;
  children: ReactNode;
}

/** Asks where rows belong, and sends it once. */
export function ArrangeDialog(props: ArrangeDialogProps) {
  const { blocked, onClose } = props;
  const form = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (blocked !== null || isSending) return;
    setSending(true);
    setProblem(null);
    try {
      await props.onConfirm();
    } catch (error) {
      setProblem(props.explain(error));
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
              blocked={blocked}
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
