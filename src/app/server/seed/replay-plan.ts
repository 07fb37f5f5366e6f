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
import { arrivalChecks } from './data/items.ts';
import { shippedPacks } from './plan/order-outcomes.ts';
import type {
  OrderEvent,
  PlannedLine,
  PlannedStep,
  SeedResolution,
  StockEvent,
  StoryEvent,
  WastageEvent,
} from './plan/events.ts';
import { batchSteps } from './replay-batches.ts';
import { countSteps } from './replay-counts.ts';
import { purchaseSteps } from './replay-purchases.ts';
import { salesSteps } from './replay-sales.ts';
import { holdSteps, recallSteps, transferSteps } from './replay-transfers.ts';
import { resolveActor, type SeedContext, type SeedStep } from './seed-context.ts';

/**
 * Replays the plan through the application's services in order of time. A refusal ends the replay, and the
 * caller's transaction rolls back.
 */
export async function replayPlan(
  context: SeedContext,
  events: readonly StoryEvent[],
  others: readonly SeedStep[] = [],
): Promise<void> {
  const steps = [...others, ...events.flatMap((event) => stepsOf(context, event))];
  for (const step of steps.toSorted((a, b) => a.at - b.at)) await step.run();
}

function stepsOf(context: SeedContext, event: StoryEvent): SeedStep[] {
  switch (event.kind) {
    case 'stock':
      return [{ at: event.at, run: () => move(context, event) }];
    case 'purchase':
      return purchaseSteps(context, event);
    case 'wastage':
      return [{ at: event.at, run: () => waste(context, event) }];
    case 'order':
      return orderSteps(context, event);
    case 'batch':
      return batchSteps(context, event);
    case 'count':
      return countSteps(context, event);
    case 'transfer':
      return transferSteps(context, event);
    case 'sales':
      return salesSteps(context, event);
    case 'hold':
      return holdSteps(context, event);
    case 'recall':
      return recallSteps(context, event);
  }
}

/** Returns the steps of an order, which run separately because other events happen in between. */
function orderSteps(context: SeedContext, event: OrderEvent): SeedStep[] {
  let order: LoadedOrder | undefined;
  const createdOrder = () => {
    if (!order) throw new Error('A step of an order came before the order.');
    return order;
  };
  return [
    { at: event.at, run: async () => void (order = await create(context, event)) },
    ...event.steps.map((step) => ({ at: step.at, run: () => advance(context, event, step, createdOrder()) })),
    ...event.resolutions.map((resolution) => ({
      at: resolution.at,
      run: () => resolve(context, resolution, createdOrder()),
    })),
  ];
}

function create(context: SeedContext, event: OrderEvent): Promise<LoadedOrder> {
  const { tx, ids } = context;
  return runReplay(tx, resolveActor(context, event.by, event.at), (ctx) =>
    createOrder(ctx, {
      branch: ids.existing('branch', event.branch),
      deliveryDate: event.deliveryDate,
      orderType: event.orderType,
      ...(event.notes ? { notes: event.notes } : {}),
      items: event.lines.map(({ item, orderQty, suggestedQty }) => ({
        itemId: ids.existing('item', item),
        orderQty,
        suggestedQty,
      })),
    }),
  );
}

async function advance(
  context: SeedContext,
  event: OrderEvent,
  step: PlannedStep,
  order: LoadedOrder,
): Promise<void> {
  const { tx } = context;
  const moment = resolveActor(context, step.by, step.at);
  const edit = editFor(event, step, order);
  await replayStep(tx, order, { ...moment, to: step.to, ...(edit ? { edit: () => edit } : {}) });
  const isLast = event.steps.at(-1) === step;
  const picked = step.to === 'Under Process' && isLast ? linesWith(event, order, pickedSoFar) : [];
  if (picked.length > 0) await runReplay(tx, moment, (ctx) => editOrder(ctx, order, { items: picked }));
}

