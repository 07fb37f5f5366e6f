import { type FormEvent, useId, useState } from 'react';
import { chargeTargets, type Discrepancy, type ResolveDiscrepancyInput } from '#contract/discrepancies.ts';
import { resolveDiscrepancy } from '#src/collections/discrepancies.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Select, Textarea } from '#src/components/ui/input.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast } from '#src/lib/toast.ts';
import { kitchenMessages } from './messages.ts';
import { isDiscrepancyType, type Resolution, resolutionsFor } from './resolutions.ts';

interface ResolveDialogProps {
  discrepancy: Discrepancy;
  onClose(): void;
}

/** Settles a discrepancy: what became of the goods, what that posts, and who bears the loss. */
export function ResolveDialog({ discrepancy, onClose }: ResolveDialogProps) {
  const t = useMessages(kitchenMessages).reconcile;
  const user = useUser();
  const formId = useId();
  const [chosen, setChosen] = useState<Resolution | null>(null);
  const [missing, setMissing] = useState<'action' | 'chargedTo' | null>(null);
  const resolving = useOutboxMutation(resolveDiscrepancy);
  const { type, itemName, branchName, orderNo } = discrepancy;
  const qty = t.quantity(formatQuantity(discrepancy.qty), discrepancy.unitSymbol);

  async function resolve(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    const form = new FormData(event.currentTarget);
    const target = chargeTargets.find((candidate) => candidate === form.get('chargedTo'));
    if (chosen === null) return setMissing('action');
    if (chosen.effect.charged && !target) return setMissing('chargedTo');
    const note = String(form.get('note') ?? '').trim();
    const input: ResolveDiscrepancyInput = {
      action: chosen.action,
      ...(target ? { chargedTo: target } : {}),
      ...(note ? { note } : {}),
    };
    try {
      await resolving.send({ discrepancy, input });
      toast(t.resolved(itemName));
      onClose();
    } catch {
      // The refusal is shown here, and what was entered stays.
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.title(isDiscrepancyType(type) ? t.types[type] : type, itemName)}
        description={`${qty} · ${t.from(branchName, orderNo)}`}
        footer={
          <>
            <Button onClick={onClose}>{t.back}</Button>
            <Button type="submit" form={formId} variant="primary" disabled={resolving.isPending}>
              {t.confirm}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          onSubmit={(event) => void resolve(event)}
          className="flex flex-col gap-4"
        >
          {resolving.error ? (
            <p role="alert" className="text-destructive text-sm">
              {resolving.error.message}
            </p>
          ) : null}
          <fieldset aria-describedby={missing === 'action' ? `${formId}-missing` : undefined}>
            <legend className="pb-1 font-medium text-sm">{t.what}</legend>
            <div className="flex flex-col divide-y rounded-md border">
              {resolutionsFor(discrepancy, user).map((resolution) => (
                <Choice
                  key={resolution.action}
                  resolution={resolution}
                  qty={qty}
                  isChosen={chosen?.action === resolution.action}
                  onChoose={() => {
                    setChosen(resolution);
                    setMissing(null);
                  }}
                />
              ))}
            </div>
            {missing === 'action' ? (
              <p id={`${formId}-missing`} role="alert" className="pt-1 text-destructive text-xs">
                {t.chooseAction}
              </p>
            ) : null}
          </fieldset>
          {chosen?.effect.charged ? (
            <Field label={t.chargedTo} error={missing === 'chargedTo' ? t.chooseTarget : null}>
              {(control) => (
                <Select {...control} name="chargedTo" defaultValue="" onChange={() => setMissing(null)}>
                  <option value="">{t.chooseTarget}</option>
                  {chargeTargets.map((target) => (
                    <option key={target} value={target}>
                      {t.targets[target]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ) : null}
          <Field label={t.note}>
            {(control) => <Textarea {...control} name="note" maxLength={500} className="min-h-16" />}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface ChoiceProps {
  resolution: Resolution;
  qty: string;
  isChosen: boolean;
  onChoose(): void;
}

function Choice({ resolution: { action, effect }, qty, isChosen, onChoose }: ChoiceProps) {
  const t = useMessages(kitchenMessages).reconcile;
  const { posts } = effect;
  const said: Readonly<Record<string, (qty: string) => string>> = t.posts;
  const words = posts ? (said[`${posts.from} ${posts.to}`]?.(qty) ?? '') : t.posts.nothing();
  return (
    <label className="flex min-h-11 items-start gap-3 px-3 py-2 text-sm hover:bg-accent has-checked:bg-selected">
      <input
        type="radio"
        name="action"
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4 accent-primary"
      />
      <span>
        {t.actions[action]}
        <span className="block text-muted-foreground text-xs">
          {words}
          {effect.followUp ? ` ${t.followUp}` : ''}
        </span>
      </span>
    </label>
  );
}
