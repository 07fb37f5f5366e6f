import { type ReactNode, useState } from 'react';
import type { OrderMove, OrderVerb } from '#domain/orders/moves.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import type { ButtonLook } from '#src/components/ui/button-variants.ts';
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
const asked: ReadonlySet<OrderVerb> = new Set(['cancel', 'reject', 'send back', 'un-ship']);

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
  const needsAnswer = move.reason || asked.has(move.verb);
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
