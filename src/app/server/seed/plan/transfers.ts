import { type BranchState, roundToMeasurable, getOnHandAt } from './branch-state.ts';
import type { TransferEvent, PersonKey } from './events.ts';
import { takeFromKitchen } from './kitchen-state.ts';
import type { PlanContext } from './orders.ts';

/** Transfers between branches and their days; the last one is still in transit. */
const transferPlans = [
  { day: 9, from: 'B01', to: 'B02' },
  { day: 23, from: 'B02', to: 'B01' },
  { day: 31, from: 'B04', to: 'B01' },
  { day: 44, from: 'B03', to: 'B04' },
  { day: 52, from: 'B01', to: 'B02' },
  { day: 59, from: 'B01', to: 'B02', isInTransit: true },
];

/** Returns to the kitchen, with reasons. */
const returnPlans = [
  { day: 17, from: 'B01', reason: 'quality' },
  { day: 38, from: 'B02', reason: 'damaged' },
  { day: 54, from: 'B04', reason: 'quality' },
];

/** Returns to suppliers; the last one still awaits its credit note. */
const supplierReturnPlans = [
  { day: 21, item: 'CHL-018', supplier: 'S05', isCredited: true },
  { day: 55, item: 'DRY-025', supplier: 'S04', isCredited: false },
];

/** The smallest value worth returning. */
const minReturnValueE4 = 15_000;

const minuteMs = 60_000;
const sendersByPlace: Readonly<Record<string, PersonKey>> = { B01: 'branch', B02: 'branch2' };
const getUser = (place: string): PersonKey => sendersByPlace[place] ?? 'admin';

/** Returns up to `maxItems` eligible items that the branch has plenty of. */
function findSurplusItems(
  state: BranchState,
  at: number,
  maxItems: number,
  isEligible: (item: string) => boolean,
) {
  return [...state.stock.values()]
    .filter(
      (itemStock) =>
        isEligible(itemStock.level.item.code) && getOnHandAt(itemStock, at) > itemStock.level.parMicro * 0.7,
    )
    .slice(0, maxItems);
}

/**
 * Plans an evening's transfers, returns to the kitchen and returns to suppliers, and applies them to stock.
 */
export function planTransfers(
  context: PlanContext,
  states: readonly BranchState[],
  kitchen: string,
  date: string,
  day: number,
): TransferEvent[] {
  const findState = (code: string) => states.find(({ branch }) => branch.code === code);
  const transfers = transferPlans.flatMap((plan): TransferEvent[] => {
    const [sender, receiver] = [findState(plan.from), findState(plan.to)];
    if (plan.day !== day || !sender || !receiver) return [];
    const at = context.toInstant(date, 1_215, sender.branch.timezone);
    const lines = findSurplusItems(sender, at, 3, (item) => receiver.stock.has(item)).map((itemStock) => {
      const { item } = itemStock.level;
      const qtyMicro = Math.max(1_000_000, roundToMeasurable(item, itemStock.level.parMicro * 0.1));
      itemStock.onHandMicro -= qtyMicro;
      const to = receiver.stock.get(item.code);
      if (to && plan.isInTransit !== true) to.onHandMicro += qtyMicro;
      return { item: item.code, qtyMicro };
    });
    if (lines.length === 0) return [];
    const receipt = plan.isInTransit === true ? null : { at: at + 50 * minuteMs, by: getUser(plan.to) };
    const { from, to } = plan;
    return [
      {
        kind: 'transfer',
        transferKind: 'transfer',
        at,
        from,
        to,
        by: getUser(from),
        receipt,
        reason: null,
        lines,
      },
    ];
  });
  const kitchenReturns = returnPlans.flatMap((plan): TransferEvent[] => {
    const state = findState(plan.from);
    if (plan.day !== day || !state) return [];
    const at = context.toInstant(date, 1_230, state.branch.timezone);
    // Goods are returned from the latest delivery.
    const [latest] = [...state.stock.values()]
      .filter(
        (itemStock) =>
          itemStock.level.item.costE4 > minReturnValueE4 && getOnHandAt(itemStock, at) >= 2_000_000,
      )
      .map((itemStock) => ({
        itemStock,
        arrivedAt:
          itemStock.arrivals.findLast((arrival) => arrival.at < at && arrival.qtyMicro >= 2_000_000)?.at ?? 0,
      }))
      .toSorted((a, b) => b.arrivedAt - a.arrivedAt);
    if (!latest || latest.arrivedAt === 0) return [];
    latest.itemStock.onHandMicro -= 1_000_000;
    const { from, reason } = plan;
    const receipt = { at: at + 11 * 60 * minuteMs, by: 'kitchen' as const };
    const lines = [{ item: latest.itemStock.level.item.code, qtyMicro: 1_000_000 }];
    return [
      {
        kind: 'transfer',
        transferKind: 'return',
        at,
        from,
        to: kitchen,
        by: getUser(from),
        receipt,
        reason,
        lines,
      },
    ];
  });
  const supplierReturns = supplierReturnPlans.flatMap((plan): TransferEvent[] => {
    const itemStock = context.kitchen.stock.get(plan.item);
    if (plan.day !== day || !itemStock) return [];
    takeFromKitchen(context.kitchen, plan.item, 1);
    const at = context.toInstant(date, 640, context.kitchenZone);
    const receipt = plan.isCredited ? { at: at + 4 * 24 * 60 * minuteMs, by: 'admin' as const } : null;
    const lines = [{ item: plan.item, qtyMicro: itemStock.item.packMicro }];
    const [from, to, by] = [kitchen, plan.supplier, 'admin' as const];
    return [
      {
        kind: 'transfer',
        transferKind: 'supplier-return',
        at,
        from,
        to,
        by,
        receipt,
        reason: 'quality',
        lines,
      },
    ];
  });
  return [...transfers, ...kitchenReturns, ...supplierReturns];
}
