import type { EditOrderInput, EditOrderLineInput } from '#modules/orders/input.ts';
import { resolveDiscrepancy } from '#modules/discrepancies/server/resolve.ts';
import { discrepancyStore } from '#modules/discrepancies/server/rows.ts';
import { createOrder } from '#modules/orders/server/create.ts';
import { orderDiscrepancySource } from '#modules/orders/server/discrepancies.ts';
import { editOrder } from '#modules/orders/server/edit.ts';
import { runReplay } from '#platform/documents/server/replay.ts';
import { replayStep } from '#modules/orders/server/replay.ts';
import type { LoadedOrder } from '#modules/orders/server/rows.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { createWastage } from '#modules/wastage/server/service.ts';
import { receiptCheckRules } from './data/items.ts';
import { getShippedPacks } from './plan/order-outcomes.ts';
import type {
  OrderEvent,
  PlannedLine,
  PlannedStep,
  SeedResolution,
  StockEvent,
  PlanEvent,
  WastageEvent,
} from './plan/events.ts';
import { createBatchSteps } from './replay-batches.ts';
import { createCountSteps } from './replay-counts.ts';
import { createPurchaseSteps } from './replay-purchases.ts';
import { createSalesSteps } from './replay-sales.ts';
import { createHoldSteps, createRecallSteps, createTransferSteps } from './replay-transfers.ts';
import { resolveActor, type SeedContext, type SeedStep } from './seed-context.ts';

/**
 * Replays the plan through the application's services in chronological order. An error ends the replay, and
 * the caller's transaction rolls back.
 */
export async function replayPlan(
  context: SeedContext,
  events: readonly PlanEvent[],
  additionalSteps: readonly SeedStep[] = [],
): Promise<void> {
  const steps = [...additionalSteps, ...events.flatMap((event) => createSteps(context, event))];
  for (const step of steps.toSorted((a, b) => a.at - b.at)) await step.run();
}

function createSteps(context: SeedContext, event: PlanEvent): SeedStep[] {
  switch (event.kind) {
    case 'stock':
      return [{ at: event.at, run: () => postUsage(context, event) }];
    case 'purchase':
      return createPurchaseSteps(context, event);
    case 'wastage':
      return [{ at: event.at, run: () => recordWaste(context, event) }];
    case 'order':
      return createOrderSteps(context, event);
    case 'batch':
      return createBatchSteps(context, event);
    case 'count':
      return createCountSteps(context, event);
    case 'transfer':
      return createTransferSteps(context, event);
    case 'sales':
      return createSalesSteps(context, event);
    case 'hold':
      return createHoldSteps(context, event);
    case 'recall':
      return createRecallSteps(context, event);
  }
}

/** Returns the steps of an order, which run separately because other events happen in between. */
function createOrderSteps(context: SeedContext, event: OrderEvent): SeedStep[] {
  let order: LoadedOrder | undefined;
  const getOrder = () => {
    if (!order) throw new Error('A step of an order precedes its creation.');
    return order;
  };
  return [
    { at: event.at, run: async () => void (order = await placeOrder(context, event)) },
    ...event.steps.map((step) => ({ at: step.at, run: () => applyStep(context, event, step, getOrder()) })),
    ...event.resolutions.map((resolution) => ({
      at: resolution.at,
      run: () => resolvePlannedDiscrepancy(context, resolution, getOrder()),
    })),
  ];
}

function placeOrder(context: SeedContext, event: OrderEvent): Promise<LoadedOrder> {
  const { tx, ids } = context;
  return runReplay(tx, resolveActor(context, event.by, event.at), (ctx) =>
    createOrder(ctx, {
      branch: ids.get('branch', event.branch),
      deliveryDate: event.deliveryDate,
      orderType: event.orderType,
      ...(event.notes ? { notes: event.notes } : {}),
      items: event.lines.map(({ item, orderQty, suggestedQty }) => ({
        itemId: ids.get('item', item),
        orderQty,
        suggestedQty,
      })),
    }),
  );
}

async function applyStep(
  context: SeedContext,
  event: OrderEvent,
  step: PlannedStep,
  order: LoadedOrder,
): Promise<void> {
  const { tx } = context;
  const origin = resolveActor(context, step.by, step.at);
  const edit = buildEdit(event, step, order);
  await replayStep(tx, order, { ...origin, to: step.to, ...(edit ? { edit: () => edit } : {}) });
  const isLast = event.steps.at(-1) === step;
  const picked = step.to === 'Under Process' && isLast ? collectLineEdits(event, order, buildPickEdit) : [];
  if (picked.length > 0) await runReplay(tx, origin, (ctx) => editOrder(ctx, order, { items: picked }));
}

