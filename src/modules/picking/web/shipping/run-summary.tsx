import { TriangleAlert, Truck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ShipTogetherResult } from '#modules/orders/web/queries/shipping.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { PrintoutsMenu } from '#modules/orders/web/shipping/printouts-menu.tsx';
import { UnshipOrders } from '#modules/orders/web/shipping/unship-orders.tsx';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { shipTogetherMessages } from './messages.ts';
import { parseCrates, type RunDraft } from './run-draft.ts';
import type { RunOrder } from './run-orders.ts';

/** Lists an order's short lines. */
export function ShortLines({ summary, shortCount }: Pick<RunOrder, 'summary' | 'shortCount'>) {
  const t = useMessages(shipTogetherMessages);
  return (
    <span className="text-status-amber text-xs">
      {t.shortHeading(shortCount)}{' '}
      {[...summary.short, ...summary.unshipped]
        .map((line) =>
          t.short(
            line.itemName,
            formatAmount(line.shipped, line.unit),
            formatAmount(line.approved, line.unit),
          ),
        )
        .join(', ')}
    </span>
  );
}

type Crates = RunDraft['crates'];

const countCrates = ({ order }: RunOrder, entered: Crates): number =>
  parseCrates(entered[order._id] ?? order.crates?.toString()) ?? 0;

/** Totals of the selected orders. */
export function RunSummary({ orders, crates }: { orders: readonly RunOrder[]; crates: Crates }) {
  const t = useMessages(shipTogetherMessages);
  const sum = (getValue: (order: RunOrder) => number) =>
    orders.reduce((total, order) => total + getValue(order), 0);
  const shortCount = sum((order) => order.shortCount);
  return (
    <>
      {t.sum(
        orders.length,
        sum(({ lineCount }) => lineCount),
        sum((order) => countCrates(order, crates)),
      )}
      {shortCount > 0 ? <span className="text-status-amber"> · {t.sumShort(shortCount)}</span> : null}
    </>
  );
}

interface ShipConfirmationProps {
  orders: readonly RunOrder[];
  crates: Crates;
  isOpen: boolean;
  onClose(): void;
  onConfirm(): void;
}

/** Confirms the run, summarizing each order. */
export function ShipConfirmation({ orders, crates, isOpen, onClose, onConfirm }: ShipConfirmationProps) {
  const t = useMessages(shipTogetherMessages).confirmation;
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={t.title(orders.length)}
        description={t.text}
        footer={
          <>
            <Button onClick={onClose}>{t.back}</Button>
            <Button variant="primary" onClick={onConfirm}>
              <Truck aria-hidden="true" />
              {t.confirm}
            </Button>
          </>
        }
      >
        <ul className="flex flex-col gap-2 text-sm">
          {orders.map((order) => {
            const crateCount = countCrates(order, crates);
            return (
              <li key={order.order._id}>
                <p className="font-medium">
                  <bdi>{order.order.branchName}</bdi>{' '}
                  <bdi className="font-normal text-muted-foreground">{order.order.orderNo}</bdi>
                </p>
                <p>
                  {order.lineCount === 0
                    ? t.nothing
                    : order.shortCount === 0
                      ? t.complete(order.lineCount)
                      : t.partly(order.lineCount, order.shortCount)}
                  {crateCount > 0 ? ` · ${t.crates(crateCount)}` : ''}
                </p>
                {order.shortCount > 0 ? (
                  <ShortLines summary={order.summary} shortCount={order.shortCount} />
                ) : null}
                {order.unansweredCount > 0 ? (
                  <p className="text-status-amber text-xs">{t.unanswered(order.unansweredCount)}</p>
                ) : null}
              </li>
            );
          })}
        </ul>
      </DialogContent>
    </Dialog>
  );
}

interface ShipResultProps {
  result: ShipTogetherResult;
  /** Called with the IDs of orders that were unshipped. */
  onUnshipped(ids: ReadonlySet<string>): void;
  onClose(): void;
}

/** Result of the run: shipped orders with their documents, and rejected ones with the reason. */
export function ShipResult({ result: { shipped, failed }, onUnshipped, onClose }: ShipResultProps) {
  const t = useMessages(shipTogetherMessages).result;
  const formatError = useErrorMessage();
  const container = useRef<HTMLDivElement>(null);
  // Moves the focus to the result, unless the user is typing.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) container.current?.focus();
  }, []);
  return (
    <div ref={container} role="status" tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {shipped.length > 0 ? (
        <div className="pill-status-green flex flex-wrap items-start gap-x-6 gap-y-3 rounded-md px-3 py-3 text-sm">
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="flex items-center gap-2 font-medium">
              <Truck className="size-4 shrink-0" aria-hidden="true" />
              {t.shipped(shipped.length)}
            </h2>
            <ul className="ps-6">
              {shipped.map(({ _id, orderNo, branchName, deliveryNoteNo, wasAlreadyShipped }) => (
                <li key={_id}>
                  <bdi>{branchName}</bdi> ·{' '}
                  <bdi className="whitespace-nowrap">{deliveryNoteNo ?? orderNo}</bdi>
                  {wasAlreadyShipped ? ` (${t.alreadyShipped})` : ''}
                </li>
              ))}
            </ul>
          </div>
          <div className="flex flex-wrap gap-2">
            <PrintoutsMenu orders={shipped.map(({ _id }) => _id)} />
            <UnshipOrders orders={shipped} onUnshipped={onUnshipped} />
            <Button onClick={onClose}>{t.close}</Button>
          </div>
        </div>
      ) : null}
      {failed.length > 0 ? (
        <div className="pill-status-amber rounded-md px-3 py-3 text-sm">
          <h2 className="flex items-center gap-2 font-medium">
            <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
            {t.failed(failed.length)}
          </h2>
          <ul className="ps-6">
            {failed.map(({ _id, orderNo, branchName, error }) => (
              <li key={_id}>
                <bdi>{branchName}</bdi> · <bdi className="whitespace-nowrap">{orderNo}</bdi>:{' '}
                {formatError(error)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
