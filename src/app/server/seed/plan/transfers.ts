import { type BranchState, roundToMeasurable, onHandAt } from './branch-state.ts';
import type { TransferEvent, PersonKey } from './events.ts';
import { takeFromKitchen } from './kitchen-state.ts';
import type { Story } from './orders.ts';

/** Transfers between branches and their days; the last one is still in transit. */
const neighbours = [
  { day: 9, from: 'B01', to: 'B02' },
  { day: 23, from: 'B02', to: 'B01' },
  { day: 31, from: 'B04', to: 'B01' },
  { day: 44, from: 'B03', to: 'B04' },
  { day: 52, from: 'B01', to: 'B02' },
  { day: 59, from: 'B01', to: 'B02', isOnItsWay: true },
];

/** Returns to the kitchen, with reasons. */
const returns = [
  { day: 17, from: 'B01', reason: 'quality' },
  { day: 38, from: 'B02', reason: 'damaged' },
  { day: 54, from: 'B04', reason: 'quality' },
];

/** Returns to suppliers; the last one still awaits its credit note. */
const supplierReturns = [
  { day: 21, item: 'CHL-018', supplier: 'S05', isCredited: true },
  { day: 55, item: 'DRY-025', supplier: 'S04', isCredited: false },
];

/** The smallest value worth returning. */
const worthSendingE4 = 15_000;

const minute = 60_000;
const senderOf: Readonly<Record<string, PersonKey>> = { B01: 'branch', B02: 'branch2' };
const peopleOf = (place: string): PersonKey => senderOf[place] ?? 'admin';

/** Returns a few items with surplus that match `isWanted`. */
function surplusItems(state: BranchState, at: number, maxItems: number, isWanted: (item: string) => boolean) {
  return [...state.shelves.values()]
    .filter((shelf) => isWanted(shelf.level.item.code) && onHandAt(shelf, at) > shelf.level.parMicro * 0.7)
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
  const stateOf = (code: string) => states.find(({ branch }) => branch.code === code);
  const lent = neighbours.flatMap((each): TransferEvent[] => {
    const [giver, taker] = [stateOf(each.from), stateOf(each.to)];
    if (each.day !== day || !giver || !taker) return [];
    const at = story.at(date, 1_215, giver.branch.timezone);
    const lines = surplusItems(giver, at, 3, (item) => taker.shelves.has(item)).map((shelf) => {
      const { item } = shelf.level;
      const qtyMicro = Math.max(1_000_000, roundToMeasurable(item, shelf.level.parMicro * 0.1));
      shelf.onHandMicro -= qtyMicro;
      const to = taker.shelves.get(item.code);
      if (to && each.isOnItsWay !== true) to.onHandMicro += qtyMicro;
      return { item: item.code, qtyMicro };
    });
    if (lines.length === 0) return [];
    const received = each.isOnItsWay === true ? null : { at: at + 50 * minute, by: peopleOf(each.to) };
    const { from, to } = each;
    return [
      { kind: 'transfer', what: 'transfer', at, from, to, by: peopleOf(from), received, reason: null, lines },
    ];
  });
  const back = returns.flatMap((each): TransferEvent[] => {
    const state = stateOf(each.from);
    if (each.day !== day || !state) return [];
    const at = story.at(date, 1_230, state.branch.timezone);
    // Returns concern the latest delivery.
    const [shelf] = [...state.shelves.values()]
      .filter((one) => one.level.item.costE4 > worthSendingE4 && onHandAt(one, at) >= 2_000_000)
      .map((of) => ({
        of,
        came: of.arrivals.findLast((each) => each.at < at && each.qtyMicro >= 2_000_000)?.at ?? 0,
      }))
      .toSorted((a, b) => b.came - a.came);
    if (!shelf || shelf.came === 0) return [];
    shelf.of.onHandMicro -= 1_000_000;
    const { from, reason } = each;
    const received = { at: at + 11 * 60 * minute, by: 'kitchen' as const };
    const lines = [{ item: shelf.of.level.item.code, qtyMicro: 1_000_000 }];
    return [
      {
        kind: 'transfer',
        what: 'return',
        at,
        from,
        to: kitchen,
        by: peopleOf(from),
        received,
        reason,
        lines,
      },
    ];
  });
  const toSuppliers = supplierReturns.flatMap((each): TransferEvent[] => {
    const bin = story.kitchen.bins.get(each.item);
    if (each.day !== day || !bin) return [];
    takeFromKitchen(story.kitchen, each.item, 1);
    const at = story.at(date, 640, story.kitchenZone);
    const received = each.isCredited ? { at: at + 4 * 24 * 60 * minute, by: 'admin' as const } : null;
    const lines = [{ item: each.item, qtyMicro: bin.item.packMicro }];
    const [from, to, by] = [kitchen, each.supplier, 'admin' as const];
    return [
      { kind: 'transfer', what: 'supplier-return', at, from, to, by, received, reason: 'quality', lines },
    ];
  });
  return [...lent, ...back, ...toSuppliers];
}
