import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Truck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getAvailableTransitions, toRuleLine } from '#modules/orders/order-rules.ts';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { findTransitionErrors } from '#modules/orders/transition-checks.ts';
import { unitsQuery, getWholeUnitIds } from '#modules/units/web/queries/units.ts';
import { notePartiesQuery } from '#modules/documents/web/queries/note-parties.ts';
import {
  moveOrderAction,
  type OrderActions,
  didSucceed,
  useOrderActions,
} from '#modules/orders/web/queries/actions.ts';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import { orderLotsQuery } from '#modules/orders/web/queries/lots.ts';
import { orderFiguresQuery, orderQuery } from '#modules/orders/web/queries/queries.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { activeSectionsQuery } from '#modules/sections/web/queries.ts';
import { compactStockQuery } from '#modules/stock/web/queries/stock.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { NotAvailable, LoadFailed } from '#platform/web/layout/states.tsx';
import { usePrintout } from '#platform/documents/web/printout.tsx';
import { DeliveryNote } from '#modules/orders/web/delivery-note.tsx';
import { ShareBar } from '#modules/orders/web/share-bar.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useConnection } from '#platform/web/api/connection.ts';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { localizeRefusal } from '#modules/master-data/web/localize-refusal.ts';
import { usePendingOn } from '#platform/web/outbox/entries.ts';
import { useUser } from '#platform/web/session/session.ts';
import { dismissToasts, toast, withdrawToasts } from '#platform/web/toast.ts';
import { mapErrorsToLines } from './line-errors.ts';
import { refetchedWithOrders, kitchenPlaces, liveOrder, useRefetchWithOrders } from './live-query.ts';
import {
  findExceedingLines,
  type ExceedingLine,
  groupBySection,
  isPicked,
  indexStockByItem,
} from './pick-lines.ts';
import { LotsDialog } from './lots-dialog.tsx';
import { ProcessPickList } from './process-pick-list.tsx';
import {
  getOrderValues,
  outOfStockReason,
  buildApprovedPicks,
  buildClearedQuantities,
  buildAvailablePicks,
  type ProcessDraft,
  useProcessDraft,
  applyDraft,
} from './process-draft.ts';
import { ProcessHeader, ProcessNotice } from './process-header.tsx';
import { processMessages } from './messages.ts';
import { ShipDialog } from './ship-dialog.tsx';
import { SubstituteDialog } from './substitute-dialog.tsx';

/**
 * Toasts about picks before shipping; dismissed when the order is shipped, because their undo action no
 * longer applies.
 */
const processToasts = 'order-processing';

/** Loads the order being picked. */
export function ProcessOrder({ id, next }: { id: string; next: OrderRecord | null }) {
  const t = useMessages(processMessages).order;
  const order = useQuery({ ...orderQuery(id), ...liveOrder });
  if (order.data) return <ProcessSheet order={order.data} loadedAt={order.dataUpdatedAt} next={next} />;
  if (!order.isError) return <SkeletonRows label={t.loading} rows={10} />;
  if (order.error instanceof ApiError && order.error.status === 404) {
    return <NotAvailable title={t.gone} />;
  }
  return <LoadFailed title={t.failed} error={order.error} onRetry={() => void order.refetch()} />;
}

interface ProcessSheetProps {
  order: Order;
  /** When the order was loaded (epoch ms). */
  loadedAt: number;
  next: OrderRecord | null;
}

