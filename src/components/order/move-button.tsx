import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OrderMove } from '#domain/orders/moves.ts';
import type { OrderVerb } from '#domain/orders/status.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import type { ButtonLook } from '#src/components/ui/button-variants.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { useMedia } from '#src/lib/use-media.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderMessages } from './messages.ts';
import { ReasonDialog } from './reason-dialog.tsx';

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