/** Returns the edit before a status: quantities and reasons that differ from the defaults. */
function editFor(event: OrderEvent, step: PlannedStep, order: LoadedOrder): EditOrderInput | null {
  if (step.reason !== undefined) return { transitionReason: step.reason };
  if (step.to === 'Sent to Central Kitchen') return withItems(linesWith(event, order, approval));
  if (step.to === 'Received') return withItems(linesWith(event, order, unloading));
  if (step.to !== 'Shipped') return null;
  const { driver, vehicle } = event;
  return {
    ...withItems(linesWith(event, order, shipment)),
    ...(driver && vehicle ? { driver, vehicle } : {}),
  };
}

const withItems = (items: EditOrderLineInput[]): EditOrderInput | null =>
  items.length > 0 ? { items } : null;

type LineEdit = Omit<EditOrderLineInput, 'lineId'>;

function linesWith(
  event: OrderEvent,
  order: LoadedOrder,
  edit: (line: PlannedLine) => LineEdit | null,
): EditOrderLineInput[] {
  return event.lines.flatMap((line, at) => {
    const changed = edit(line);
    const lineId = order.lines[at]?.lineId;
    return changed && lineId !== undefined ? [{ lineId, ...changed }] : [];
  });
}

const approval = ({ approvedQty, reason }: PlannedLine): LineEdit | null =>
  approvedQty === undefined ? null : { approvedQty, ...(reason ? { reason } : {}) };

const pickedSoFar = ({ pickedQty }: PlannedLine): LineEdit | null =>
  pickedQty === undefined ? null : { pickedQty };

const shipment = ({ shippedQty, reason }: PlannedLine): LineEdit | null =>
  shippedQty === undefined ? null : { shippedQty, ...(reason ? { reason } : {}) };

function unloading(line: PlannedLine): LineEdit | null {
  const { damagedQty = 0, shortQty = 0, overQty = 0 } = line;
  const check = arrivalChecks.get(line.item);
  const isClean = damagedQty + shortQty + overQty === 0;
  if (isClean && !check) return null;
  // Historical photos are not stored: a note describes the result instead.
  const note = line.note ?? (check?.photo ? 'Packs whole, seal unbroken.' : undefined);
  const receivedQty = shippedPacks(line) + overQty - damagedQty - shortQty;
  return {
    ...(isClean ? {} : { receivedQty, damagedQty, overQty }),
    ...(check ? { temperature: check.usual } : {}),
    ...(note ? { note } : {}),
  };
}

async function resolve(context: SeedContext, resolution: SeedResolution, order: LoadedOrder): Promise<void> {
  const { tx, ids } = context;
  const { action, chargedTo, note } = resolution;
  const found = await tx
    .selectFrom('discrepancies')
    .select('_id')
    .where('orderId', '=', order.head._id)
    .where('itemId', '=', ids.existing('item', resolution.item))
    .executeTakeFirstOrThrow();
  await runReplay(tx, resolveActor(context, resolution.by, resolution.at), async (ctx) => {
    const discrepancy = await discrepancyStore.read(tx, ctx.actor, found._id);
    const input = { action, note, ...(chargedTo ? { chargedTo } : {}) };
    await resolveDiscrepancy(ctx, { order: orderDiscrepancySource }, discrepancy, input, async () => {});
  });
}

/** Posts a branch's usage at average cost. */
async function move(context: SeedContext, event: StockEvent): Promise<void> {
  const { tx, ids } = context;
  const postings = event.lines.map(({ item, qtyMicro }) => ({
    itemId: ids.existing('item', item),
    fromPlace: ids.existing('branch', event.place),
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

async function waste(context: SeedContext, event: WastageEvent): Promise<void> {
  const { tx, ids } = context;
  await runReplay(tx, resolveActor(context, event.by, event.at), (ctx) =>
    createWastage(ctx, {
      branch: ids.existing('branch', event.place),
      item: ids.existing('item', event.item),
      qty: event.qtyMicro / 1_000_000,
      reason: event.reason,
    }),
  );
}
