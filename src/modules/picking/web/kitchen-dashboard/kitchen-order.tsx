import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { toLifecycleInput } from '#modules/orders/order-rules.ts';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { getEditableFields } from '#modules/orders/edits.ts';
import { getOrderParties } from '#modules/orders/parties.ts';
import { hasFlag, canRead } from '#core/permissions.ts';
import { exceedsShownStock } from '#core/stock-rounding.ts';
import { getLineRatio } from '#modules/orders/lines.ts';
import { useOrderActions } from '#modules/orders/web/queries/actions.ts';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import { orderQuery } from '#modules/orders/web/queries/queries.ts';
import { useTimeZone } from '#platform/web/queries/branches.ts';
import { compactStockQuery } from '#modules/stock/web/queries/stock.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { DocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { TransitionButtons, TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { FairShareLink } from '#modules/orders/web/fair-share-link.tsx';
import { LinesTable, type QuantityColumn } from '#modules/orders/web/lines-table.tsx';
import { OrderFacts } from '#modules/orders/web/order-facts.tsx';
import { OrderFlags } from '#modules/orders/web/order-flags.tsx';
import { orderKind } from '#modules/orders/web/order-kind.ts';
import { OrderStages } from '#modules/orders/web/order-stages.tsx';
import { statusMessages } from '#modules/orders/web/status-messages.ts';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { LazyAttachments } from '#modules/attachments/web/lazy-attachments.tsx';
import { cn } from '#platform/web/cn.ts';
import { useEdits } from '#platform/web/drafts/use-edits.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { mapErrorsToLines } from '../processing/line-errors.ts';
import { LineReason } from '../processing/line-reason.tsx';
import { kitchenPlaces, liveOrder } from '../processing/live-query.ts';
import { computeAvailable, indexStockByItem } from '../processing/pick-lines.ts';
import {
  type PickingDraft,
  toOrderEdit,
  getOrderValues,
  getDraftKey,
  applyDraft,
} from '../processing/process-draft.ts';
import { kitchenMessages } from './messages.ts';

/** Side panel for an order, with its own URL. */
export function KitchenOrderPanel({ id, onClose }: { id: string; onClose(): void }) {
  const t = useMessages(kitchenMessages).panel;
  const order = useQuery({ ...orderQuery(id), ...liveOrder });
  return (
    <DocumentPanel query={order} texts={t} onClose={onClose}>
      {(data) => <KitchenOrder key={data._id} order={data} onClose={onClose} />}
    </DocumentPanel>
  );
}

