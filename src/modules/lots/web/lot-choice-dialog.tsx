import { type ReactNode, useId } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { LotSplit, type LotSplitProps } from './lot-split.tsx';

interface LotChoiceDialogProps extends LotSplitProps {
  title: string;
  description: string;
  /** Total of the lots compared with the required quantity. */
  status: ReactNode;
  /** Label of the confirm button. */
  action: string;
  onConfirm(): void;
  onClose(): void;
}

/** Dialog to choose the lots of a quantity. */
export function LotChoiceDialog(props: LotChoiceDialogProps) {
  const { title, description, status, action, onConfirm, onClose, ...split } = props;
  const formId = useId();
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={title}
        description={description}
        footer={
          <>
            <p role="status" className="me-auto text-sm tabular-nums">
              {status}
            </p>
            <Button type="submit" form={formId} variant="primary" size="lg">
              {action}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // React events bubble to the surrounding form, even from a dialog.
            event.stopPropagation();
            onConfirm();
            onClose();
          }}
        >
          <LotSplit {...split} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
