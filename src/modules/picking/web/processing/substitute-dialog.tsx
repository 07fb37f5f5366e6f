import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { EditOrderInput } from '#modules/orders/input.ts';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { QuantityInput } from '#platform/web/form/quantity-input.tsx';
import type { CompactItem } from '#modules/items/web/queries/items.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { type OrderActions, didSucceed } from '#modules/orders/web/queries/actions.ts';
import type { CompactStock } from '#modules/stock/web/queries/stock.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { parseQuantity } from '#platform/web/format/parse-quantity.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import {
  getOrderUnitSymbol,
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
  const isForbidden = useSubstitutionRule(line.itemId)(order.branch) === 'never';
  const [substitute, setSubstitute] = useState<CompactItem | null>(null);
  const [isMissing, setMissing] = useState(false);
  const orderUnit = getOrderUnitSymbol(substitute, units.data ?? []);

  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    event.stopPropagation();
    const quantity = parseQuantity(String(new FormData(event.currentTarget).get('quantity') ?? ''));
    if (!substitute || quantity.kind !== 'quantity' || quantity.value <= 0) {
      setMissing(true);
      return;
    }
    void didSucceed(actions.edit(order, buildSubstitution(line, substitute._id, quantity.value)));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={t.title(line.itemName)}
        footer={
          <Button type="submit" form={formId} variant="primary" disabled={substitute === null || isForbidden}>
            {t.add}
          </Button>
        }
      >
        <form id={formId} onSubmit={add} className="flex flex-col gap-4" noValidate>
          <SubstituteRules itemId={line.itemId} branches={[order]} />
          {isForbidden ? null : (
            <SubstituteChoice
              itemId={line.itemId}
              chosen={substitute}
              onChoose={setSubstitute}
              stock={stock}
            />
          )}
          {substitute && !isForbidden ? (
            <Field
              label={t.quantity}
              hint={t.quantityHint(formatUnitName(null, orderUnit))}
              error={isMissing ? t.quantityMissing : null}
            >
              {(control) => (
                <QuantityInput
                  {...control}
                  key={substitute._id}
                  name="quantity"
                  unit={formatUnitName(null, orderUnit)}
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
function buildSubstitution(line: OrderLine, itemId: string, qty: number): EditOrderInput {
  const reason = 'substituted';
  const original = line.reason === null ? [{ lineId: line.lineId, reason }] : [];
  return {
    items: [{ itemId, orderQty: 0, substituteFor: line.lineId, pickedQty: qty, reason }, ...original],
  };
}