/** An order before picking: lines, available stock and transitions. */
function KitchenOrder({ order, onClose }: { order: Order; onClose(): void }) {
  const t = useMessages(kitchenMessages).panel;
  const { statuses } = useMessages(statusMessages);
  const user = useUser();
  const actions = useOrderActions();
  const stock = useQuery(compactStockQuery(kitchenPlaces));
  const edits = useEdits({
    draftKey: `accept.${order._id}`,
    getFields: (values) => getOrderValues(order, values as PickingDraft),
    version: order.version,
  });
  const draft = edits.mine as PickingDraft;
  const [showsErrors, setShowsErrors] = useState(false);
  const shown = applyDraft(order, draft);
  const lifecycleInput = toLifecycleInput(order);
  const editableLineFields = lifecycleInput
    ? getEditableFields(lifecycleInput.status, getOrderParties(user, lifecycleInput)).lines
    : new Set();
  const isEditable =
    order.status === 'Sent to Central Kitchen' &&
    editableLineFields.has('approvedQty') &&
    hasFlag(user, 'canEdit');
  const kitchenStock = stock.data ? indexStockByItem(stock.data.rows, order.kitchen) : null;
  const errors = mapErrorsToLines(
    actions.error,
    order.items,
    (n) => toOrderEdit(draft).items?.[n]?.lineId ?? null,
  );
  const hasChangedQty = (line: OrderLine) => (line.approvedQty ?? line.orderQty) !== line.orderQty;
  const lacksReason = (line: OrderLine) => hasChangedQty(line) && (line.reason ?? '').trim() === '';
  const change = (changes: PickingDraft) => {
    actions.clearError();
    edits.setValues({ ...draft, ...changes });
  };
  const transitions = useTransitions(orderKind, order, {
    ...actions,
    // Edited quantities are sent only when accepting.
    send: (move, reason) =>
      actions.move(order, move, reason, move.verb === 'accept' ? toOrderEdit(draft) : {}),
  });
  const isInProcess = order.status === 'Under Process';

  return (
    <DocumentSheet
      number={order.orderNo}
      badges={
        <>
          <StatusPill status={order.status} />
          <OrderFlags order={order} />
          {order.branchName} · {formatDay(order.deliveryDate)}
        </>
      }
      outboxKey={getOrderKey(order._id)}
      footer={
        <>
          {order.deliveryNoteNo === null && !isInProcess ? null : (
            <Button asChild variant={isInProcess ? 'primary' : 'secondary'}>
              <Link to="/central-kitchen/order-processing-prep" search={{ order: order._id }}>
                {isInProcess ? null : <Printer aria-hidden="true" />}
                {isInProcess ? t.process : t.printed}
              </Link>
            </Button>
          )}
          <TransitionButtons
            transitions={transitions}
            moves={transitions.offered.filter(({ verb }) => verb !== 'ship' && verb !== 'receive')}
            variant="ghost"
            onMove={(move, reason) => {
              if (move.verb === 'accept' && shown.items.some(lacksReason)) return setShowsErrors(true);
              void transitions.make(move, reason).then((isDone) => {
                if (!isDone) return;
                edits.discard();
                onClose();
              });
            }}
          />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <OrderStages order={order} />
        <TransitionRefusal error={transitions.error} />
        {showsErrors && shown.items.some(lacksReason) ? (
          <p role="alert" className="pill-status-amber rounded-md px-3 py-2 text-sm">
            {t.missingReasons}
          </p>
        ) : null}
        <OrderFacts order={order} showsCosts={canRead(user, 'costs')} timeZone={useTimeZone(order.branch)} />
        <LinesTable
          orderNo={order.orderNo}
          lines={shown.items}
          columns={getColumns(order.status)}
          {...(isEditable
            ? {
                cells: {
                  approvedQty: (line: OrderLine) => (
                    <QuantityCell
                      label={t.approved(line.itemName)}
                      value={line.approvedQty ?? line.orderQty}
                      unit={line.unitSymbol}
                      column="approvedQty"
                      cell={line.lineId}
                      error={errors[line.lineId] ?? null}
                      onCommit={(value) =>
                        change({ [getDraftKey(line.lineId, 'approvedQty')]: value ?? line.orderQty })
                      }
                    />
                  ),
                },
              }
            : {})}
          below={(line) => (
            <LineStock
              line={line}
              kitchen={order.kitchen}
              available={isEditable ? computeAvailable(line, kitchenStock) : null}
            >
              {isEditable && hasChangedQty(line) ? (
                <LineReason
                  line={line}
                  use="forApproval"
                  error={showsErrors && lacksReason(line) ? t.missingReasons : null}
                  onReason={(reason) => change({ [getDraftKey(line.lineId, 'reason')]: reason })}
                />
              ) : null}
            </LineStock>
          )}
        />
        {Object.keys(draft).length > 0 ? <p className="text-muted-foreground text-xs">{t.unsaved}</p> : null}
        {order.shippedAt === null ? null : (
          <LazyAttachments
            document={{ docType: 'orders', docId: order._id, number: order.orderNo }}
            lines={order.items}
            canAdd={false}
            hasTitle
          />
        )}
        <DocumentHistory entries={order.statusHistory} statuses={statuses} />
      </div>
    </DocumentSheet>
  );
}

interface LineStockProps {
  line: OrderLine;
  kitchen: string;
  available: number | null;
  children: React.ReactNode;
}

/** Kitchen stock for a line, highlighted if it is insufficient, above the reason for a changed quantity. */
function LineStock({ line, kitchen, available, children }: LineStockProps) {
  const t = useMessages(kitchenMessages).panel;
  const isScarce =
    available !== null && exceedsShownStock(line.approvedQty ?? line.orderQty, available, getLineRatio(line));
  return (
    <>
      {available === null ? null : (
        <p
          className={cn(
            'flex flex-wrap items-baseline gap-x-3 text-xs tabular-nums',
            isScarce ? 'text-status-amber' : 'text-muted-foreground',
          )}
        >
          {t.available(formatAmount(available, line.unitSymbol))}
          {isScarce ? (
            <FairShareLink kitchen={kitchen} item={{ _id: line.itemId, name: line.itemName }} />
          ) : null}
        </p>
      )}
      {children}
    </>
  );
}

const columnsByStatus: Readonly<Record<string, readonly QuantityColumn[]>> = {
  'Sent to Central Kitchen': ['orderQty', 'approvedQty'],
  'Under Process': ['orderQty', 'approvedQty', 'pickedQty'],
  Shipped: ['orderQty', 'approvedQty', 'shippedQty'],
  Received: ['shippedQty', 'receivedQty', 'damagedQty', 'shortQty', 'overQty'],
};

/** Returns the quantity columns shown to the kitchen for a status. */
function getColumns(status: string): readonly QuantityColumn[] {
  return columnsByStatus[status] ?? ['orderQty', 'approvedQty'];
}