/** An order to pick, check and ship. */
function ProcessSheet({ order, loadedAt, next }: ProcessSheetProps) {
  const t = useMessages(processMessages);
  const user = useUser();
  const actions = useOrderActions();
  const draft = useProcessDraft(order, actions);
  const { shown } = draft;
  const sections = useQuery(activeSectionsQuery());
  const stock = useQuery({ ...compactStockQuery(kitchenPlaces), ...refetchedWithOrders });
  const lots = useQuery({ ...orderLotsQuery(order._id), ...refetchedWithOrders });
  useRefetchWithOrders(loadedAt, [stock, lots]);
  const wholeUnits = getWholeUnitIds(useQuery(unitsQuery()).data ?? []);
  const [isShipping, setShipping] = useState(false);
  const isMoving = usePendingOn(getOrderKey(order._id)).some((entry) => entry.kind === moveOrderAction.kind);
  const [showsErrors, setShowsErrors] = useState(false);
  const [substitutedLine, setSubstitutedLine] = useState<OrderLine | null>(null);
  const [lotsLineId, setLotsLineId] = useState<string | null>(null);

  const moves = getAvailableTransitions(order, user);
  const shipMove = moves.find((move) => move.verb === 'ship') ?? null;
  const transitionErrors = findTransitionErrors('ship', shown.items.map(toRuleLine));
  const validationErrors = showsErrors
    ? Object.fromEntries(
        transitionErrors.map(({ field, refusal }) => [field.split('.')[1] ?? '', localizeRefusal(refusal)]),
      )
    : {};
  const errors = { ...validationErrors, ...mapErrorsToLines(actions.error, shown.items, draft.getLineIdAt) };
  const kitchenStock = stock.data ? indexStockByItem(stock.data.rows, order.kitchen) : null;
  const parties = useQuery({ ...notePartiesQuery(order._id), enabled: order.deliveryNoteNo !== null });
  const printNote = usePrintout(
    order.deliveryNoteNo === null ? null : <DeliveryNote order={order} parties={parties.data ?? null} />,
  );
  const blocksNegativeStock = useQuery(orderFiguresQuery(order._id)).data?.negativeStock === 'block';
  const limitingLots = blocksNegativeStock ? (lots.data ?? null) : null;
  const exceedingLines = findExceedingLines(shown.items, kitchenStock, limitingLots);
  const lotsLine = shown.items.find(({ lineId }) => lineId === lotsLineId);
  const pickedOrder = applyDraft(shown, buildApprovedPicks(shown.items));

  function openShipDialog(): void {
    setShowsErrors(true);
    actions.clearError();
    if (draft.conflicts.length > 0) return window.scrollTo({ top: 0 });
    const first = transitionErrors[0]?.field.split('.')[1];
    if (first !== undefined) return focusReason(first);
    // On phones, toasts would cover the dialog.
    dismissToasts();
    setShipping(true);
  }

  async function ship(): Promise<void> {
    if (!shipMove) return;
    withdrawToasts(processToasts);
    setShipping(false);
    const isShipped = await didSucceed(draft.sendWith((edit) => actions.move(order, shipMove, null, edit)));
    // A double tap may have reopened the dialog.
    setShipping(false);
    if (isShipped) window.scrollTo({ top: 0 });
    else void stock.refetch();
  }

  const reloadLots = useEffectEvent(() => void lots.refetch());
  // Refetches lots after an error, which may concern them.
  useEffect(() => {
    if (actions.error !== null) reloadLots();
  }, [actions.error]);

  return (
    <>
      <article aria-label={order.orderNo} className="flex flex-col gap-4">
        <ProcessHeader
          order={shown}
          draft={draft}
          actions={actions}
          isEditable={shipMove !== null}
          next={next}
          onPrint={printNote}
        />
        <ProcessNotice
          order={order}
          draft={draft}
          error={actions.error}
          isMoving={isMoving}
          missingReasonCount={showsErrors ? transitionErrors.length : 0}
        />
        <CellGrid name={`processing.${order._id}`}>
          <ProcessPickList
            shown={shown}
            sections={groupBySection(shown.items, sections.data ?? [], t.otherSection)}
            stock={kitchenStock}
            lots={lots.data ?? null}
            errors={errors}
            isEditable={shipMove !== null}
            onChange={draft.change}
            onSubstitute={setSubstitutedLine}
            onLots={({ lineId }) => setLotsLineId(lineId)}
          />
        </CellGrid>
        {shipMove ? (
          <ProcessBar
            order={shown}
            draft={draft}
            actions={actions}
            exceedingLines={
              blocksNegativeStock ? findExceedingLines(pickedOrder.items, kitchenStock, limitingLots) : null
            }
            isMoving={isMoving}
            onShip={openShipDialog}
          />
        ) : null}
      </article>
      <ShipDialog
        order={shown}
        exceedingLines={exceedingLines}
        isBlocked={blocksNegativeStock}
        lots={lots.data ?? null}
        onShipAvailable={() => draft.change(buildAvailablePicks(exceedingLines, outOfStockReason))}
        isOpen={isShipping && shipMove !== null && !isMoving}
        onClose={() => setShipping(false)}
        onConfirm={() => void ship()}
      />
      {lotsLine && lots.data ? (
        <LotsDialog
          line={lotsLine}
          choices={lots.data.byLine.get(lotsLine.lineId) ?? []}
          day={lots.data.day}
          validThrough={lots.data.validThrough}
          isWhole={wholeUnits.has(lotsLine.unit)}
          onChange={draft.change}
          onClose={() => setLotsLineId(null)}
        />
      ) : null}
      {substitutedLine ? (
        <SubstituteDialog
          order={order}
          line={substitutedLine}
          stock={kitchenStock}
          actions={actions}
          onClose={() => setSubstitutedLine(null)}
        />
      ) : null}
    </>
  );
}

