import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { fromMicro } from '#core/quantity.ts';
import { QuantityInput } from '#platform/web/form/quantity-input.tsx';
import type { CompactItem } from '#modules/items/web/queries/items.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { compactStockQuery } from '#modules/stock/web/queries/stock.ts';
import { ReasonChoice } from '#platform/web/form/reason-choice.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { formatQuantity } from '#platform/web/format/format.ts';
import { parseQuantity, formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import { formatAmount, formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import {
  getOrderUnitSymbol,
  SubstituteChoice,
  SubstituteRules,
  useSubstitutionRule,
} from '../substitute-choice.tsx';
import { pickMessages } from './messages.ts';
import { type FoundQuantity, type PickListRow, distributePick } from './pick-rows.ts';

interface ShortDialogProps {
  row: PickListRow;
  kitchen: string;
  /** Additional remedies for the shortage, such as fair share. */
  remedies?: ReactNode;
  onFound(quantity: FoundQuantity): void;
  onOtherLots: (() => void) | null;
  onClose(): void;
}

type RemainderChoice = 'reason' | 'back' | 'substitute';

/**
 * Dialog that resolves a short item in one step: the quantity found, its distribution, and how to handle the
 * rest.
 */
export function ShortDialog({ row, kitchen, remedies, onFound, onOtherLots, onClose }: ShortDialogProps) {
  const t = useMessages(pickMessages).short;
  const formId = useId();
  const units = useQuery(unitsQuery());
  const stock = useQuery(compactStockQuery({ placeType: 'central_kitchen,warehouse' }));
  const expectedQty =
    row.available === null
      ? row.remaining
      : Math.max(0, Math.min(row.remaining - row.uncovered, row.available - row.picked));
  const [qtyText, setQtyText] = useState(formatQuantityInput(fromMicro(Math.round(expectedQty * 1e6))));
  const [remainder, setRemainder] = useState<RemainderChoice>('reason');
  const [reason, setReason] = useState<string | null>('out_of_stock');
  const [substitute, setSubstitute] = useState<CompactItem | null>(null);
  const [substituteText, setSubstituteText] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);

  const qty = parseNonNegative(qtyText);
  const substituteQty = parseNonNegative(substituteText);
  const shares = qty === null ? [] : distributePick(row, qty).shares;
  const kitchenStock = stock.data
    ? new Map(stock.data.rows.filter(({ placeId }) => placeId === kitchen).map((row) => [row.itemId, row]))
    : null;
  const orderUnit = getOrderUnitSymbol(substitute, units.data ?? []);
  const getRule = useSubstitutionRule(row.item.itemId);
  const shortOrders = shares.filter(({ shortMicro }) => shortMicro > 0).map(({ rowLine }) => rowLine.order);
  const excludedBranches = new Set(
    shortOrders.map(({ branch }) => branch).filter((branch) => getRule(branch) === 'never'),
  );
  const isSubstitutionForbidden =
    shortOrders.length > 0 && shortOrders.every(({ branch }) => excludedBranches.has(branch));
  const isQtyValid = qty !== null && qty <= row.remaining;

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    event.stopPropagation();
    setWasSubmitted(true);
    if (qty === null || qty > row.remaining) return;
    if (remainder === 'reason') {
      if (reason === null) return;
      onFound({ qty, rest: { kind: 'reason', reason } });
    } else if (remainder === 'back') onFound({ qty, rest: { kind: 'back' } });
    else {
      if (isSubstitutionForbidden || substitute === null || substituteQty === null || substituteQty === 0)
        return;
      onFound({
        qty,
        rest: { kind: 'substitute', itemId: substitute._id, qty: substituteQty, excludedBranches },
      });
    }
    onClose();
  }

  const renderChoice = (value: RemainderChoice, label: string) => (
    <label className="flex min-h-11 items-center gap-3 rounded-md border px-3 py-2 text-sm has-checked:border-primary has-checked:bg-selected">
      <input
        type="radio"
        name="rest"
        checked={remainder === value}
        onChange={() => setRemainder(value)}
        className="size-4 shrink-0 accent-primary"
      />
      {label}
    </label>
  );

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.title(row.item.itemName)}
        description={t.text(formatAmount(row.remaining, row.unit))}
        footer={
          <Button type="submit" form={formId} variant="primary" size="lg">
            {t.save}
          </Button>
        }
      >
        <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-4">
          <Field
            label={t.found}
            hint={t.foundHint}
            error={wasSubmitted && !isQtyValid ? t.text(formatAmount(row.remaining, row.unit)) : null}
          >
            {(control) => (
              <QuantityInput
                {...control}
                autoFocus
                className="h-11 w-40 text-end text-base"
                text={qtyText}
                onFocus={(event) => event.currentTarget.select()}
                onText={setQtyText}
              />
            )}
          </Field>
          {shares.length > 0 ? (
            <ul aria-label={t.splitByBranch} className="divide-y rounded-md border text-sm">
              {shares.map(({ rowLine, partMicro }) => (
                <li key={rowLine.line.lineId} className="flex justify-between gap-3 px-3 py-2">
                  <span dir="auto" className="min-w-0 truncate">
                    {rowLine.order.branchName}
                  </span>
                  <bdi className="whitespace-nowrap tabular-nums">
                    {t.gets(
                      formatQuantity(fromMicro(partMicro), rowLine.line.unitSymbol),
                      formatAmount(rowLine.remaining, rowLine.line.unitSymbol),
                    )}
                  </bdi>
                </li>
              ))}
            </ul>
          ) : null}
          <fieldset className="flex flex-col gap-2">
            <legend className="pb-1 font-medium text-sm">{t.missingQuantity}</legend>
            {renderChoice('reason', t.reason)}
            {remainder === 'reason' ? (
              <ReasonChoice
                use="forPicking"
                label={t.reasonLabel}
                value={reason}
                isMissing={wasSubmitted && reason === null}
                onChange={setReason}
              />
            ) : null}
            {renderChoice('back', t.back)}
            {renderChoice('substitute', t.substitute)}
            {remainder === 'substitute' ? (
              <SubstituteRules itemId={row.item.itemId} branches={shortOrders} />
            ) : null}
            {remainder === 'substitute' && !isSubstitutionForbidden ? (
              <div className="flex flex-col gap-3">
                <SubstituteChoice
                  itemId={row.item.itemId}
                  chosen={substitute}
                  onChoose={setSubstitute}
                  stock={kitchenStock}
                />
                <Field
                  label={t.substituteQty}
                  hint={orderUnit === '' ? undefined : t.substituteHint(formatUnitName(null, orderUnit))}
                  error={wasSubmitted && (substitute === null || !substituteQty) ? t.substituteMissing : null}
                >
                  {(control) => (
                    <QuantityInput
                      {...control}
                      className="h-11 w-40 text-end text-base"
                      text={substituteText}
                      onText={setSubstituteText}
                    />
                  )}
                </Field>
              </div>
            ) : null}
          </fieldset>
          {remainder === 'reason' && wasSubmitted && reason === null ? (
            <p role="alert" className="text-destructive text-sm">
              {t.reasonMissing}
            </p>
          ) : null}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {onOtherLots ? (
              <Button variant="link" className="px-0" onClick={onOtherLots}>
                {t.otherLots}
              </Button>
            ) : null}
            {remedies}
            <p className="text-muted-foreground text-xs">{t.branchSees}</p>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Parses a quantity of at least 0; null otherwise. */
function parseNonNegative(text: string): number | null {
  const parsed = parseQuantity(text);
  return parsed.kind === 'quantity' && parsed.value >= 0 ? parsed.value : null;
}
