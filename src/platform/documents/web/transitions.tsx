import { Ellipsis, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import type { ButtonStyle } from '#platform/web/ui/button-variants.ts';
import { Button } from '#platform/web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#platform/web/ui/dropdown-menu.tsx';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMedia } from '#platform/web/use-media.ts';
import { ActionConfirmation, type ConfirmationFields } from './action-confirmation.tsx';
import type { DocumentKind, OfferedTransition } from './document-kind.ts';
import { documentMessages } from './messages.ts';
import type { Transitions } from './use-transitions.ts';

/** The parts of a document kind that the buttons use. */
type Kind<M extends OfferedTransition> = Pick<
  DocumentKind<never, M>,
  'primary' | 'requiresConfirmation' | 'destructive' | 'reasonUses' | 'labels'
>;

interface TransitionButtonProps<M extends OfferedTransition> {
  kind: Kind<M>;
  move: Pick<M, 'verb' | 'reason'>;
  /** Subject for the dialog title: a number, or `3 orders`. */
  subject: string;
  /** Makes the transition. `reason` is null if none is required; `form` contains additional fields. */
  onMove(reason: string | null, form: FormData): void;
  fields?: ConfirmationFields | undefined;
  /** Explains why the transition is currently unavailable; null if it is available. */
  disabledReason?: string | null;
  /** Confirmation message, if more specific than the default. */
  question?: string | undefined;
  variant?: ButtonStyle['variant'];
  size?: ButtonStyle['size'];
  /** Label of the button only; the verb's label by default. */
  children?: ReactNode;
  /** Label of the button and its confirmation; defaults to the document kind's label. */
  label?: string | null | undefined;
}

const needsConfirmation = <M extends OfferedTransition>(
  { requiresConfirmation }: Kind<M>,
  move: Pick<M, 'verb' | 'reason'>,
) => move.reason || requiresConfirmation.has(move.verb);

