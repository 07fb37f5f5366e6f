import { Ellipsis } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { OrderMove } from '#domain/orders/moves.ts';
import type { OrderVerb } from '#domain/orders/status.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import type { ButtonLook } from '#src/components/ui/button-variants.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Textarea } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useReasons } from '#src/lib/reasons.ts';
import { useMedia } from '#src/lib/use-media.ts';
import { orderMessages } from './messages.ts';

interface MoveButtonProps {
  move: Pick<OrderMove, 'verb' | 'reason'>;
  /** What the move is about, for the title of its question: an order number, or `3 orders`. */
  subject: string;
  /** Makes the move. `reason` is null for moves that ask for none. */
  onMove(reason: string | null): void;
  /** Why it cannot be done now; null when it can. */
  blocked?: string | null;
  variant?: ButtonLook['variant'];
  size?: ButtonLook['size'];
  /** Instead of the verb's own words. */
  children?: ReactNode;
}

/** Moves that cannot be undone by the same person are asked about first, with or without a reason. */
const questioned: ReadonlySet<OrderVerb> = new Set(['cancel', 'reject', 'send back', 'un-ship']);
const wantsAnswer = (move: Pick<OrderMove, 'verb' | 'reason'>) => move.reason || questioned.has(move.verb);

/** One move of an order as a button; asks for the reason where the move wants one. */
export function MoveButton({
  move,
  subject,
  onMove,
  blocked = null,
  variant,
  size,
  children,
}: MoveButtonProps) {
  const t = useMessages(orderMessages);
  const [isAsking, setAsking] = useState(false);
  const needsAnswer = wantsAnswer(move);
  return (
    <>
      <GuardedButton
        blocked={blocked}
        variant={variant}
        size={size}
        onClick={() => (needsAnswer ? setAsking(true) : onMove(null))}
      >
        {children ?? t.verbs[move.verb]}
      </GuardedButton>
      {needsAnswer ? (
        <Dialog open={isAsking} onOpenChange={setAsking}>
          <ReasonDialog
            move={move}
            subject={subject}
            onAnswer={(reason) => {
              setAsking(false);
              onMove(reason);
            }}
            onBack={() => setAsking(false)}
          />
        </Dialog>
      ) : null}
    </>
  );
}

interface MoveButtonsProps {
  /** The one that people came for stands last. */
  moves: readonly OrderMove[];
  isPrimary(move: OrderMove): boolean;
  subject: string;
  blockedBy(move: OrderMove): string | null;
  onMove(move: OrderMove, reason: string | null): void;
}

/** The moves of an order side by side; on a phone the primary one, and the others in a menu beside it. */
export function MoveButtons({ moves, isPrimary, subject, blockedBy, onMove }: MoveButtonsProps) {
  const t = useMessages(orderMessages);
  const isWide = useMedia('(min-width: 640px)');
  const [asked, setAsked] = useState<OrderMove | null>(null);
  const others = isWide ? [] : moves.filter((move) => !isPrimary(move));
  const shown = others.length > 1 ? moves.filter(isPrimary) : moves;
  return (
    <>
      {others.length > 1 ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon" aria-label={t.otherMoves}>
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start" side="top">
            {others.map((move) => (
              <DropdownMenuItem
                key={move.verb}
                disabled={blockedBy(move) !== null}
                onSelect={() => (wantsAnswer(move) ? setAsked(move) : onMove(move, null))}
              >
                {t.verbs[move.verb]}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
      {shown.map((move) => (
        <MoveButton
          key={move.verb}
          move={move}
          subject={subject}
          blocked={blockedBy(move)}
          variant={isPrimary(move) ? 'primary' : 'secondary'}
          onMove={(reason) => onMove(move, reason)}
        />
      ))}
      {asked ? (
        <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : setAsked(null))}>
          <ReasonDialog
            move={asked}
            subject={subject}
            onAnswer={(reason) => {
              setAsked(null);
              onMove(asked, reason);
            }}
            onBack={() => setAsked(null)}
          />
        </Dialog>
      ) : null}
    </>
  );
}

interface ReasonDialogProps {
  move: Pick<OrderMove, 'verb' | 'reason'>;
  subject: string;
  onAnswer(reason: string | null): void;
  onBack(): void;
}

const destructive: ReadonlySet<OrderVerb> = new Set(['cancel', 'reject']);

/** Asks before a move that cannot be undone; for the reason, too, where the move wants one. */
function ReasonDialog({ move, subject, onAnswer, onBack }: ReasonDialogProps) {
  const t = useMessages(orderMessages);
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { verb } = move;
  const explanation = textFor(t.confirm, verb);
  const common = useReasons().filter(
    ({ isActive, asksNote, uses }) => isActive && !asksNote && uses.includes('forMoves'),
  );

  function answer(event: FormEvent): void {
    event.preventDefault();
    // The dialog's markup is a child of the screen's, and so would its submit be.
    event.stopPropagation();
    const text = reason.trim();
    if (move.reason && text === '') setMissing(true);
    else onAnswer(move.reason ? text : null);
  }

  return (
    <DialogContent
      title={t.moveTitle(t.verbs[verb], subject)}
      description={explanation}
      onOpenAutoFocus={(event) => {
        const field = document.getElementById(formId)?.querySelector('textarea');
        if (!field) return;
        event.preventDefault();
        field.focus();
      }}
      footer={
        <>
          <Button onClick={onBack}>{t.back}</Button>
          <Button type="submit" form={formId} variant={destructive.has(verb) ? 'destructive' : 'primary'}>
            {t.verbs[verb]}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={answer} className="flex flex-col gap-3">
        {move.reason ? (
          <>
            <Field
              label={t.reason}
              hint={t.reasonHint}
              error={isMissing && reason.trim() === '' ? t.reasonMissing : null}
            >
              {(control) => (
                <Textarea
                  {...control}
                  value={reason}
                  maxLength={500}
                  onChange={(event) => setReason(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) answer(event);
                  }}
                />
              )}
            </Field>
            <div className="flex flex-wrap gap-2">
              {common.map(({ code, name }) => (
                <Button key={code} size="sm" onClick={() => setReason(name)}>
                  {name}
                </Button>
              ))}
            </div>
          </>
        ) : null}
      </form>
    </DialogContent>
  );
}

/** Not every verb has a text of its own. */
function textFor<T extends object>(texts: T, verb: OrderVerb): T[keyof T] | undefined {
  return Object.hasOwn(texts, verb) ? texts[verb as unknown as keyof T] : undefined;
}
