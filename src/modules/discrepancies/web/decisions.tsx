import { type ResolveDiscrepancyInput } from '../input.ts';
import { chargeTargets } from '../discrepancy-rules.ts';
import type { Discrepancy } from '../shapes.ts';
import { canRead } from '#core/permissions.ts';
import type { DiscrepancyEffect } from '../discrepancy-rules.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Select, Textarea } from '#platform/web/ui/input.tsx';
import { TransitionButton } from '#platform/documents/web/transitions.tsx';
import type { QuestionFields } from '#platform/documents/web/action-question.tsx';
import { formatAge } from '#platform/web/format/format.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { type DiscrepancyMove, discrepancyKind, type Resolution } from './discrepancy-kind.ts';
import { discrepancyMessages } from './messages.ts';
import { type Parties, useParties } from './parties.ts';

interface DecisionsProps {
  resolutions: readonly Resolution[];
  /** Subject, for the dialog title. */
  subject: string;
  /** Formatted quantity. */
  qty: string;
  /** Value of the quantity. */
  value: number;
  /** Why nothing can be decided now; null when it can. */
  blocked: string | null;
  /** Sender and receiver. */
  parties: Parties;
  onDecide(move: DiscrepancyMove, input: ResolveDiscrepancyInput): void;
}

/** The available decisions, each with its effect on stock and value. */
export function Decisions({ resolutions, subject, qty, value, blocked, parties, onDecide }: DecisionsProps) {
  const t = useMessages(discrepancyMessages);
  const user = useUser();
  const money = useMoney();
  const worth = canRead(user, 'costs') ? money(value) : null;
  return (
    <section aria-label={t.what}>
      <h3 className="pb-1 font-semibold text-sm">{t.what}</h3>
      <ul className="divide-y rounded-md border">
        {resolutions.map(({ move, effect }) => {
          const does = effectWords(t, effect, parties, qty, worth);
          return (
            <li key={move.verb} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 text-sm">
              <p className="min-w-0 flex-1 basis-52 text-muted-foreground">{does}</p>
              <TransitionButton
                kind={discrepancyKind}
                move={move}
                subject={subject}
                question={does}
                word={parties.verb(move.verb)}
                blocked={blocked}
                fields={fieldsOf(t, effect, parties)}
                onMove={(_reason, form) => onDecide(move, inputOf(move, effect, form))}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Words = Translation<(typeof discrepancyMessages)['en']>;

/** Describes the effect of a decision on stock, and on value for users who see costs. */
function effectWords(
  t: Words,
  { posts, followUp, charged }: DiscrepancyEffect,
  { giver, taker }: Parties,
  qty: string,
  worth: string | null,
) {
  const way = posts ? `${posts.from} ${posts.to}` : 'nothing';
  type Say = (what: string, giver: string, taker: string) => string;
  const moves: Readonly<Record<string, Say>> = t.posts;
  const values: Readonly<Record<string, Say>> = t.worth;
  return [
    moves[way]?.(qty, giver, taker),
    worth === null ? null : values[posts?.to ?? 'nothing']?.(worth, giver, taker),
    followUp ? t.followUp : null,
    charged ? t.asksTarget : null,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Fields of the confirmation: who bears the loss, if there is one, and a note. */
function fieldsOf(t: Words, { charged }: DiscrepancyEffect, parties: Parties): QuestionFields {
  return {
    missing: (form) => (charged && !targetIn(form) ? ['chargedTo'] : []),
    content: (missing) => (
      <>
        {charged ? (
          <Field label={t.chargedTo} error={missing.has('chargedTo') ? t.chooseTarget : null}>
            {(control) => (
              <Select {...control} name="chargedTo" defaultValue="">
                <option value="">{t.chooseTarget}</option>
                {chargeTargets.map((target) => (
                  <option key={target} value={target}>
                    {parties.target(target)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        <Field label={t.fields.note}>
          {(control) => <Textarea {...control} name="note" maxLength={500} className="min-h-16" />}
        </Field>
      </>
    ),
  };
}

const targetIn = (form: FormData) => chargeTargets.find((target) => target === form.get('chargedTo'));

function inputOf(
  { verb }: DiscrepancyMove,
  { charged }: DiscrepancyEffect,
  form: FormData,
): ResolveDiscrepancyInput {
  const target = targetIn(form);
  const note = String(form.get('note') ?? '').trim();
  return {
    action: verb,
    ...(charged && target ? { chargedTo: target } : {}),
    ...(note ? { note } : {}),
  };
}

/** Shows the earlier decision of another user. */
export function SettledText({ first }: { first: Discrepancy }) {
  const { byName, action, chargedTo, at, note } = first;
  const t = useMessages(discrepancyMessages);
  const parties = useParties()(first);
  return (
    <>
      <p>{t.settled(byName, parties.verb(action) ?? '', parties.target(chargedTo), formatAge(at))}</p>
      {note ? (
        <p>
          <bdi>“{note}”</bdi>
        </p>
      ) : null}
      <p className="text-muted-foreground">{t.settledNote}</p>
    </>
  );
}
