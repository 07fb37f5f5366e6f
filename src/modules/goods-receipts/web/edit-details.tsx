import { ActionConfirmation } from '#platform/documents/web/action-confirmation.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Textarea } from '#platform/web/ui/input.tsx';
import type { GoodsReceipt } from '../shapes.ts';
import { receiptMessages } from './messages.ts';
import { editReceiptAction } from './queries.ts';

interface EditDetailsProps {
  receipt: GoodsReceipt;
  /**
   * Whether the delivery note number can also be changed, which isn't possible once the receipt is reversed.
   */
  canEditRef: boolean;
  /** Called if the change was rejected. */
  onFailed(): void;
  onClose(): void;
}

/** Dialog that changes the delivery note number and the note of a goods receipt. */
export function EditDetails({ receipt, canEditRef, onFailed, onClose }: EditDetailsProps) {
  const { fields: labels, panel: t } = useMessages(receiptMessages);
  const editing = useOutboxMutation(editReceiptAction);

  function save(form: FormData): void {
    const readField = (name: 'supplierRef' | 'notes') => String(form.get(name) ?? '').trim();
    const changes = {
      ...(canEditRef &&
        readField('supplierRef') !== (receipt.supplierRef ?? '') && {
          supplierRef: readField('supplierRef'),
        }),
      ...(readField('notes') !== (receipt.notes ?? '') && { notes: readField('notes') }),
    };
    if (Object.keys(changes).length > 0)
      void editing.send({ record: receipt, input: changes }).catch(() => onFailed());
  }

  return (
    <ActionConfirmation
      title={t.editTitle(receipt.number)}
      description={undefined}
      action={t.save}
      fields={{
        missing: () => [],
        content: () => (
          <>
            {canEditRef ? (
              <Field label={labels.supplierRef}>
                {(control) => (
                  <Input
                    {...control}
                    name="supplierRef"
                    defaultValue={receipt.supplierRef ?? ''}
                    maxLength={120}
                  />
                )}
              </Field>
            ) : null}
            <Field label={labels.notes}>
              {(control) => (
                <Textarea {...control} name="notes" defaultValue={receipt.notes ?? ''} maxLength={2000} />
              )}
            </Field>
          </>
        ),
      }}
      onConfirm={(_reason, form) => save(form)}
      onClose={onClose}
    />
  );
}
