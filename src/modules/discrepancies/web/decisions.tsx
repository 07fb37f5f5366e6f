import { type ResolveDiscrepancyInput } from '../input.ts';
import { chargeTargets } from '../discrepancy-rules.ts';
import type { Discrepancy } from '../shapes.ts';
import { canRead } from '#core/permissions.ts';
import type { DiscrepancyEffect } from '../discrepancy-rules.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Select, Textarea } from '#platform/web/ui/input.tsx';
import { TransitionButton } from '#platform/documents/web/transitions.tsx';
import type { ConfirmationFields } from '#platform/documents/web/action-confirmation.tsx';
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
  /** Reason why nothing can be decided now; null when it can. */
  disabledReason: string | null;
  parties: Parties;
  onDecide(move: DiscrepancyMove, input: ResolveDiscrepancyInput): void;
}

/** The available decisions, each with its effect on stock and value. */
export function Decisions({
  resolutions,
  subject,
  qty,
  value,
  disabledReason,
  parties,
  onDecide,
}: DecisionsProps) {
  const t = useMessages(discrepancyMessages);
  const user = useUser();
  const money = useMoney();
  const valueText = canRead(user, 'costs') ? money(value) : null;
  return (
    <section aria-label={t.resolution}>
      <h3 className="pb-1 font-semibold text-sm">{t.resolution}</h3>
      <ul className="divide-y rounded-md border">
        {resolutions.map(({ move, effect }) => {
          const effectText = describeEffect(t, effect, parties, qty, valueText);
          return (
            <li key={move.verb} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 text-sm">
              <p className="min-w-0 flex-1 basis-52 text-muted-foreground">{effectText}</p>
              <TransitionButton
                kind={discrepancyKind}
                move={move}
                subject={subject}
                question={effectText}
                label={parties.getActionLabel(move.verb)}
                disabledReason={disabledReason}
                fields={buildFields(t, effect, parties)}
                onMove={(_reason, form) => onDecide(move, toInput(move, effect, form))}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Messages = Translation<(typeof discrepancyMessages)['en']>;

/** Describes the effect of a decision on stock, and on value for users who see costs. */
function describeEffect(
  t: Messages,
  { posts, followUp, charged }: DiscrepancyEffect,
  { sender, receiver }: Parties,
  qty: string,
  valueText: string | null,
) {
  const movement = posts ? `${posts.from} ${posts.to}` : 'nothing';
  type Describe = (amount: string, sender: string, receiver: string) => string;
  const stockTexts: Readonly<Record<string, Describe>> = t.stockEffects;
  const valueTexts: Readonly<Record<string, Describe>> = t.valueEffects;
  return [
    stockTexts[movement]?.(qty, sender, receiver),
    valueText === null ? null : valueTexts[posts?.to ?? 'nothing']?.(valueText, sender, receiver),
    followUp ? t.followUp : null,
    charged ? t.chargeHint : null,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Builds the fields of the confirmation: the party that bears the loss, if any, and a note. */
function buildFields(t: Messages, { charged }: DiscrepancyEffect, parties: Parties): ConfirmationFields {
  return {
    missing: (form) => (charged && !readTarget(form) ? ['chargedTo'] : []),
    content: (missing) => (
      <>
        {charged ? (
          <Field label={t.chargedTo} error={missing.has('chargedTo') ? t.chooseTarget : null}>
            {(control) => (
              <Select {...control} name="chargedTo" defaultValue="">
                <option value="">{t.chooseTarget}</option>
                {chargeTargets.map((target) => (
                  <option key={target} value={target}>
                    {parties.getTargetLabel(target)}
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

const readTarget = (form: FormData) => chargeTargets.find((target) => target === form.get('chargedTo'));

function toInput(
  { verb }: DiscrepancyMove,
  { charged }: DiscrepancyEffect,
  form: FormData,
): ResolveDiscrepancyInput {
  const target = readTarget(form);
  const note = String(form.get('note') ?? '').trim();
  return {
    action: verb,
    ...(charged && target ? { chargedTo: target } : {}),
    ...(note ? { note } : {}),
  };
}

/** Shows the decision that another user made first. */
export function EarlierDecision({ discrepancy }: { discrepancy: Discrepancy }) {
  const { resolvedByName, action, chargedTo, resolvedAt, note } = discrepancy;
  const t = useMessages(discrepancyMessages);
  const parties = useParties()(discrepancy);
  return (
    <>
      <p>
        {t.resolvedBy(
          resolvedByName,
          parties.getActionLabel(action) ?? '',
          parties.getTargetLabel(chargedTo),
          formatAge(resolvedAt),
        )}
      </p>
      {note ? (
        <p>
          <bdi>“{note}”</bdi>
        </p>
      ) : null}
      <p className="text-muted-foreground">{t.resolvedByHint}</p>
    </>
  );
}
