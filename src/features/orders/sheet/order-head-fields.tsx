import type { Order } from '#contract/orders.ts';
import { Field } from '#src/components/ui/field.tsx';
import { DateInput } from '#src/components/ui/date-input.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderTexts } from '../messages.ts';
import type { OrderEdits } from './order-edits.ts';
import type { EditRights } from './edit-rights.ts';

interface OrderHeadFieldsProps {
  order: Order;
  edits: OrderEdits;
  onEdits(edits: OrderEdits): void;
  rights: EditRights;
  isBusy: boolean;
}

/** Delivery date and notes, where this person may still change them. */
export function OrderHeadFields({ order, edits, onEdits, rights, isBusy }: OrderHeadFieldsProps) {
  const t = useMessages(orderTexts).guide;
  if (!rights.order.has('deliveryDate')) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-[11rem_1fr]">
      <Field label={t.deliveryDate}>
        {(control) => (
          <DateInput
            {...control}
            disabled={isBusy}
            value={edits.deliveryDate ?? order.deliveryDate}
            onChange={(event) => onEdits({ ...edits, deliveryDate: event.target.value })}
          />
        )}
      </Field>
      <Field label={t.notes}>
        {(control) => (
          <Input
            {...control}
            maxLength={2000}
            disabled={isBusy}
            value={edits.notes ?? order.notes ?? ''}
            onChange={(event) => onEdits({ ...edits, notes: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
