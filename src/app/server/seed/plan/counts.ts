import { toUtcDay } from '#core/day.ts';
import { type BranchState, roundToMeasurable, getOnHandAt } from './branch-state.ts';
import type { StockCountEvent, CountedLine, PersonKey } from './events.ts';
import { takeFromKitchen } from './kitchen-state.ts';
import type { PlanContext } from './orders.ts';

/** An opening count is submitted in two parts, each covering some sections. */
const openingSections = [
  ['DRY', 'CHL'],
  ['FRZ', 'PRD', 'BKY', 'BEV', 'PKG', 'CLN'],
];

/** Cheese set aside before the first day, on hold since then and long expired. */
const setAsideLots: Readonly<Record<string, CountedLine>> = {
  B01: { item: 'CHL-010', qtyMicro: 1_200_000, lot: { code: 'B01-ASIDE', expiry: '' } },
  B06: { item: 'CHL-011', qtyMicro: 800_000, lot: { code: 'B06-ASIDE', expiry: '' } },
};

/** Days after the first one on which the set-aside lot expires. */
const setAsideLifeDays = 24;

export const isSetAside = (line: CountedLine): boolean => line.lot?.code.endsWith('-ASIDE') === true;

/** Users who count, by location; head office counts at the others. */
const countersByPlace: Readonly<Record<string, PersonKey>> = {
  B01: 'branch',
  B02: 'branch2',
  CK01: 'kitchen',
};
const getCounter = (place: string): PersonKey => countersByPlace[place] ?? 'admin';

const minuteMs = 60_000;

/** Plans a branch's opening counts on the first day. */
export function planOpeningCounts(state: BranchState, at: number): StockCountEvent[] {
  const { code: place } = state.branch;
  return openingSections.map((sections, index): StockCountEvent => {
    const lines = [...state.stock.values()]
      .filter(({ level, onHandMicro }) => onHandMicro > 0 && sections.includes(level.item.section))
      .map(({ level, onHandMicro }): CountedLine => ({ item: level.item.code, qtyMicro: onHandMicro }));
    const lotLine = index === 0 ? setAsideLots[place] : undefined;
    const expiry = toUtcDay(at + setAsideLifeDays * 24 * 60 * minuteMs);
    if (lotLine?.lot) lines.push({ ...lotLine, lot: { ...lotLine.lot, expiry } });
    const startedAt = at + index * 2 * minuteMs;
    return {
      kind: 'count',
      at: startedAt,
      place,
      type: 'opening',
      sections,
      by: 'admin',
      submittedAt: startedAt + minuteMs,
      approvedAt: startedAt + minuteMs,
      lines,
    };
  });
}

/**
 * Days on which every branch does a full count in the evening, and the kitchen on the following afternoon.
 */
const countingDays = [28, 56];

/** Causes of negative and positive differences. */
const shortageCauses = ['missing', 'waste_not_entered', 'miscount'] as const;
const surplusCauses = ['not_entered', 'miscount'] as const;

/** Plans a branch's full count if it is due, and applies the differences. */
export function planMonthlyCount(
  context: PlanContext,
  state: BranchState,
  date: string,
  day: number,
): StockCountEvent[] {
  if (!countingDays.includes(day)) return [];
  const { random } = context;
  const { code: place, timezone } = state.branch;
  const at = context.toInstant(date, 1_290, timezone);
  const lines: CountedLine[] = [];
  for (const [item, itemStock] of state.stock) {
    const onHandMicro = getOnHandAt(itemStock, at);
    if (onHandMicro * 3 < itemStock.level.parMicro || !random.chance(0.14)) continue;
    const isShortage = random.chance(0.75);
    const share = itemStock.level.parMicro * random.between(0.01, 0.05);
    const minQty = itemStock.level.item.baseUnit === 'each' ? 1_000_000 : 50_000;
    const size = Math.max(minQty, roundToMeasurable(itemStock.level.item, Math.min(share, onHandMicro / 4)));
    if (size > onHandMicro) continue;
    const qtyMicro = isShortage ? -size : size;
    itemStock.onHandMicro += qtyMicro;
    lines.push({ item, qtyMicro, cause: random.pick(isShortage ? shortageCauses : surplusCauses) });
  }
  return [createFullCount(place, at, lines)];
}

const createFullCount = (place: string, at: number, lines: CountedLine[]): StockCountEvent => ({
  kind: 'count',
  at,
  place,
  type: 'full',
  sections: [],
  by: getCounter(place),
  submittedAt: at + 70 * minuteMs,
  approvedAt: at + 80 * minuteMs,
  lines,
});

/**
 * Plans the kitchen's count on the following afternoon: some items are short by part of a pack, none is over.
 */
export function planKitchenCount(
  context: PlanContext,
  place: string,
  date: string,
  day: number,
): StockCountEvent[] {
  if (!countingDays.includes(day - 1)) return [];
  const { kitchen, kitchenZone, random } = context;
  const lines = [...kitchen.stock.values()]
    .filter(
      ({ item, freePacks }) =>
        item.supplier !== '' && item.baseUnit !== 'each' && freePacks > 20 && random.chance(0.1),
    )
    .map(({ item }): CountedLine => {
      takeFromKitchen(kitchen, item.code, 1);
      return {
        item: item.code,
        qtyMicro: -Math.max(10_000, roundToMeasurable(item, item.packMicro * random.between(0.05, 0.6))),
        cause: random.pick(shortageCauses),
      };
    });
  return [createFullCount(place, context.toInstant(date, 870, kitchenZone), lines)];
}

/**
 * This morning's spot counts and whether they were submitted: the first item has a large difference, the
 * second a small one.
 */
const spotCounts = [
  { place: 'B03', section: 'FRZ', isSubmitted: true },
  { place: 'B04', section: 'CHL', isSubmitted: false },
];

/** Missing fraction of the most valuable items in the counted section. */
const missingShares = [0.6, 0.05];

/**
 * Plans this morning's counts: one branch is still counting its chiller, another has submitted differences
 * for review.
 */
export function planTodaysCounts(context: PlanContext, states: readonly BranchState[]): StockCountEvent[] {
  return spotCounts.flatMap(({ place, section, isSubmitted }): StockCountEvent[] => {
    const state = states.find(({ branch }) => branch.code === place);
    if (!state) return [];
    const at = context.toInstant(context.today, 215, state.branch.timezone);
    // Nothing is posted before approval, so the plan's stock stays unchanged.
    const lines = [...state.stock.values()]
      .filter(({ level }) => level.item.section === section)
      .map(({ level, ...itemStock }) => ({ level, onHandMicro: getOnHandAt({ level, ...itemStock }, at) }))
      .toSorted((a, b) => b.onHandMicro * b.level.item.costE4 - a.onHandMicro * a.level.item.costE4)
      .map(({ level, onHandMicro }, index): CountedLine => {
        const qtyMicro = roundToMeasurable(level.item, onHandMicro * (missingShares[index] ?? 0));
        return { item: level.item.code, qtyMicro: qtyMicro === 0 ? 0 : -qtyMicro };
      });
    const submittedAt = isSubmitted ? at + 25 * minuteMs : null;
    return [
      {
        kind: 'count',
        at,
        place,
        type: 'spot',
        sections: [],
        by: 'admin',
        submittedAt,
        approvedAt: null,
        lines,
      },
    ];
  });
}
