import { useState } from 'react';
import type { OrderStatus } from '#modules/orders/status.ts';
import { moveOrderAction } from '#modules/orders/web/queries/actions.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { submissionMessages } from './messages.ts';

interface SubmissionBarProps {
  orders: readonly OrderRecord[];
  /** The selected orders for which the user can take the next step. */
  movable: readonly OrderRecord[];
  /** Target status: under review for drafts, sent to the kitchen for orders under review. */
  to: Extract<OrderStatus, 'Under Review' | 'Sent to Central Kitchen'>;
  onRefused(id: string, message: string): void;
  onClear(): void;
}

/** Bulk action for the selected orders. */
export function SubmissionBar({ orders, movable, to, onRefused, onClear }: SubmissionBarProps) {
  const t = useMessages(submissionMessages);
  const moves = useOutboxMutation(moveOrderAction);
  const [isBusy, setBusy] = useState(false);
  const count = movable.length;

  async function moveAll(): Promise<void> {
    setBusy(true);
    toast(t.bulkDone(count));
    onClear();
    const outcomes = await Promise.all(
      movable.map((order) =>
        moves.send({ order, to }).then(
          () => true,
          (error: unknown) => {
            onRefused(order._id, getErrorMessage(error, String(error)));
            return false;
          },
        ),
      ),
    );
    setBusy(false);
    const refusedCount = outcomes.filter((isDone) => !isDone).length;
    if (refusedCount > 0) toastError(t.bulkRefused(refusedCount));
  }

  if (orders.length === 0) return null;
  return (
    <div
      role="region"
      aria-label={t.selected(orders.length)}
      data-foot-bar
      className="sticky bottom-0 z-20 -mx-3 mt-auto -mb-3 flex flex-wrap items-center gap-2 border-t bg-background px-3 py-2.5 md:-mx-6 md:-mb-6 md:px-6"
    >
      <p className="flex-1 text-sm" role="status">
        {t.selected(orders.length)}
      </p>
      <Button variant="ghost" onClick={onClear}>
        {t.clearSelection}
      </Button>
      <GuardedButton
        variant="primary"
        disabledReason={isBusy || count === 0 ? t.notAllowed : null}
        onClick={() => void moveAll()}
      >
        {to === 'Under Review' ? t.bulkSubmit(count) : t.bulkSend(count)}
      </GuardedButton>
    </div>
  );
}
