import { type BranchState, roundToMeasurable, onHandAt } from './branch-state.ts';
import type { TransferEvent, PersonKey } from './events.ts';
import { takeFromKitchen } from './kitchen-state.ts';
import type { Story } from './orders.ts';

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

const minute = 60_000;
const sendersByPlace: Readonly<Record<string, PersonKey>> = { B01: 'branch', B02: 'branch2' };
const getUser = (place: string): PersonKey => sendersByPlace[place] ?? 'admin';

/** Returns a few items with surplus that match `isWanted`. */
function surplusItems(
  state: BranchState,
  at: number,
  maxItems: number,
  isEligible: (item: string) => boolean,
) {
  return [...state.shelves.values()]
    .filter((shelf) => isEligible(shelf.level.item.code) && onHandAt(shelf, at) > shelf.level.parMicro * 0.7)
    .slice(0, maxItems);
}

/**
 * Plans an evening's transfers, returns to the kitchen and returns to suppliers, and applies them to stock.
 */
export function planTransfers(
  story: Story,
  states: readonly BranchState[],
  kitchen: string,
  date: string,
  day: number,
): TransferEvent[] {
  const findState = (code: string) => states.find(({ branch }) => branch.code === code);
  const transfers = transferPlans.flatMap((plan): TransferEvent[] => {
    const [sender, receiver] = [findState(plan.from), findState(plan.to)];
    if (plan.day !== day || !sender || !receiver) return [];
    const at = story.at(date, 1_215, sender.branch.timezone);
    const lines = surplusItems(sender, at, 3, (item) => receiver.shelves.has(item)).map((shelf) => {
      const { item } = shelf.level;
      const qtyMicro = Math.max(1_000_000, roundToMeasurable(item, shelf.level.parMicro * 0.1));
      shelf.onHandMicro -= qtyMicro;
      const to = receiver.shelves.get(item.code);
      if (to && plan.isInTransit !== true) to.onHandMicro += qtyMicro;
      return { item: item.code, qtyMicro };
    });
    if (lines.length === 0) return [];
    const received = plan.isInTransit === true ? null : { at: at + 50 * minute, by: getUser(plan.to) };
    const { from, to } = plan;
    return [
      { kind: 'transfer', what: 'transfer', at, from, to, by: getUser(from), received, reason: null, lines },
    ];
  });
  const kitchenReturns = returnPlans.flatMap((plan): TransferEvent[] => {
    const state = findState(plan.from);
    if (plan.day !== day || !state) return [];
    const at = story.at(date, 1_230, state.branch.timezone);
    // Goods are returned from the latest delivery.
    const [shelf] = [...state.shelves.values()]
      .filter((stock) => stock.level.item.costE4 > minReturnValueE4 && onHandAt(stock, at) >= 2_000_000)
      .map((stock) => ({
        stock,
        arrivedAt:
          stock.arrivals.findLast((arrival) => arrival.at < at && arrival.qtyMicro >= 2_000_000)?.at ?? 0,
      }))
      .toSorted((a, b) => b.arrivedAt - a.arrivedAt);
    if (!shelf || shelf.arrivedAt === 0) return [];
    shelf.stock.onHandMicro -= 1_000_000;
    const { from, reason } = plan;
    const received = { at: at + 11 * 60 * minute, by: 'kitchen' as const };
    const lines = [{ item: shelf.stock.level.item.code, qtyMicro: 1_000_000 }];
    return [
      {
        kind: 'transfer',
        what: 'return',
        at,
        from,
        to: kitchen,
        by: getUser(from),
        received,
        reason,
        lines,
      },
    ];
  });
  const supplierReturns = supplierReturnPlans.flatMap((plan): TransferEvent[] => {
    const bin = story.kitchen.bins.get(plan.item);
    if (plan.day !== day || !bin) return [];
    takeFromKitchen(story.kitchen, plan.item, 1);
    const at = story.at(date, 640, story.kitchenZone);
    const received = plan.isCredited ? { at: at + 4 * 24 * 60 * minute, by: 'admin' as const } : null;
    const lines = [{ item: plan.item, qtyMicro: bin.item.packMicro }];
    const [from, to, by] = [kitchen, plan.supplier, 'admin' as const];
    return [
      { kind: 'transfer', what: 'supplier-return', at, from, to, by, received, reason: 'quality', lines },
    ];
  });
  return [...transfers, ...kitchenReturns, ...supplierReturns];
}
