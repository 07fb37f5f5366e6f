import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { EditOrderInput } from '#contract/orders.ts';
import type { Order, OrderLine } from '#contract/shapes/orders.ts';
import { QuantityInput } from '#src/components/form/quantity-input.tsx';
import type { CompactItem } from '#src/collections/items/items.ts';
import { unitsQuery } from '#src/collections/items/units.ts';
import { type OrderActions, succeeded } from '#src/collections/orders/actions.ts';
import type { CompactStock } from '#src/collections/stock/stock.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { parseQuantity } from '#src/lib/format/parse-quantity.ts';
import { unitLabel } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import {
  orderUnitSymbol,
  SubstituteChoice,
  SubstituteRules,
  useSubstitutionRule,
} from '../substitute-choice.tsx';
import { processMessages } from './messages.ts';

interface SubstituteDialogProps {
  order: Order;
  line: OrderLine;
  stock: ReadonlyMap<string, CompactStock> | null;
  actions: OrderActions;
  onClose(): void;
}

/** Replaces a short item by a usual substitute or any orderable item. */
export function SubstituteDialog({ order, line, stock, actions, onClose }: SubstituteDialogProps) {
  const t = useMessages(processMessages).substitute;
  const units = useQuery(unitsQuery());
  const formId = useId();
  const isNever = useSubstitutionRule(line.itemId)(order.branch) === 'never';
  const [chosen, setChosen] = useState<CompactItem | null>(null);
  const [isMissing, setMissing] = useState(false);
  const orderUnit = orderUnitSymbol(chosen, units.data ?? []);

  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    event.stopPropagation();
    const typed = parseQuantity(String(new FormData(event.currentTarget).get('quantity') ?? ''));
    if (!chosen || typed.kind !== 'quantity' || typed.value <= 0) {
      setMissing(true);
      return;
    }
    void succeeded(actions.edit(order, substitution(line, chosen._id, typed.value)));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={t.title(line.itemName)}
        footer={
          <Button type="submit" form={formId} variant="primary" disabled={chosen === null || isNever}>
            {t.add}
          </Button>
        }
      >
        <form id={formId} onSubmit={add} className="flex flex-col gap-4" noValidate>
          <SubstituteRules itemId={line.itemId} branches={[order]} />
          {isNever ? null : (
            <SubstituteChoice itemId={line.itemId} chosen={chosen} onChoose={setChosen} stock={stock} />
          )}
          {chosen && !isNever ? (
            <Field
              label={t.quantity}
              hint={t.quantityHint(unitLabel(null, orderUnit))}
              error={isMissing ? t.quantityMissing : null}
            >
              {(control) => (
                <QuantityInput
                  {...control}
                  key={chosen._id}
                  name="quantity"
                  unit={unitLabel(null, orderUnit)}
                  autoFocus
                  className="w-32 text-end"
                />
              )}
            </Field>
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}

/**
 * Returns an edit that adds the substitute as a line that was not ordered, and sets the replaced line's
 * reason if it has none.
 */
function substitution(line: OrderLine, itemId: string, qty: number): EditOrderInput {
  const reason = 'substituted';
  const original = line.reason === null ? [{ lineId: line.lineId, reason }] : [];
  return {
    items: [{ itemId, orderQty: 0, substituteFor: line.lineId, pickedQty: qty, reason }, ...original],
  };
}
