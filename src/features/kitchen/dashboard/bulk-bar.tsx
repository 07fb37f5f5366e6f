import { X } from 'lucide-react';
import type { OrderMove } from '#domain/orders/moves.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { MoveButton } from '#src/components/order/move-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { kitchenMessages } from './messages.ts';

interface BulkBarProps {
  orders: readonly OrderRow[];
  /** The moves that any of them can make. */
  moves: readonly OrderMove[];
  onDecide(move: OrderMove, reason: string | null): void;
  onClear(): void;
}

/** What can be done with all selected orders at once; there only while some are. */
export function BulkBar({ orders, moves, onDecide, onClear }: BulkBarProps) {
  const t = useMessages(kitchenMessages);
  if (orders.length === 0) return null;
  const accept = moves.find((move) => move.verb === 'accept');
  const reject = moves.find((move) => move.verb === 'reject');
  const count = orders.length;
  return (
    <div
      role="group"
      aria-label={t.accept.selected(count)}
      data-foot-bar
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-lg border bg-popover p-2 ps-4 shadow-float"
    >
      <span className="flex-1 text-sm">{t.accept.selected(count)}</span>
      {reject ? (
        <MoveButton
          move={reject}
          subject={t.orders(count)}
          variant="ghost"
          onMove={(reason) => onDecide(reject, reason)}
        >
          {t.accept.rejectSelected(count)}
        </MoveButton>
      ) : null}
      {accept ? (
        <MoveButton
          move={accept}
          subject={t.orders(count)}
          variant="primary"
          onMove={() => onDecide(accept, null)}
        >
          {t.accept.acceptSelected(count)}
        </MoveButton>
      ) : null}
      <Button variant="ghost" size="icon" aria-label={t.accept.clear} onClick={onClear}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
