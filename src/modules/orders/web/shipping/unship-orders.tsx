import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { OrderSummary } from '../../shapes.ts';
import { hasFlag } from '#core/permissions.ts';
import { type ShipTogetherResult, unshipTogetherAction } from '../queries/shipping.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { shipmentMessages } from './messages.ts';

type ShippedOrder = Pick<OrderSummary, '_id' | 'orderNo' | 'branchName' | 'version'>;

interface UnshipOrdersProps {
  orders: readonly ShippedOrder[];
  /** Called with the ids of the orders that were unshipped. */
  onUnshipped?(ids: ReadonlySet<string>): void;
}

/**
 * Unships several orders after one confirmation. Each is checked on its own. Orders that stay shipped are
 * listed with the reason. Rendered only for users with permission to unship.
 */
export function UnshipOrders({ orders, onUnshipped }: UnshipOrdersProps) {
  const t = useMessages(shipmentMessages).unship;
  const formatError = useErrorMessage();
  const user = useUser();
  const unshipping = useOutboxMutation(unshipTogetherAction);
  /** Orders in the open dialog, unchanged even if the list changes. */
  const [dialogOrders, setDialogOrders] = useState<readonly ShippedOrder[] | null>(null);
  const [failed, setFailed] = useState<ShipTogetherResult['failed']>([]);
  if (!hasFlag(user, 'canDelete') || (orders.length === 0 && dialogOrders === null)) return null;
  const shownOrders = dialogOrders ?? orders;

  function close(): void {
    setDialogOrders(null);
    setFailed([]);
    unshipping.reset();
  }

  async function unship(): Promise<void> {
    if (unshipping.isPending) return;
    try {
      const result = await unshipping.send({
        orders: shownOrders.map(({ _id, version }) => ({ orderId: _id, version })),
      });
      if (result.unshipped.length > 0) toast(t.done(result.unshipped.length));
      if (result.failed.length === 0) close();
      else setFailed(result.failed);
      onUnshipped?.(new Set(result.unshipped.map(({ _id }) => _id)));
    } catch (error) {
      // Shown in the dialog through `unshipping.error`.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  const isFinished = failed.length > 0;
  return (
    <>
      <Button onClick={() => setDialogOrders(orders)} disabled={orders.length === 0}>
        <Undo2 aria-hidden="true" className="rtl:-scale-x-100" />
        {t.open(shownOrders.length)}
      </Button>
      <Dialog open={dialogOrders !== null} onOpenChange={(open) => (open ? undefined : close())}>
        <DialogContent
          title={isFinished ? t.stillInTransit : t.open(shownOrders.length)}
          {...(isFinished ? {} : { description: t.text })}
          footer={
            isFinished ? (
              <Button onClick={close}>{t.close}</Button>
            ) : (
              <>
                <Button onClick={close}>{t.cancel}</Button>
                <GuardedButton
                  variant="primary"
                  disabledReason={unshipping.isPending ? t.pending : null}
                  onClick={() => void unship()}
                >
                  {t.open(shownOrders.length)}
                </GuardedButton>
              </>
            )
          }
        >
          <ul className="flex flex-col gap-1 text-sm">
            {isFinished
              ? failed.map(({ _id, orderNo, branchName, error }) => (
                  <li key={_id}>
                    <bdi>{branchName}</bdi> · <bdi className="whitespace-nowrap">{orderNo}</bdi>:{' '}
                    {formatError(error)}
                  </li>
                ))
              : shownOrders.map(({ _id, orderNo, branchName }) => (
                  <li key={_id}>
                    <bdi>{branchName}</bdi> · <bdi className="whitespace-nowrap">{orderNo}</bdi>
                  </li>
                ))}
          </ul>
          {unshipping.error ? (
            <p role="alert" className="pt-3 text-destructive text-sm">
              {formatError(unshipping.error)}
            </p>
          ) : null}
        </DialogContent>
      </Dialog>
    </>
  );
}
