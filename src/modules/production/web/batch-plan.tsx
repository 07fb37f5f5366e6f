import { useState } from 'react';
import type { PatchBatchInput } from '../input.ts';
import type { ProductionBatch } from '../shapes.ts';
import { productionShifts } from '../lifecycle.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { CellLabel } from '#platform/documents/web/entry-parts.tsx';
import { warnUnusualQuantity } from '#modules/items/web/unusual.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { productionMessages } from './messages.ts';

interface BatchPlanProps {
  batch: ProductionBatch;
  /** Whether the batch is still planned and the user may change the plan. */
  canPlan: boolean;
  isBusy: boolean;
  /** Resolves to true once saved. */
  onSave(change: PlanChange): Promise<boolean>;
}

type PlanChange = Pick<PatchBatchInput, 'plannedQty' | 'plannedFor' | 'shift'>;

interface Plan {
  qty: number | null;
  day: string;
  shift: string;
}

/**
 * Planned quantity, day and shift, editable until production starts. Edits are kept until saved or discarded,
 * even if someone else changes the batch.
 */
export function BatchPlan({ batch, canPlan, isBusy, onSave }: BatchPlanProps) {
  const messages = useMessages(productionMessages);
  const t = messages.panel.plan;
  /** Values when the form was opened; only fields changed since then are sent. */
  const [originalPlan, setOriginal] = useState<Plan | null>(null);
  const [editedPlan, setEdited] = useState<Plan | null>(null);
  const [isMissing, setMissing] = useState(false);
  const reset = (plan: Plan | null) => {
    setOriginal(plan);
    setEdited(plan);
    setMissing(false);
  };
  if (originalPlan === null || editedPlan === null)
    return canPlan ? (
      <Button
        className="self-start"
        onClick={() => reset({ qty: batch.plannedQty, day: batch.plannedFor, shift: batch.shift ?? '' })}
      >
        {t.change}
      </Button>
    ) : null;

  async function save(before: Plan, { qty, day, shift }: Plan): Promise<void> {
    const isIncomplete = qty === null || qty <= 0 || day === '';
    setMissing(isIncomplete);
    if (isIncomplete) return;
    const change: PlanChange = {
      ...(qty === before.qty ? {} : { plannedQty: qty }),
      ...(day === before.day ? {} : { plannedFor: day }),
      ...(shift === before.shift
        ? {}
        : { shift: productionShifts.find((candidate) => candidate === shift) ?? null }),
    };
    if (Object.keys(change).length === 0 || (await onSave(change))) reset(null);
  }

  return (
    <section aria-label={t.title} className="flex flex-col gap-3 rounded-md border p-3">
      {isMissing ? (
        <p role="alert" className="text-destructive text-sm">
          {t.missing}
        </p>
      ) : null}
      {canPlan ? null : <p className="text-sm text-status-amber">{t.noLongerPlanned}</p>}
      <div data-quantity-grid className="flex flex-wrap items-start gap-3">
        <CellLabel label={messages.entry.qty} isHeaderField className="w-44">
          <QuantityCell
            label={messages.entry.qty}
            value={editedPlan.qty}
            unit={batch.unitSymbol}
            column="plan"
            disabled={!canPlan}
            warn={(qty) => warnUnusualQuantity(qty, [originalPlan.qty], batch.unitSymbol)}
            onCommit={(qty) => setEdited({ ...editedPlan, qty })}
          />
        </CellLabel>
        <Field label={messages.fields.plannedFor} className="w-44">
          {(control) => (
            <DateInput
              {...control}
              value={editedPlan.day}
              disabled={!canPlan}
              onChange={(event) => setEdited({ ...editedPlan, day: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={messages.fields.shift} className="w-36">
          {(control) => (
            <Select
              {...control}
              value={editedPlan.shift}
              disabled={!canPlan}
              onChange={(event) => setEdited({ ...editedPlan, shift: event.currentTarget.value })}
            >
              <option value="">{messages.noShift}</option>
              {productionShifts.map((shift) => (
                <option key={shift} value={shift}>
                  {messages.shifts[shift]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        {canPlan ? (
          <Button variant="primary" disabled={isBusy} onClick={() => void save(originalPlan, editedPlan)}>
            {t.save}
          </Button>
        ) : null}
        <Button disabled={isBusy} onClick={() => reset(null)}>
          {t.discard}
        </Button>
      </div>
    </section>
  );
}
