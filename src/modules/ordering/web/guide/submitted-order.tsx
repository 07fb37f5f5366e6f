import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { CreateOrderInput } from '#modules/orders/input.ts';
import { readId, unwrapDocument } from '#platform/shapes/tolerant.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { createOrderAction, moveOrderAction } from '#modules/orders/web/queries/actions.ts';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import { SendState } from '#platform/documents/web/send-state.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { formatDay, formatQuantity } from '#platform/web/format/format.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { isLocalId, type OutboxEntry } from '#platform/web/outbox/entry.ts';
import { discardEntry } from '#platform/web/outbox/outbox.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { useEntryErrorMessage } from '#platform/web/outbox/entry-error-message.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toEventDraft, eventDrafts } from '../event/event-draft.ts';
import { OrderSheetPanel } from '../sheet/order-sheet.tsx';
import { orderPanelMessages } from '../sheet/messages.ts';
import { createOrderDraft, type OrderDraft, indexGuideRows } from './draft.ts';
import type { GuideRow, GuideSection } from './guide-rows.ts';

interface SubmittedOrderProps {
  /** The order's id, or its local id until the server responds. */
  id: string;
  error: ApiError | null;
  draftEditor: OrderDraft;
  /** The guide, for the item names of a pending order. */
  guide: readonly GuideSection[];
  /** Time zone of the branch. */
  timeZone: string;
  /** Shows a different order; undefined closes the panel. */
  onShow(id: string | undefined): void;
}

/** Result of a submitted order: pending, rejected or created. */
export function SubmittedOrder({ id, error, onShow, ...pending }: SubmittedOrderProps) {
  const close = () => onShow(undefined);
  if (!isLocalId(id)) return <OrderSheetPanel id={id} error={error} onClose={close} />;
  return <PendingOrder localId={id} onShow={onShow} {...pending} />;
}

function PendingOrder({
  localId,
  draftEditor,
  guide,
  timeZone,
  onShow,
}: Omit<SubmittedOrderProps, 'id' | 'error'> & { localId: string }) {
  const t = useMessages(orderPanelMessages);
  const entryErrorMessage = useEntryErrorMessage();
  const navigate = useNavigate();
  const userId = useUser()._id;
  const outbox = useOutbox();
  const isSubmitted = outbox.some(
    ({ kind, documentKey }) => kind === moveOrderAction.kind && documentKey === getOrderKey(localId),
  );
  const entry = outbox.find(
    (other) => other.kind === createOrderAction.kind && other.documentKey === getOrderKey(localId),
  );
  const id = entry?.state === 'sent' ? readId(unwrapDocument(entry.response)) : null;
  const show = useEffectEvent(onShow);
  useEffect(() => {
    if (id !== null) show(id);
  }, [id]);

  async function editInGuide(entry: OutboxEntry): Promise<void> {
    const input = entry.body as CreateOrderInput;
    if (input.occasion !== undefined) {
      const branch = input.branch ?? '';
      eventDrafts.open(userId, branch).set(toEventDraft(input, timeZone));
      await discardEntry(entry.id);
      void navigate({ to: '/branch-order/create-order', search: { branch, event: true }, replace: true });
      return;
    }
    const lines = input.items.map(
      ({ itemId, orderQty, note }) => [itemId, { qty: orderQty, note: note ?? '', isFilled: false }] as const,
    );
    draftEditor.restore({
      ...createOrderDraft(),
      deliveryDate: input.deliveryDate,
      orderType: input.orderType ?? 'Regular',
      notes: input.notes ?? '',
      lines: Object.fromEntries(lines),
    });
    await discardEntry(entry.id);
    onShow(undefined);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onShow(undefined))}>
      <SheetContent
        title={
          entry
            ? t.pendingTitle(formatDay((entry.body as CreateOrderInput | null)?.deliveryDate))
            : t.onItsWay
        }
        footer={
          entry?.state === 'needs-attention' ? (
            <>
              <Button onClick={() => void discardEntry(entry.id).then(() => onShow(undefined))}>
                {t.discard}
              </Button>
              <Button variant="primary" onClick={() => void editInGuide(entry)}>
                {t.backToGuide}
              </Button>
            </>
          ) : (
            <Button onClick={() => onShow(undefined)}>{t.newOrder}</Button>
          )
        }
      >
        {entry ? (
          <div className="flex flex-col items-start gap-3" role="status">
            <SendState state={entry.state} />
            {entry.state === 'needs-attention' ? (
              <p className="text-sm">
                {t.refusedText} {entry.lastError ? entryErrorMessage(entry.lastError) : null}
              </p>
            ) : (
              <p className="text-muted-foreground text-sm">
                {t.pendingText} {isSubmitted ? t.next['Under Review'] : null}
              </p>
            )}
            {entry.body ? (
              <PendingLines input={entry.body as CreateOrderInput} rowById={indexGuideRows(guide)} />
            ) : null}
          </div>
        ) : (
          <SkeletonRows rows={3} label={t.loading} />
        )}
      </SheetContent>
    </Dialog>
  );
}

interface PendingLinesProps {
  input: CreateOrderInput;
  rowById: ReadonlyMap<string, GuideRow>;
}

/** Lines of a pending order, as they were entered. */
function PendingLines({ input, rowById }: PendingLinesProps) {
  // An event order may contain items that aren't in the guide.
  const items = useQuery(compactItemsQuery());
  return (
    <ul className="w-full divide-y rounded-lg border text-sm">
      {input.items.map(({ itemId, orderQty, note }) => {
        const item = rowById.get(itemId)?.item;
        return (
          <li key={itemId} className="flex items-baseline gap-3 px-3 py-2">
            <span className="min-w-0 flex-1">
              {item?.itemName ?? items.data?.find(({ _id }) => _id === itemId)?.name ?? itemId}
              {note ? (
                <span className="block text-muted-foreground text-xs">
                  <bdi>“{note}”</bdi>
                </span>
              ) : null}
            </span>
            <bdi className="whitespace-nowrap tabular-nums">
              {formatQuantity(orderQty, item?.unitSymbol)}{' '}
              <span className="text-muted-foreground text-xs">
                {item ? formatUnitName(orderQty, item.unitSymbol) : null}
              </span>
            </bdi>
          </li>
        );
      })}
    </ul>
  );
}
