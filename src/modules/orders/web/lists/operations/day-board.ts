import type { Discrepancy } from '#modules/discrepancies/shapes.ts';
import { computeCutoff, type DeliveryCalendar } from '#core/cutoff.ts';
import type { OrderOnBoard } from '#modules/reports/figures-shapes.ts';
import type { Branch } from '#platform/web/queries/branches.ts';

/**
 * Returns the picking progress of an order in process: lines with a picked or shipped quantity. Null for
 * other orders.
 */
export function getPickProgress({
  lines,
  picked,
}: Pick<OrderOnBoard, 'lines' | 'picked'>): { done: number; all: number } | null {
  return picked === null ? null : { done: picked, all: lines };
}

/** Stages of a branch's day, least advanced first. */
export const dayStages = [
  'missing',
  'draft',
  'submitted',
  'sent',
  'picking',
  'ready',
  'inTransit',
  'received',
  'other',
] as const;
export type DayStage = (typeof dayStages)[number];

/** One branch's day. */
export interface BranchDay {
  _id: string;
  name: string;
  timezone: string;
  /** Cut-off for the day; null if no delivery is scheduled. */
  cutoffAt: string | null;
  stage: DayStage;
  /** Orders for the day from the selected kitchens; drafts only if there are no others. */
  orders: OrderOnBoard[];
  /** Picked lines out of all lines in process; null if nothing is in process. */
  progress: { done: number; all: number } | null;
  /** Start of the longest transit, or time of the last receipt. */
  since: string | null;
  /** The branch's open discrepancies on any day; `oldest` is the creation time of the oldest one. */
  openDiscrepancies: { count: number; oldest: string | null };
}

interface DaySources {
  branches: readonly (Branch & DeliveryCalendar)[];
  /** All orders for the day; may include other orders. */
  orders: readonly OrderOnBoard[];
  discrepancies: readonly Pick<Discrepancy, 'branch' | 'createdAt'>[];
  /** ISO date. */
  day: string;
  /** Returns whether a kitchen is selected. */
  isSelectedKitchen(kitchen: string | null): boolean;
}

/**
 * Returns a row per branch that has a delivery or orders on a day: least advanced first, then by cut-off and
 * name.
 */
export function buildDayBoard({
  branches,
  orders,
  discrepancies,
  day,
  isSelectedKitchen,
}: DaySources): BranchDay[] {
  const ordersByBranch = Map.groupBy(orders, ({ branch }) => branch);
  const discrepanciesByBranch = Map.groupBy(discrepancies, ({ branch }) => branch);
  return branches
    .flatMap((branch): BranchDay[] => {
      const { _id, name, timezone, isActive, supplyingKitchenId } = branch;
      const dayOrders = (ordersByBranch.get(_id) ?? []).filter(
        ({ status, deliveryDate, kitchen }) =>
          deliveryDate === day &&
          status !== 'Rejected' &&
          status !== 'Cancelled' &&
          isSelectedKitchen(kitchen),
      );
      const isSupplied = isActive && supplyingKitchenId !== null && isSelectedKitchen(supplyingKitchenId);
      const cutoffAt = isSupplied ? computeCutoff(branch, day) : null;
      if (cutoffAt === null && dayOrders.length === 0) return [];
      const submittedOrders = dayOrders.filter(({ status }) => status !== 'Draft');
      const countedOrders = submittedOrders.length > 0 ? submittedOrders : dayOrders;
      const stage = getLeastAdvancedStage(countedOrders);
      const branchDiscrepancies = discrepanciesByBranch.get(_id) ?? [];
      return [
        {
          _id,
          name,
          timezone,
          cutoffAt,
          stage,
          orders: countedOrders,
          progress: sumProgress(countedOrders),
          since: getStageStart(stage, countedOrders),
          openDiscrepancies: {
            count: branchDiscrepancies.length,
            oldest: branchDiscrepancies.map(({ createdAt }) => createdAt).toSorted()[0] ?? null,
          },
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

/** Returns the stage of the least advanced order, which is the branch's stage. */
function getLeastAdvancedStage(orders: readonly OrderOnBoard[]): DayStage {
  const stages = orders.map(getStage);
  return dayStages.find((stage) => stages.includes(stage)) ?? 'missing';
}

const stageByStatus: Readonly<Record<string, DayStage>> = {
  Draft: 'draft',
  'Under Review': 'submitted',
  'Sent to Central Kitchen': 'sent',
  Shipped: 'inTransit',
  Received: 'received',
};

/** An order in process is ready once every line has a quantity. */
function getStage(order: OrderOnBoard): DayStage {
  if (order.status !== 'Under Process') return stageByStatus[order.status] ?? 'other';
  const progress = getPickProgress(order);
  return progress !== null && progress.all > 0 && progress.done === progress.all ? 'ready' : 'picking';
}

function sumProgress(orders: readonly OrderOnBoard[]): BranchDay['progress'] {
  const counts = orders
    .filter(({ status }) => status === 'Under Process')
    .flatMap((order) => getPickProgress(order) ?? []);
  if (counts.length === 0) return null;
  return counts.reduce((sum, { done, all }) => ({ done: sum.done + done, all: sum.all + all }));
}

function getStageStart(stage: DayStage, orders: readonly OrderOnBoard[]): string | null {
  if (stage === 'inTransit')
    return (
      orders
        .filter(({ status }) => status === 'Shipped')
        .flatMap(({ shippedAt }) => shippedAt ?? [])
        .toSorted()[0] ?? null
    );
  if (stage !== 'received') return null;
  return (
    orders
      .flatMap(({ receivedAt }) => receivedAt ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}
