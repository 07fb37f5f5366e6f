import { addDays } from '#core/day.ts';
import type { Random } from '../random.ts';
import type { BranchState } from './branch-state.ts';
import type { OrderEvent, PlannedLine, PlannedStep, PersonKey } from './events.ts';
import { type KitchenState, takeFromKitchen } from './kitchen-state.ts';
import {
  getAcceptedPacks,
  planReviewAndPicking,
  planResolution,
  getShippedPacks,
  addDeliveryDiscrepancies,
} from './order-outcomes.ts';

export interface PlanContext {
  /** Converts a local date and minutes after midnight to an instant. */
  toInstant: (date: string, minutes: number, timezone: string) => number;
  kitchen: KitchenState;
  kitchenZone: string;
  today: string;
  random: Random;
}

export type OrderStage =
  | 'Draft'
  | 'Under Review'
  | 'Sent to Central Kitchen'
  | 'Under Process'
  | 'Shipped'
  | 'Received';

const stages: readonly OrderStage[] = [
  'Draft',
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
];

interface OrderStaff {
  orderedBy: PersonKey;
  reviewedBy: PersonKey;
}

/**
 * Returns the users who order and review for a branch: the first two branches have their own users, and head
 * office acts for the others.
 */
export function getStaff(branch: string, random: Random): OrderStaff {
  if (branch === 'B01')
    return { orderedBy: random.chance(0.7) ? 'branch.staff' : 'branch', reviewedBy: 'branch' };
  if (branch === 'B02') return { orderedBy: 'branch2', reviewedBy: 'branch2' };
  return { orderedBy: 'admin', reviewedBy: 'admin' };
}

export interface OrderRequest {
  state: BranchState;
  createdAt: number;
  deliveryDate: string;
  /** The stage that the order reaches. */
  stage: OrderStage;
  lines: PlannedLine[];
  orderType?: OrderEvent['orderType'];
  notes?: string;
}

const drivers = [
  { driver: 'Kofi Mensah', vehicle: 'Van 1 · LK24 HBR' },
  { driver: 'Jo Whelan', vehicle: 'Van 2 · LK24 HBS' },
  { driver: 'Piotr Nowak', vehicle: 'Truck · LK23 HBT' },
];

/** Plans one order up to its stage and applies it to stock. */
export function planOrder(context: PlanContext, request: OrderRequest): OrderEvent {
  const { random } = context;
  const { branch } = request.state;
  const staff = getStaff(branch.code, random);
  const reached = stages.slice(1, stages.indexOf(request.stage) + 1);
  const times = planTimes(context, request);
  const order: OrderEvent = {
    kind: 'order',
    at: request.createdAt,
    branch: branch.code,
    by: staff.orderedBy,
    deliveryDate: request.deliveryDate,
    orderType: request.orderType ?? 'Regular',
    ...(request.notes ? { notes: request.notes } : {}),
    lines: request.lines,
    steps: reached.map((to): PlannedStep => ({ to, at: times[to], by: chooseActor(to, staff) })),
    resolutions: [],
  };
  for (const line of order.lines) takeFromKitchen(context.kitchen, line.item, line.orderQty);
  if (reached.includes('Under Process')) planReviewAndPicking(order.lines, random);
  if (request.stage === 'Under Process') planPartialPicking(order.lines, random);
  if (reached.includes('Shipped')) Object.assign(order, random.pick(drivers));
  if (request.stage === 'Received') planReceipt(context, request.state, order, times.Received);
  else for (const line of order.lines) addOnOrder(request.state, line, getShippedPacks(line));
  return order;
}

function chooseActor(to: PlannedStep['to'], staff: OrderStaff): PersonKey {
  if (to === 'Under Process' || to === 'Shipped') return 'kitchen';
  return to === 'Under Review' ? staff.orderedBy : staff.reviewedBy;
}

/**
 * Plans the times: ordered the day before, accepted in the evening, shipped before dawn, received before
 * opening.
 */
function planTimes(
  context: PlanContext,
  { state, createdAt, deliveryDate }: OrderRequest,
): Record<OrderStage, number> {
  const { toInstant, kitchenZone, random } = context;
  const { branch } = state;
  const isDistant = branch.cutoffDaysBefore > 1;
  const submitted = createdAt + random.int(8, 25) * 60_000;
  const sent = submitted + random.int(10, 50) * 60_000;
  const accepted = sent + random.int(15, 90) * 60_000;
  const departure = isDistant
    ? toInstant(addDays(deliveryDate, -1), 1_200, kitchenZone)
    : toInstant(deliveryDate, 290, kitchenZone);
  const shippedAt = Math.max(departure, accepted + 2_400_000) + random.int(0, 60) * 60_000;
  const openingTime = toInstant(deliveryDate, isDistant ? 600 : 410, branch.timezone);
  return {
    Draft: createdAt,
    'Under Review': submitted,
    'Sent to Central Kitchen': sent,
    'Under Process': accepted,
    Shipped: shippedAt,
    Received: Math.max(openingTime, shippedAt + 3_000_000) + random.int(0, 70) * 60_000,
  };
}

/** Plans picking that is about half finished. */
function planPartialPicking(lines: PlannedLine[], random: Random): void {
  for (const line of lines) {
    const isPicked = random.chance(0.5);
    delete line.shippedQty;
    if (isPicked) line.pickedQty = line.approvedQty ?? line.orderQty;
  }
}

/** Plans the receipt: one delivery in seven has discrepancies, and every second one in the last week. */
function planReceipt(context: PlanContext, state: BranchState, order: OrderEvent, receivedAt: number): void {
  const isOld = order.deliveryDate < addDays(context.today, -7);
  const affectedLines = addDeliveryDiscrepancies(order.lines, isOld ? 0.15 : 0.5, context.random);
  for (const line of order.lines) {
    const itemStock = state.stock.get(line.item);
    if (!itemStock) continue;
    const qtyMicro = getAcceptedPacks(line) * itemStock.level.item.packMicro;
    itemStock.onHandMicro += qtyMicro;
    itemStock.arrivals.push({ at: receivedAt, qtyMicro });
  }
  if (!isOld && !context.random.chance(0.3)) return;
  const resolvedAt = receivedAt + context.random.int(6, 50) * 3_600_000;
  if (resolvedAt >= context.toInstant(context.today, 0, context.kitchenZone)) return;
  for (const line of affectedLines) {
    const resolution = planResolution(line, resolvedAt, 'admin', context.random);
    order.resolutions.push(resolution);
    if (resolution.action === 'found_at_kitchen') takeFromKitchen(context.kitchen, line.item, -1);
    if (resolution.action === 'confirmed') takeFromKitchen(context.kitchen, line.item, 1);
    if (resolution.action === 'confirmed' || resolution.action === 'found_at_branch') {
      state.lateArrivals.push({ at: resolvedAt, item: line.item, packs: 1 });
    }
  }
}

function addOnOrder(state: BranchState, line: PlannedLine, packs: number): void {
  const itemStock = state.stock.get(line.item);
  if (itemStock) itemStock.onOrderMicro += packs * itemStock.level.item.packMicro;
}
