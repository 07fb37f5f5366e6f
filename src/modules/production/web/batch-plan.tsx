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
import { unusualQuantity } from '#modules/items/web/unusual.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { productionMessages } from './messages.ts';

interface BatchPlanProps {
  batch: ProductionBatch;
  /** The batch is still planned and the user may change the plan. */
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
 * Planned quantity, day and shift, editable until production starts. Edits stay until saved or discarded,
 * regardless of other users' changes.
 */
export function BatchPlan({ batch, canPlan, isBusy, onSave }: BatchPlanProps) {
  const all = useMessages(productionMessages);
  const t = all.panel.plan;
  /** Values when the form was opened; only fields changed since then are sent. */
  const [original, setOriginal] = useState<Plan | null>(null);
  const [typed, setTyped] = useState<Plan | null>(null);
  const [isMissing, setMissing] = useState(false);
  const open = (plan: Plan | null) => {
    setOriginal(plan);
    setTyped(plan);
    setMissing(false);
  };
  if (original === null || typed === null)
    return canPlan ? (
      <Button
        className="self-start"
        onClick={() => open({ qty: batch.plannedQty, day: batch.plannedFor, shift: batch.shift ?? '' })}
      >
        {t.change}
      </Button>
    ) : null;

  async function save(was: Plan, { qty, day, shift }: Plan): Promise<void> {
    const isIncomplete = qty === null || qty <= 0 || day === '';
    setMissing(isIncomplete);
    if (isIncomplete) return;
    const change: PlanChange = {
      ...(qty === was.qty ? {} : { plannedQty: qty }),
      ...(day === was.day ? {} : { plannedFor: day }),
      ...(shift === was.shift
        ? {}
        : { shift: productionShifts.find((candidate) => candidate === shift) ?? null }),
    };
    if (Object.keys(change).length === 0 || (await onSave(change))) open(null);
  }

  return (
    <section aria-label={t.title} className="flex flex-col gap-3 rounded-md border p-3">
      {isMissing ? (
        <p role="alert" className="text-destructive text-sm">
          {t.missing}
        </p>
      ) : null}
      {canPlan ? null : <p className="text-sm text-status-amber">{t.past}</p>}
      <div data-quantity-grid className="flex flex-wrap items-start gap-3">
        <CellLabel label={all.entry.qty} isField className="w-44">
          <QuantityCell
            label={all.entry.qty}
            value={typed.qty}
            unit={batch.unitSymbol}
            column="plan"
            disabled={!canPlan}
            warn={(qty) => unusualQuantity(qty, [original.qty], batch.unitSymbol)}
            onCommit={(qty) => setTyped({ ...typed, qty })}
          />
        </CellLabel>
        <Field label={all.fields.plannedFor} className="w-44">
          {(control) => (
            <DateInput
              {...control}
              value={typed.day}
              disabled={!canPlan}
              onChange={(event) => setTyped({ ...typed, day: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={all.fields.shift} className="w-36">
          {(control) => (
            <Select
              {...control}
              value={typed.shift}
              disabled={!canPlan}
              onChange={(event) => setTyped({ ...typed, shift: event.currentTarget.value })}
            >
              <option value="">{all.noShift}</option>
              {productionShifts.map((shift) => (
                <option key={shift} value={shift}>
                  {all.shifts[shift]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        {canPlan ? (
          <Button variant="primary" disabled={isBusy} onClick={() => void save(original, typed)}>
            {t.save}
          </Button>
        ) : null}
        <Button disabled={isBusy} onClick={() => open(null)}>
          {t.discard}
        </Button>
      </div>
    </section>
  );
}