/** Button of one transition, with confirmation and reason if required. */
export function TransitionButton<M extends OfferedTransition>({
  kind,
  move,
  subject,
  onMove,
  disabledReason = null,
  question,
  fields,
  variant,
  size,
  children,
  label,
}: TransitionButtonProps<M>) {
  const { verbs } = useMessages(kind.labels);
  const [isConfirming, setConfirming] = useState(false);
  const asksConfirmation = needsConfirmation(kind, move);
  return (
    <>
      <GuardedButton
        disabledReason={disabledReason}
        variant={variant}
        size={size}
        onClick={() => (asksConfirmation ? setConfirming(true) : onMove(null, new FormData()))}
      >
        {children ?? label ?? verbs[move.verb] ?? move.verb}
      </GuardedButton>
      {isConfirming ? (
        <TransitionConfirmation
          kind={kind}
          move={move}
          subject={subject}
          question={question}
          label={label}
          fields={fields}
          onConfirm={onMove}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
}

interface TransitionButtonsProps<D, M extends OfferedTransition> {
  transitions: Transitions<D, M>;
  /** Transitions to show, in lifecycle order; all available ones by default. */
  moves?: readonly M[];
  /** Returns why a transition is blocked (other than by one in progress), or null. */
  getBlockReason?(move: M): string | null;
  question?(move: M): string | undefined;
  /** Returns the label of a transition; undefined for the default. */
  getLabel?(move: M): string | undefined;
  /** Additional fields of a confirmation. */
  getFields?(move: M): ConfirmationFields | undefined;
  /** Called instead of the plain transition, for additional input or follow-up actions. */
  onMove?(move: M, reason: string | null, form: FormData): void;
  /** Style of secondary transitions. */
  variant?: ButtonStyle['variant'];
}

/**
 * Transition buttons of a document, the primary one last, within thumb reach; on a phone the others are in a
 * menu.
 */
export function TransitionButtons<D, M extends OfferedTransition>({
  transitions: { kind, number, offered, isBusy, make },
  moves = offered,
  getBlockReason,
  question,
  getLabel,
  getFields,
  onMove = (move, reason) => void make(move, reason),
  variant = 'secondary',
}: TransitionButtonsProps<D, M>) {
  const t = useMessages(documentMessages);
  const { verbs } = useMessages(kind.labels);
  const isWide = useMedia('(min-width: 640px)');
  const [pendingMove, setPendingMove] = useState<M | null>(null);
  const isPrimary = ({ verb }: M) => kind.primary.has(verb);
  const getDisabledReason = (move: M) => (isBusy ? t.busy : (getBlockReason?.(move) ?? null));
  const sorted = moves.toSorted((a, b) => Number(isPrimary(a)) - Number(isPrimary(b)));
  const menuMoves = isWide ? [] : sorted.filter((move) => !isPrimary(move));
  const buttonMoves = menuMoves.length > 1 ? sorted.filter(isPrimary) : sorted;
  return (
    <>
      {menuMoves.length > 1 ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon" aria-label={t.otherMoves}>
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start" side="top">
            {menuMoves.map((move) => (
              <DropdownMenuItem
                key={move.verb}
                disabled={getDisabledReason(move) !== null}
                onSelect={() =>
                  needsConfirmation(kind, move) ? setPendingMove(move) : onMove(move, null, new FormData())
                }
              >
                {getLabel?.(move) ?? verbs[move.verb] ?? move.verb}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
      {buttonMoves.map((move) => (
        <TransitionButton
          key={move.verb}
          kind={kind}
          move={move}
          subject={number}
          disabledReason={getDisabledReason(move)}
          question={question?.(move)}
          label={getLabel?.(move)}
          fields={getFields?.(move)}
          variant={isPrimary(move) ? 'primary' : variant}
          onMove={(reason, form) => onMove(move, reason, form)}
        />
      ))}
      {pendingMove ? (
        <TransitionConfirmation
          kind={kind}
          move={pendingMove}
          subject={number}
          question={question?.(pendingMove)}
          label={getLabel?.(pendingMove)}
          fields={getFields?.(pendingMove)}
          onConfirm={(reason, form) => onMove(pendingMove, reason, form)}
          onClose={() => setPendingMove(null)}
        />
      ) : null}
    </>
  );
}

interface TransitionConfirmationProps<M extends OfferedTransition> {
  kind: Kind<M>;
  move: Pick<M, 'verb' | 'reason'>;
  subject: string;
  question: string | undefined;
  label?: string | null | undefined;
  fields?: ConfirmationFields | undefined;
  onConfirm(reason: string | null, form: FormData): void;
  onClose(): void;
}

/** Confirmation of a transition that cannot be undone, with the reason if required. */
export function TransitionConfirmation<M extends OfferedTransition>({
  kind,
  move,
  subject,
  question,
  label: customLabel,
  fields,
  onConfirm,
  onClose,
}: TransitionConfirmationProps<M>) {
  const t = useMessages(documentMessages);
  const { verbs, confirm } = useMessages(kind.labels);
  const verb: M['verb'] = move.verb;
  const label = customLabel ?? verbs[verb] ?? verb;
  const reasonUse = kind.reasonUses?.[verb] === undefined ? 'forMoves' : kind.reasonUses[verb];
  return (
    <ActionConfirmation
      title={t.moveTitle(label, subject)}
      description={question ?? (Object.hasOwn(confirm, verb) ? confirm[verb] : undefined)}
      action={label}
      isDestructive={kind.destructive.has(verb)}
      requiresReason={move.reason}
      reasonUse={reasonUse ?? undefined}
      fields={fields}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

/** The last error; a version conflict has its own message. Renders nothing without an error. */
export function TransitionRefusal({ error }: { error: ApiError | null }) {
  const t = useMessages(documentMessages);
  const errorMessage = useErrorMessage();
  if (error === null) return null;
  const isStale = error.code === 'STALE_VERSION';
  return (
    <p
      role="alert"
      className={`${isStale ? 'pill-status-amber' : 'pill-status-red'} flex items-start gap-2 rounded-md px-3 py-2 text-sm`}
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {isStale ? t.stale : errorMessage(error)}
    </p>
  );
}
