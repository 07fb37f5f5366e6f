import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order, OrderLine } from '#contract/orders.ts';
import { movesFor, ruleLine } from '#contract/order-rules.ts';
import { moveCheck } from '#domain/orders/move-checks.ts';
import { orderFiguresQuery } from '#src/collections/orders/queries.ts';
import { notePartiesQuery } from '#src/collections/documents/note-parties.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { compactStockQuery } from '#src/collections/stock/stock.ts';
import { moveOrder, orderKey, succeeded, useOrderActions } from '#src/collections/orders/actions.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { usePendingOn } from '#src/lib/outbox/use-outbox.ts';
import { dismissToasts } from '#src/lib/toast.ts';
import { useUser } from '#src/lib/session/session.ts';
import { DeliveryNote } from '#src/components/order/delivery-note.tsx';
import { lineErrors } from './line-errors.ts';
import { besideOrders, kitchenPlaces } from './live-query.ts';
import { PickList } from './pick-list.tsx';
import { beyondStock, bySection, stockByItem } from './pick-lines.ts';
import { pickedAsApproved, pickedFromStock, withDraft } from './process-draft.ts';
import { ProcessBar } from './process-bar.tsx';
import { ProcessHead } from './process-head.tsx';
import { processMessages } from './process-messages.ts';
import { ProcessNotice } from './process-notice.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { SubstituteDialog } from './substitute-dialog.tsx';
import { useBesideOrders } from './use-beside-orders.ts';
import { useProcessDraft } from './use-process-draft.ts';

interface ProcessSheetProps {
  order: Order;
  /** When it was read (epoch ms). */
  readAt: number;
  next: OrderRow | null;
}

/** One order to pick, check and ship. */
export function ProcessSheet({ order, readAt, next }: ProcessSheetProps) {
  const t = useMessages(processMessages);
  const user = useUser();
  const actions = useOrderActions();
  const draft = useProcessDraft(order, actions);
  const { shown } = draft;
  const sections = useQuery(activeSectionsQuery());
  const stock = useQuery({ ...compactStockQuery(kitchenPlaces), ...besideOrders });
  useBesideOrders(readAt, [stock]);
  const [isShipping, setShipping] = useState(false);
  const isMoving = usePendingOn(orderKey(order._id)).some((entry) => entry.kind === moveOrder.kind);
  const [showsFaults, setShowsFaults] = useState(false);
  const [substituteFor, setSubstituteFor] = useState<OrderLine | null>(null);

  const moves = movesFor(order, user);
  const shipMove = moves.find((move) => move.verb === 'ship') ?? null;
  const faults = moveCheck('ship', shown.items.map(ruleLine));
  const faultsByLine = showsFaults
    ? Object.fromEntries(faults.map(({ field, message }) => [field.split('.')[1] ?? '', message]))
    : {};
  const errors = { ...faultsByLine, ...lineErrors(actions.error, shown.items, draft.lineAt) };
  const inKitchen = stock.data ? stockByItem(stock.data.rows, order.kitchen) : null;
  const parties = useQuery({ ...notePartiesQuery(order._id), enabled: order.deliveryNoteNo !== null });
  const isBlocking = useQuery(orderFiguresQuery(order._id)).data?.negativeStock === 'block';
  const allPicked = withDraft(shown, pickedAsApproved(shown.items));

  function askToShip(): void {
    setShowsFaults(true);
    actions.forgetError();
    if (draft.disputed.length > 0) return window.scrollTo({ top: 0 });
    const first = faults[0]?.field.split('.')[1];
    if (first !== undefined) return focusReason(first);
    // What was said in passing would lie over the question on a phone.
    dismissToasts();
    setShipping(true);
  }

  async function ship(): Promise<void> {
    if (!shipMove) return;
    setShipping(false);
    const isShipped = await succeeded(draft.sendWith((edit) => actions.move(order, shipMove, null, edit)));
    // A second tap of an impatient finger may have asked again meanwhile.
    setShipping(false);
    if (isShipped) window.scrollTo({ top: 0 });
    else void stock.refetch();
  }

  return (
    <>
      <article aria-label={order.orderNo} className="flex flex-col gap-4 print:hidden">
        <ProcessHead
          order={shown}
          draft={draft}
          actions={actions}
          isEditable={shipMove !== null}
          next={next}
        />
        <ProcessNotice
          order={order}
          draft={draft}
          error={actions.error}
          isMoving={isMoving}
          missing={showsFaults ? faults.length : 0}
        />
        <PickList
          shown={shown}
          sections={bySection(shown.items, sections.data ?? [], t.otherSection)}
          stock={inKitchen}
          errors={errors}
          isEditable={shipMove !== null}
          onChange={draft.change}
          onSubstitute={setSubstituteFor}
        />
        {shipMove ? (
          <ProcessBar
            order={shown}
            draft={draft}
            actions={actions}
            missing={isBlocking ? beyondStock(allPicked.items, inKitchen) : null}
            isMoving={isMoving}
            onShip={askToShip}
          />
        ) : null}
      </article>
      <DeliveryNote order={order} parties={parties.data ?? null} />
      <ShipDialog
        order={shown}
        beyond={beyondStock(shown.items, inKitchen)}
        isBlocked={isBlocking}
        onShipWhatIsThere={() =>
          draft.change(pickedFromStock(beyondStock(shown.items, inKitchen), t.reason.usual.outOfStock))
        }
        isOpen={isShipping && shipMove !== null && !isMoving}
        onClose={() => setShipping(false)}
        onConfirm={() => void ship()}
      />
      {substituteFor ? (
        <SubstituteDialog
          order={order}
          line={substituteFor}
          stock={inKitchen}
          actions={actions}
          onClose={() => setSubstituteFor(null)}
        />
      ) : null}
    </>
  );
}

function focusReason(lineId: string): void {
  const line = document.querySelector(`[data-line-reason="${CSS.escape(lineId)}"] select`);
  if (line instanceof HTMLElement) line.focus();
}