/** Returns the edit that precedes a status change: quantities and reasons that differ from the defaults. */
function buildEdit(event: OrderEvent, step: PlannedStep, order: LoadedOrder): EditOrderInput | null {
  if (step.reason !== undefined) return { transitionReason: step.reason };
  if (step.to === 'Sent to Central Kitchen')
    return withItems(collectLineEdits(event, order, buildApprovalEdit));
  if (step.to === 'Received') return withItems(collectLineEdits(event, order, buildReceiptEdit));
  if (step.to !== 'Shipped') return null;
  const { driver, vehicle } = event;
  return {
    ...withItems(collectLineEdits(event, order, buildShipmentEdit)),
    ...(driver && vehicle ? { driver, vehicle } : {}),
  };
}

const withItems = (items: EditOrderLineInput[]): EditOrderInput | null =>
  items.length > 0 ? { items } : null;

type LineEdit = Omit<EditOrderLineInput, 'lineId'>;

function collectLineEdits(
  event: OrderEvent,
  order: LoadedOrder,
  buildLineEdit: (line: PlannedLine) => LineEdit | null,
): EditOrderLineInput[] {
  return event.lines.flatMap((line, index) => {
    const lineEdit = buildLineEdit(line);
    const lineId = order.lines[index]?.lineId;
    return lineEdit && lineId !== undefined ? [{ lineId, ...lineEdit }] : [];
  });
}

const buildApprovalEdit = ({ approvedQty, reason }: PlannedLine): LineEdit | null =>
  approvedQty === undefined ? null : { approvedQty, ...(reason ? { reason } : {}) };

const buildPickEdit = ({ pickedQty }: PlannedLine): LineEdit | null =>
  pickedQty === undefined ? null : { pickedQty };

const buildShipmentEdit = ({ shippedQty, reason }: PlannedLine): LineEdit | null =>
  shippedQty === undefined ? null : { shippedQty, ...(reason ? { reason } : {}) };

function buildReceiptEdit(line: PlannedLine): LineEdit | null {
  const { damagedQty = 0, shortQty = 0, overQty = 0 } = line;
  const check = receiptCheckRules.get(line.item);
  const isClean = damagedQty + shortQty + overQty === 0;
  if (isClean && !check) return null;
  // The seed has no photos; a note describes the result instead.
  const note = line.note ?? (check?.photo ? 'Packs whole, seal unbroken.' : undefined);
  const receivedQty = getShippedPacks(line) + overQty - damagedQty - shortQty;
  return {
    ...(isClean ? {} : { receivedQty, damagedQty, overQty }),
    ...(check ? { temperature: check.typical } : {}),
    ...(note ? { note } : {}),
  };
}

async function resolvePlannedDiscrepancy(
  context: SeedContext,
  resolution: SeedResolution,
  order: LoadedOrder,
): Promise<void> {
  const { tx, ids } = context;
  const { action, chargedTo, note } = resolution;
  const row = await tx
    .selectFrom('discrepancies')
    .select('_id')
    .where('orderId', '=', order.header._id)
    .where('itemId', '=', ids.get('item', resolution.item))
    .executeTakeFirstOrThrow();
  await runReplay(tx, resolveActor(context, resolution.by, resolution.at), async (ctx) => {
    const discrepancy = await discrepancyStore.read(tx, ctx.actor, row._id);
    const input = { action, note, ...(chargedTo ? { chargedTo } : {}) };
    await resolveDiscrepancy(ctx, { order: orderDiscrepancySource }, discrepancy, input, async () => {});
  });
}

/** Posts a branch's usage at average cost. */
async function postUsage(context: SeedContext, event: StockEvent): Promise<void> {
  const { tx, ids } = context;
  const postings = event.lines.map(({ item, qtyMicro }) => ({
    itemId: ids.get('item', item),
    fromPlace: ids.get('branch', event.place),
    toPlace: 'consumption',
    qtyMicro,
    kind: 'consumption' as const,
    docType: 'sales' as const,
    docId: event.number,
    docLineId: `${event.number}/${item}`,
    lot: '',
  }));
  const { by, at } = resolveActor(context, event.by, event.at);
  await postStockChange(tx, { postings }, { userId: by._id, now: at.toISOString(), docNo: event.number });
}

async function recordWaste(context: SeedContext, event: WastageEvent): Promise<void> {
  const { tx, ids } = context;
  await runReplay(tx, resolveActor(context, event.by, event.at), (ctx) =>
    createWastage(ctx, {
      branch: ids.get('branch', event.place),
      item: ids.get('item', event.item),
      qty: event.qtyMicro / 1_000_000,
      reason: event.reason,
    }),
  );
}
