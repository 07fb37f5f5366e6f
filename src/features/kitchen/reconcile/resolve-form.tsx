import { type FormEvent, useState } from 'react';
import { chargeTargets, type Discrepancy, type ResolveDiscrepancyInput } from '#contract/discrepancies.ts';
import { resolvedFirst, resolveDiscrepancy } from '#src/collections/documents/discrepancies.ts';
import { Field } from '#src/components/ui/field.tsx';
import { Select, Textarea } from '#src/components/ui/input.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { sayError } from '#src/lib/api/own-words.ts';
import { formatAge } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast } from '#src/lib/toast.ts';
import { reconcileMessages } from './messages.ts';
import { type Resolution, sharedResolutions } from './resolutions.ts';

/** What came of one of them: what somebody else chose first, or why it was not resolved; nothing where it was. */
interface Outcome {
  row: Discrepancy;
  first: Discrepancy | null;
  refusal: string | null;
}

/** One decision for these discrepancies of one type: what is chosen, and what became of each. */
export function useResolve(discrepancies: readonly Discrepancy[], onClose: () => void) {
  const t = useMessages(reconcileMessages);
  const user = useUser();
  const [chosen, setChosen] = useState<Resolution | null>(null);
  const [missing, setMissing] = useState<'action' | 'chargedTo' | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isDone, setDone] = useState(false);
  const resolving = useOutboxMutation(resolveDiscrepancy);
  const isOver = (row: Discrepancy) =>
    outcomes.some((outcome) => outcome.row._id === row._id && outcome.refusal === null);
  const left = discrepancies.filter((row) => !isOver(row));

  async function resolve(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    if (resolving.isPending) return;
    const form = new FormData(event.currentTarget);
    const target = chargeTargets.find((candidate) => candidate === form.get('chargedTo'));
    if (chosen === null) return setMissing('action');
    if (chosen.effect.charged && !target) return setMissing('chargedTo');
    const note = String(form.get('note') ?? '').trim();
    const input: ResolveDiscrepancyInput = {
      action: chosen.move.verb,
      ...(chosen.effect.charged && target ? { chargedTo: target } : {}),
      ...(note ? { note } : {}),
    };
    // Each is a call of its own, with a key of its own: one that is refused holds up none of the others.
    const found = await Promise.all(left.map((row) => outcomeOf(row, input)));
    const failed = found.filter((outcome) => outcome.first !== null || outcome.refusal !== null);
    const done = found.length - failed.length;
    const [one] = discrepancies;
    if (done > 0)
      toast(discrepancies.length === 1 ? t.resolved(one?.itemName ?? '') : t.resolvedSeveral(done));
    setDone(failed.length === 0);
    setOutcomes((known) => [...known.filter(({ refusal }) => refusal === null), ...found]);
    if (failed.length === 0 && outcomes.every(({ first }) => first === null)) onClose();
  }

  async function outcomeOf(row: Discrepancy, input: ResolveDiscrepancyInput): Promise<Outcome> {
    try {
      const answer = await resolving.send({ record: row, input });
      // The same decision, made by somebody else a moment before, is no refusal; but it is theirs.
      const isMine = answer.by === null || answer.by === user._id;
      return { row, first: isMine ? null : answer, refusal: null };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const first = resolvedFirst(error);
      return { row, first, refusal: first ? null : sayError(error) };
    }
  }

  return {
    /** Those that are still to be decided. */
    left,
    outcomes,
    /** Nothing of this person's is on its way or was decided here. */
    isUntouched: !isDone && !resolving.isPending && outcomes.length === 0,
    isPending: resolving.isPending,
    chosen,
    choose(resolution: Resolution): void {
      setChosen(resolution);
      setMissing(null);
    },
    missing,
    forgetMissing: () => setMissing(null),
    resolve,
  };
}

interface ResolveFormProps {
  id: string;
  of: ReturnType<typeof useResolve>;
  /** How much of it, in words. */
  qty: string;
}

/** What became of the goods, what that posts, and who bears the loss. */
export function ResolveForm({ id, of, qty }: ResolveFormProps) {
  const t = useMessages(reconcileMessages);
  const user = useUser();
  const { left, chosen, missing } = of;
  return (
    <form id={id} noValidate onSubmit={(event) => void of.resolve(event)} className="flex flex-col gap-4">
      <fieldset aria-describedby={missing === 'action' ? `${id}-missing` : undefined}>
        <legend className="pb-1 font-medium text-sm">{t.what}</legend>
        <div className="flex flex-col divide-y rounded-md border">
          {sharedResolutions(left, user).map((resolution) => (
            <Choice
              key={resolution.move.verb}
              resolution={resolution}
              qty={qty}
              isChosen={chosen?.move.verb === resolution.move.verb}
              onChoose={() => of.choose(resolution)}
            />
          ))}
        </div>
        {missing === 'action' ? (
          <p id={`${id}-missing`} role="alert" className="pt-1 text-destructive text-xs">
            {t.chooseAction}
          </p>
        ) : null}
      </fieldset>
      {chosen?.effect.charged ? (
        <Field label={t.chargedTo} error={missing === 'chargedTo' ? t.chooseTarget : null}>
          {(control) => (
            <Select {...control} name="chargedTo" defaultValue="" onChange={of.forgetMissing}>
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
  );
}

/** What came of each, where it is not what this person wanted. */
export function Outcomes({ of: { outcomes }, isOne }: { of: ResolveFormProps['of']; isOne: boolean }) {
  const t = useMessages(reconcileMessages);
  if (outcomes.length === 0) return null;
  return (
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
  );
}

function OutcomeText({ outcome: { first, refusal } }: { outcome: Outcome }) {
  const t = useMessages(reconcileMessages);
  if (first) return <SettledText first={first} />;
  if (refusal !== null) return <p className="text-destructive">{refusal}</p>;
  return <p className="text-muted-foreground">{t.isResolved}</p>;
}

/** What somebody else chose first. */
export function SettledText({ first: { byName, action, chargedTo, at, note } }: { first: Discrepancy }) {
  const t = useMessages(reconcileMessages);
  return (
    <>
      <p>{t.settled(byName, wordFor(t.verbs, action) ?? '', wordFor(t.targets, chargedTo), formatAge(at))}</p>
      {note ? (
        <p>
          <bdi>“{note}”</bdi>
        </p>
      ) : null}
      <p className="text-muted-foreground">{t.settledNote}</p>
    </>
  );
}

/** What a code of ours is called; another server's own as it came. */
export function wordFor(words: Readonly<Record<string, string>>, code: string | null): string | null {
  return code === null ? null : (words[code] ?? code);
}

interface ChoiceProps {
  resolution: Resolution;
  qty: string;
  isChosen: boolean;
  onChoose(): void;
}

function Choice({ resolution: { move, effect }, qty, isChosen, onChoose }: ChoiceProps) {
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
        {t.verbs[move.verb]}
        <span className="block text-muted-foreground text-xs">
          {words}
          {effect.followUp ? ` ${t.followUp}` : ''}
        </span>
      </span>
    </label>
  );
}
