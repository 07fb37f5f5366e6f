import type { EditOrderInput, EditOrderLineInput } from '#contract/orders.ts';
import type { Actor } from '#domain/permissions.ts';
import { resolveDiscrepancy } from '../modules/discrepancies/resolve.ts';
import { createOrder } from '../modules/orders/create.ts';
import { editOrder } from '../modules/orders/edit.ts';
import { inReplay } from '../documents/replay.ts';
import { replayStep } from '../modules/orders/replay.ts';
import type { LoadedOrder } from '../modules/orders/rows.ts';
import { post } from '../modules/stock/ledger.ts';
import { createWastage } from '../modules/wastage/service.ts';
import type { Tx } from '../db/types.ts';
import { shipped } from './plan/outcomes.ts';
import type {
  OrderEvent,
  PlannedLine,
  PlannedStep,
  Resolution,
  StockEvent,
  StoryEvent,
  WastageEvent,
} from './plan/events.ts';
import type { SeedIds } from './seed-ids.ts';

/** Where and as whom a story is told. */
export interface Telling {
  tx: Tx;
  ids: SeedIds;
  actors: ReadonlyMap<string, Actor>;
}

interface Scene {
  at: number;
  play(): Promise<unknown>;
}

/**
 * Tells the story through the services that people's clicks go through, in the order of time. What a service
 * refuses ends the telling: the caller's transaction then holds nothing of it.
 */
export async function tell(telling: Telling, events: readonly StoryEvent[]): Promise<void> {
  const scenes = events.flatMap((event) => scenesOf(telling, event));
  for (const scene of scenes.toSorted((a, b) => a.at - b.at)) await scene.play();
}

function scenesOf(telling: Telling, event: StoryEvent): Scene[] {
  switch (event.kind) {
    case 'stock':
      return [{ at: event.at, play: () => move(telling, event) }];
    case 'wastage':
      return [{ at: event.at, play: () => waste(telling, event) }];
    case 'order':
      return orderScenes(telling, event);
  }
}

/** Each step of an order is a scene of its own: between them other things happen. */
function orderScenes(telling: Telling, event: OrderEvent): Scene[] {
  let order: LoadedOrder | undefined;
  const made = () => {
    if (!order) throw new Error('A step of an order came before the order.');
    return order;
  };
  return [
    { at: event.at, play: async () => void (order = await create(telling, event)) },
    ...event.steps.map((step) => ({ at: step.at, play: () => advance(telling, event, step, made()) })),
    ...event.resolutions.map((resolution) => ({
      at: resolution.at,
      play: () => resolve(telling, resolution, made()),
    })),
  ];
}

function momentOf(telling: Telling, who: string, at: number): { by: Actor; at: Date } {
  const by = telling.actors.get(who);
  if (!by) throw new Error(`The seed names a person that it does not have: ${who}`);
  return { by, at: new Date(at) };
}

function create(telling: Telling, event: OrderEvent): Promise<LoadedOrder> {
  const { tx, ids } = telling;
  return inReplay(tx, momentOf(telling, event.by, event.at), (ctx) =>
    createOrder(ctx, {
      branch: ids.known('branch', event.branch),
      deliveryDate: event.deliveryDate,
      orderType: event.orderType,
      ...(event.notes ? { notes: event.notes } : {}),
      items: event.lines.map(({ item, orderQty }) => ({ itemId: ids.known('item', item), orderQty })),
    }),
  );
}

async function advance(
  telling: Telling,
  event: OrderEvent,
  step: PlannedStep,
  order: LoadedOrder,
): Promise<void> {
  const { tx } = telling;
  const moment = momentOf(telling, step.by, step.at);
  const edit = editFor(event, step, order);
  await replayStep(tx, order, { ...moment, to: step.to, ...(edit ? { edit: () => edit } : {}) });
  const isLast = event.steps.at(-1) === step;
  const picked = step.to === 'Under Process' && isLast ? linesWith(event, order, pickedSoFar) : [];
  if (picked.length > 0) await inReplay(tx, moment, (ctx) => editOrder(ctx, order, { items: picked }));
}

/** What is saved before a status is reached: quantities and reasons that differ from what follows by itself. */
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
  const { damagedQty = 0, shortQty = 0, overQty = 0, note } = line;
  if (damagedQty + shortQty + overQty === 0) return null;
  const receivedQty = shipped(line) + overQty - damagedQty - shortQty;
  return { receivedQty, damagedQty, overQty, ...(note ? { note } : {}) };
}

async function resolve(telling: Telling, resolution: Resolution, order: LoadedOrder): Promise<void> {
  const { tx, ids } = telling;
  const { action, chargedTo, note } = resolution;
  const found = await tx
    .selectFrom('discrepancies')
    .select('_id')
    .where('orderId', '=', order.head._id)
    .where('itemId', '=', ids.known('item', resolution.item))
    .executeTakeFirstOrThrow();
  await inReplay(tx, momentOf(telling, resolution.by, resolution.at), (ctx) =>
    resolveDiscrepancy(ctx, found._id, { action, note, ...(chargedTo ? { chargedTo } : {}) }, async () => {}),
  );
}

/** Where goods come from or go to, and what the ledger calls it. */
const flows = {
  receipt: { from: 'supplier', kind: 'receipt', docType: 'goods_receipt' },
  production: { from: 'production', kind: 'production', docType: 'production_batch' },
  opening: { from: 'adjustment', kind: 'opening', docType: 'stock_count' },
  consumption: { to: 'consumption', kind: 'consumption', docType: 'sales' },
} as const;

async function move(telling: Telling, event: StockEvent): Promise<void> {
  const { tx, ids } = telling;
  const placeId = ids.known('branch', event.place);
  const { kind, docType, ...ends } = flows[event.what];
  const postings = event.lines.map(({ item, qtyMicro, unitCostE4 }) => ({
    itemId: ids.known('item', item),
    fromPlace: 'from' in ends ? ends.from : placeId,
    toPlace: 'to' in ends ? ends.to : placeId,
    qtyMicro,
    kind,
    docType,
    docId: event.number,
    docLineId: `${event.number}/${item}`,
    lot: '',
    ...(unitCostE4 === undefined ? {} : { unitCostE4 }),
  }));
  const { by, at } = momentOf(telling, event.by, event.at);
  await post(tx, { postings }, { userId: by._id, now: at.toISOString() });
}

async function waste(telling: Telling, event: WastageEvent): Promise<void> {
  const { tx, ids } = telling;
  await inReplay(tx, momentOf(telling, event.by, event.at), (ctx) =>
    createWastage(ctx, {
      branch: ids.known('branch', event.place),
      item: ids.known('item', event.item),
      qty: event.qtyMicro / 1_000_000,
      reason: event.reason,
    }),
  );
}
