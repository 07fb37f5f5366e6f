import { type FormEvent, useId, useState } from 'react';
import { chargeTargets, type Discrepancy, type ResolveDiscrepancyInput } from '#contract/discrepancies.ts';
import { hasFlag, mayRead } from '#domain/permissions.ts';
import { resolvedFirst, resolveDiscrepancy } from '#src/collections/documents/discrepancies.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Select, Textarea } from '#src/components/ui/input.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { formatAge } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast } from '#src/lib/toast.ts';
import { LateAttachments } from '#src/entities/attachment/late-attachments.tsx';
import { reconcileMessages } from './reconcile-messages.ts';
import { isDiscrepancyType, type Resolution, sharedResolutions } from './resolutions.ts';

interface ResolveDialogProps {
  /** As they were when the dialog was opened: one, or several of one type. */
  discrepancies: readonly Discrepancy[];
  /** The one that is open here, where somebody else has resolved it meanwhile. */
  settled?: Discrepancy | null;
  onClose(): void;
}

/** What came of one of them: what somebody else chose first, or why it was not resolved; nothing where it was. */
interface Outcome {
  row: Discrepancy;
  first: Discrepancy | null;
  refusal: string | null;
}

/** Settles discrepancies of one type: what became of the goods, what that posts, and who bears the loss. */
export function ResolveDialog({ discrepancies, settled = null, onClose }: ResolveDialogProps) {
  const t = useMessages(reconcileMessages);
  const user = useUser();
  const formId = useId();
  const money = useMoney();
  const [chosen, setChosen] = useState<Resolution | null>(null);
  const [missing, setMissing] = useState<'action' | 'chargedTo' | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isDone, setDone] = useState(false);
  const resolving = useOutboxMutation(resolveDiscrepancy);
  const isOver = (row: Discrepancy) =>
    outcomes.some((outcome) => outcome.row._id === row._id && outcome.refusal === null);
  const left = discrepancies.filter((row) => !isOver(row));
  const [one] = discrepancies;
  if (!one) return null;
  const isOne = discrepancies.length === 1;
  const qty = isOne ? formatAmount(one.qty, one.unitSymbol) : t.them;
  const value = left.reduce((sum, row) => sum + row.value, 0);
  const type = isDiscrepancyType(one.type) ? t.types[one.type] : one.type;
  const facts = isOne ? [qty, t.from(one.branchName, one.orderNo)] : [];
  if (mayRead(user, 'costs')) facts.push(t.value(money(value)));
  const overtaken = settled && !isDone && !resolving.isPending && outcomes.length === 0 ? settled : null;
  const canResolve = left.length > 0 && overtaken === null;

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
      ...(chosen.effect.charged && target ? { chargedTo: target } : {}),
      ...(note ? { note } : {}),
    };
    // Each is a call of its own, with a key of its own: one that is refused holds up none of the others.
    const found = await Promise.all(left.map((row) => outcomeOf(row, input)));
    const failed = found.filter((outcome) => outcome.first !== null || outcome.refusal !== null);
    const done = found.length - failed.length;
    if (done > 0) toast(isOne ? t.resolved(one?.itemName ?? '') : t.resolvedSeveral(done));
    setDone(failed.length === 0);
    setOutcomes((known) => [...known.filter(({ refusal }) => refusal === null), ...found]);
    if (failed.length === 0 && outcomes.every(({ first }) => first === null)) onClose();
  }

  async function outcomeOf(row: Discrepancy, input: ResolveDiscrepancyInput): Promise<Outcome> {
    try {
      const answer = await resolving.send({ discrepancy: row, input });
      // The same decision, made by somebody else a moment before, is no refusal; but it is theirs.
      const isMine = answer.by === null || answer.by === user._id;
      return { row, first: isMine ? null : answer, refusal: null };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const first = resolvedFirst(error);
      return { row, first, refusal: first ? null : error.message };
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={isOne ? t.title(type, one.itemName) : t.titleOfSeveral(type, discrepancies.length)}
        description={facts.join(' · ')}
        footer={
          canResolve ? (
            <>
              <Button onClick={onClose}>{t.back}</Button>
              <Button type="submit" form={formId} variant="primary" disabled={resolving.isPending}>
                {t.confirm}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>{t.close}</Button>
          )
        }
      >
        {overtaken ? (
          <div role="alert" className="rounded-md border border-status-amber p-3 text-sm">
            <SettledText first={overtaken} />
          </div>
        ) : null}
        {outcomes.length > 0 ? (
          <ul role="alert" aria-label={t.outcomes} className="divide-y rounded-md border text-sm">
            {outcomes.map((outcome) => (
              <li key={outcome.row._id} className="px-3 py-2">
                {isOne ? null : (
                  <p className="font-medium">
                    {outcome.row.itemName} · <bdi>{outcome.row.orderNo}</bdi>
                  </p>
                )}
                <OutcomeText outcome={outcome} />
              </li>
            ))}
          </ul>
        ) : null}
        {isOne && one.orderId !== '' ? (
          <div className="flex flex-wrap gap-2 empty:hidden">
            {[one.orderLine, null].map((lineId) => (
              <LateAttachments
                key={lineId}
                of={{ docType: 'orders', docId: one.orderId, number: one.orderNo }}
                lineId={lineId}
                subject={lineId === null ? one.orderNo : one.itemName}
                canAdd={false}
              />
            ))}
            <LateAttachments
              of={{ docType: 'discrepancies', docId: one._id, number: one.orderNo }}
              subject={type}
              canAdd={canResolve && hasFlag(user, 'canEdit')}
            />
          </div>
        ) : null}
        {canResolve ? (
          <form
            id={formId}
            noValidate
            onSubmit={(event) => void resolve(event)}
            className="flex flex-col gap-4"
          >
            {isOne ? null : (
              <ul className="max-h-40 overflow-y-auto rounded-md border px-3 py-2 text-muted-foreground text-sm">
                {left.map((row) => (
                  <li key={row._id}>
                    {row.itemName} · {formatAmount(row.qty, row.unitSymbol)} · {row.branchName} ·{' '}
                    <bdi>{row.orderNo}</bdi>
                  </li>
                ))}
              </ul>
            )}
            <fieldset aria-describedby={missing === 'action' ? `${formId}-missing` : undefined}>
              <legend className="pb-1 font-medium text-sm">{t.what}</legend>
              <div className="flex flex-col divide-y rounded-md border">
                {sharedResolutions(left, user).map((resolution) => (
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
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function OutcomeText({ outcome: { first, refusal } }: { outcome: Outcome }) {
  const t = useMessages(reconcileMessages);
  if (first) return <SettledText first={first} />;
  if (refusal !== null) return <p className="text-destructive">{refusal}</p>;
  return <p className="text-muted-foreground">{t.isResolved}</p>;
}

/** What somebody else chose first. */
function SettledText({ first: { byName, action, chargedTo, at, note } }: { first: Discrepancy }) {
  const t = useMessages(reconcileMessages);
  const named = (words: Readonly<Record<string, string>>, code: string | null) =>
    code === null ? null : (words[code] ?? code);
  return (
    <>
      <p>{t.settled(byName, named(t.actions, action) ?? '', named(t.targets, chargedTo), formatAge(at))}</p>
      {note ? (
        <p>
          <bdi>“{note}”</bdi>
        </p>
      ) : null}
      <p className="text-muted-foreground">{t.settledNote}</p>
    </>
  );
}

interface ChoiceProps {
  resolution: Resolution;
  qty: string;
  isChosen: boolean;
  onChoose(): void;
}

function Choice({ resolution: { action, effect }, qty, isChosen, onChoose }: ChoiceProps) {
  const t = useMessages(reconcileMessages);
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