function focusReason(lineId: string): void {
  const line = document.querySelector(`[data-line-reason="${CSS.escape(lineId)}"] select`);
  if (line instanceof HTMLElement) line.focus();
}

interface ProcessBarProps {
  order: Order;
  draft: ProcessDraft;
  actions: OrderActions;
  /** Lines that would go below zero if everything were picked; null if that is allowed. */
  exceedingLines: readonly ExceedingLine[] | null;
  /** Whether a transition is being sent. */
  isMoving: boolean;
  onShip(): void;
}

/** Sticky bar with picking progress, save state and shipping. */
function ProcessBar({ order, draft, actions, exceedingLines, isMoving, onShip }: ProcessBarProps) {
  const t = useMessages(processMessages);
  const pickedCount = order.items.filter(isPicked).length;
  const lineCount = order.items.length;
  const isAllPicked = pickedCount === lineCount;
  /** Current order, for a toast's undo action, which runs later. */
  const latestOrder = useRef(order);
  useEffect(() => {
    latestOrder.current = order;
  }, [order]);

  function pickAll(): void {
    const changes = buildApprovedPicks(order.items, exceedingLines ?? [], outOfStockReason);
    draft.change(changes);
    const undo = () => {
      const current = getOrderValues(latestOrder.current, changes);
      // Quantities that have changed since then are kept.
      const unchanged = Object.keys(changes).filter((key) => current[key] === changes[key]);
      draft.change(Object.fromEntries(unchanged.map((key) => [key, null])));
    };
    const pickedCount = Object.keys(changes).filter((key) => key.endsWith(' pickedQty')).length;
    const shortCount = Object.keys(changes).filter((key) => key.endsWith(' reason')).length;
    toast(t.actions.pickedAll(pickedCount, shortCount), {
      undo: { label: t.actions.undo, run: undo },
      topic: processToasts,
    });
  }

  return (
    <div
      data-foot-bar
      className="sticky bottom-0 z-20 -mx-3 flex flex-col gap-x-3 gap-y-2 lg:flex-row lg:items-center border-t bg-background px-3 py-3 md:-mx-6 md:px-6"
    >
      <div className="flex min-w-0 flex-col lg:flex-1 gap-1">
        <ShareBar done={pickedCount} all={lineCount} label={t.progress(pickedCount, lineCount)} />
        <SaveState draft={draft} actions={actions} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {pickedCount > 0 ? (
          <Button
            variant="ghost"
            className={cn('max-sm:px-2', !isAllPicked && 'max-sm:hidden')}
            onClick={() => draft.change(buildClearedQuantities(order.items))}
          >
            {t.actions.clear}
          </Button>
        ) : null}
        {isAllPicked ? null : (
          <Button
            variant={pickedCount === 0 ? 'primary' : 'secondary'}
            size="lg"
            className="max-sm:px-4"
            onClick={pickAll}
          >
            <CheckCheck className="max-sm:hidden" aria-hidden="true" />
            {t.actions.pickAll}
          </Button>
        )}
        <GuardedButton
          variant={pickedCount === 0 && !isAllPicked ? 'secondary' : 'primary'}
          size="lg"
          className="max-sm:px-4"
          disabledReason={
            isMoving ? t.blocked.pending : isAllPicked ? null : t.blocked.notPicked(lineCount - pickedCount)
          }
          onClick={onShip}
        >
          <Truck className="max-sm:hidden" aria-hidden="true" />
          {t.actions.ship}
        </GuardedButton>
      </div>
    </div>
  );
}

/** The draft's save state; announced to screen readers, because saving is automatic. */
function SaveState({ draft, actions }: { draft: ProcessDraft; actions: OrderActions }) {
  const t = useMessages(processMessages).actions;
  const { isAlive } = useConnection();
  const statusText = draft.isHeld
    ? t.held
    : actions.isPending || draft.hasUnsent
      ? isAlive
        ? t.saving
        : t.queued
      : t.saved;
  return (
    <div className="flex min-h-5 items-center gap-2 text-muted-foreground text-xs">
      <span role="status">{statusText}</span>
      {draft.isHeld && draft.hasUnsent ? (
        <Button variant="link" size="sm" className="h-5 px-0" onClick={() => void draft.save()}>
          {t.saveAgain}
        </Button>
      ) : null}
    </div>
  );
}
