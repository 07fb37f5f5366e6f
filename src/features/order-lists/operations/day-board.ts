import type { Discrepancy } from '#contract/discrepancies.ts';
import { cutoffFor, type DeliveryCalendar } from '#domain/planning/cutoff.ts';
import type { OrderOnBoard } from '#contract/figures.ts';
import type { Branch } from '#src/collections/places/branches.ts';

/** How many lines of an order in process have a picked or shipped quantity; null of every other order. */
export function pickProgress({
  lines,
  picked,
}: Pick<OrderOnBoard, 'lines' | 'picked'>): { done: number; all: number } | null {
  return picked === null ? null : { done: picked, all: lines };
}

/** How far the day of a branch is, from what waits longest for somebody. */
export const dayStages = [
  'missing',
  'draft',
  'submitted',
  'sent',
  'picking',
  'ready',
  'road',
  'received',
  'other',
] as const;
export type DayStage = (typeof dayStages)[number];

/** The day of one branch. */
export interface BranchDay {
  _id: string;
  name: string;
  timezone: string;
  /** Until when it could, or can, order for the day; null on a day without a delivery of its calendar. */
  cutoffAt: string | null;
  stage: DayStage;
  /** Its orders for the day that are meant; a draft only where there is nothing else. */
  orders: OrderOnBoard[];
  /** Lines picked, of the orders in process; null where none is. */
  progress: { done: number; all: number } | null;
  /** Since when the one that is longest on the road is, or when the last one was received. */
  since: string | null;
  /** Open discrepancies of the branch, whatever day they are of; `oldest`: since when. */
  open: { count: number; oldest: string | null };
}

interface DaySources {
  branches: readonly (Branch & DeliveryCalendar)[];
  /** All orders of the day, at least. */
  orders: readonly OrderOnBoard[];
  discrepancies: readonly Pick<Discrepancy, 'branch' | 'createdAt'>[];
  /** YYYY-MM-DD. */
  day: string;
  /** Whether a kitchen is one that is looked at. */
  isMeant(kitchen: string | null): boolean;
}

/** A line for every branch that gets a delivery on a day, or ordered one: the least advanced first, then by cut-off and name. */
export function dayBoard({ branches, orders, discrepancies, day, isMeant }: DaySources): BranchDay[] {
  const ordersOf = Map.groupBy(orders, ({ branch }) => branch);
  const openOf = Map.groupBy(discrepancies, ({ branch }) => branch);
  return branches
    .flatMap((branch): BranchDay[] => {
      const { _id, name, timezone, isActive, supplyingKitchenId } = branch;
      const own = (ordersOf.get(_id) ?? []).filter(
        ({ status, deliveryDate, kitchen }) =>
          deliveryDate === day && status !== 'Rejected' && status !== 'Cancelled' && isMeant(kitchen),
      );
      const isSupplied = isActive && supplyingKitchenId !== null && isMeant(supplyingKitchenId);
      const cutoffAt = isSupplied ? cutoffFor(branch, day) : null;
      if (cutoffAt === null && own.length === 0) return [];
      const submitted = own.filter(({ status }) => status !== 'Draft');
      const meant = submitted.length > 0 ? submitted : own;
      const stage = furthestBehind(meant);
      const open = openOf.get(_id) ?? [];
      return [
        {
          _id,
          name,
          timezone,
          cutoffAt,
          stage,
          orders: meant,
          progress: progressOf(meant),
          since: sinceOf(stage, meant),
          open: { count: open.length, oldest: open.map(({ createdAt }) => createdAt).toSorted()[0] ?? null },
        },
      ];
    })
    .toSorted(
      (a, b) =>
        dayStages.indexOf(a.stage) - dayStages.indexOf(b.stage) ||
        (a.cutoffAt ?? '9').localeCompare(b.cutoffAt ?? '9') ||
        a.name.localeCompare(b.name),
    );
}

/** Of several orders the one that is furthest behind says how far the branch is. */
function furthestBehind(orders: readonly OrderOnBoard[]): DayStage {
  const stages = orders.map(stageOf);
  return dayStages.find((stage) => stages.includes(stage)) ?? 'missing';
}

const stageByStatus: Readonly<Record<string, DayStage>> = {
  Draft: 'draft',
  'Under Review': 'submitted',
  'Sent to Central Kitchen': 'sent',
  Shipped: 'road',
  Received: 'received',
};

/** An order in process is ready when something is entered for each of its lines. */
function stageOf(order: OrderOnBoard): DayStage {
  if (order.status !== 'Under Process') return stageByStatus[order.status] ?? 'other';
  const progress = pickProgress(order);
  return progress !== null && progress.all > 0 && progress.done === progress.all ? 'ready' : 'picking';
}

function progressOf(orders: readonly OrderOnBoard[]): BranchDay['progress'] {
  const known = orders
    .filter(({ status }) => status === 'Under Process')
    .flatMap((order) => pickProgress(order) ?? []);
  if (known.length === 0) return null;
  return known.reduce((sum, { done, all }) => ({ done: sum.done + done, all: sum.all + all }));
}

function sinceOf(stage: DayStage, orders: readonly OrderOnBoard[]): string | null {
  const at = (key: 'shippedAt' | 'receivedAt') => orders.flatMap((order) => order[key] ?? []).toSorted();
  if (stage === 'road')
    return (
      orders
        .filter(({ status }) => status === 'Shipped')
        .flatMap(({ shippedAt }) => shippedAt ?? [])
        .toSorted()[0] ?? null
    );
  return stage === 'received' ? (at('receivedAt').at(-1) ?? null) : null;
}
