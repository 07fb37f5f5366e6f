import { utcDay } from '#core/day.ts';
import { type BranchState, roundToMeasurable, onHandAt } from './branch-state.ts';
import type { StockCountEvent, CountedLine, PersonKey } from './events.ts';
import { takeFromKitchen } from './kitchen-state.ts';
import type { Story } from './orders.ts';

/** An opening count is submitted in two parts, each covering some sections. */
const walks = [
  ['DRY', 'CHL'],
  ['FRZ', 'PRD', 'BKY', 'BEV', 'PKG', 'CLN'],
];

/** Cheese set aside before the first day: on hold since, and long expired. */
const putAside: Readonly<Record<string, CountedLine>> = {
  B01: { item: 'CHL-010', qtyMicro: 1_200_000, lot: { code: 'B01-ASIDE', expiry: '' } },
  B06: { item: 'CHL-011', qtyMicro: 800_000, lot: { code: 'B06-ASIDE', expiry: '' } },
};

/** Days after the first one on which the set-aside lot expires. */
const asideGoodFor = 24;

export const isSetAside = (line: CountedLine): boolean => line.lot?.code.endsWith('-ASIDE') === true;

/** Counters by location: the first two have their own users. */
const countersOf: Readonly<Record<string, PersonKey>> = { B01: 'branch', B02: 'branch2', CK01: 'kitchen' };
const counterOf = (place: string): PersonKey => countersOf[place] ?? 'admin';

const minute = 60_000;

/** Plans a branch's opening counts on the first day. */
export function planOpeningCounts(state: BranchState, at: number): StockCountEvent[] {
  const { code: place } = state.branch;
  return walks.map((sections, nth): StockCountEvent => {
    const lines = [...state.shelves.values()]
      .filter(({ level, onHandMicro }) => onHandMicro > 0 && sections.includes(level.item.section))
      .map(({ level, onHandMicro }): CountedLine => ({ item: level.item.code, qtyMicro: onHandMicro }));
    const aside = nth === 0 ? putAside[place] : undefined;
    const expiry = utcDay(at + asideGoodFor * 24 * 60 * minute);
    if (aside?.lot) lines.push({ ...aside, lot: { ...aside.lot, expiry } });
    const from = at + nth * 2 * minute;
    return {
      kind: 'count',
      at: from,
      place,
      type: 'opening',
      sections,
      by: 'admin',
      submittedAt: from + minute,
      approvedAt: from + minute,
      lines,
    };
  });
}

/** Days on whose evening every location does a full count. */
const countingDays = [28, 56];

/** Causes of negative and positive differences. */
const lessCauses = ['missing', 'waste_not_entered', 'miscount'] as const;
const moreCauses = ['not_entered', 'miscount'] as const;

/** Plans a branch's full count on its days, and applies the differences. */
export function planMonthlyCount(
  story: Story,
  state: BranchState,
  date: string,
  day: number,
): StockCountEvent[] {
  if (!countingDays.includes(day)) return [];
  const { random } = story;
  const { code: place, timezone } = state.branch;
  const at = story.at(date, 1_290, timezone);
  const lines: CountedLine[] = [];
  for (const [item, shelf] of state.shelves) {
    const there = onHandAt(shelf, at);
    if (there * 3 < shelf.level.parMicro || !random.chance(0.14)) continue;
    const isLess = random.chance(0.75);
    const share = shelf.level.parMicro * random.between(0.01, 0.05);
    const minQty = shelf.level.item.baseUnit === 'each' ? 1_000_000 : 50_000;
    const size = Math.max(minQty, roundToMeasurable(shelf.level.item, Math.min(share, there / 4)));
    if (size > there) continue;
    const qtyMicro = isLess ? -size : size;
    shelf.onHandMicro += qtyMicro;
    lines.push({ item, qtyMicro, cause: random.pick(isLess ? lessCauses : moreCauses) });
  }
  return [countOf(place, at, lines)];
}

const countOf = (place: string, at: number, lines: CountedLine[]): StockCountEvent => ({
  kind: 'count',
  at,
  place,
  type: 'full',
  sections: [],
  by: counterOf(place),
  submittedAt: at + 70 * minute,
  approvedAt: at + 80 * minute,
  lines,
});

/**
 * Plans the kitchen's count on the following afternoon: some items are short by part of a pack, none is over.
 */
export function planKitchenCount(story: Story, place: string, date: string, day: number): StockCountEvent[] {
  if (!countingDays.includes(day - 1)) return [];
  const { kitchen, kitchenZone, random } = story;
  const lines = [...kitchen.bins.values()]
    .filter(
      ({ item, freePacks }) =>
        item.supplier !== '' && item.baseUnit !== 'each' && freePacks > 20 && random.chance(0.1),
    )
    .map(({ item }): CountedLine => {
      takeFromKitchen(kitchen, item.code, 1);
      return {
        item: item.code,
        qtyMicro: -Math.max(10_000, roundToMeasurable(item, item.packMicro * random.between(0.05, 0.6))),
        cause: random.pick(lessCauses),
      };
    });
  return [countOf(place, story.at(date, 870, kitchenZone), lines)];
}

/**
 * This morning's spot counts and whether they were submitted: the first item is far off, the second slightly.
 */
const spots = [
  { place: 'B03', section: 'FRZ', isHandedIn: true },
  { place: 'B04', section: 'CHL', isHandedIn: false },
];

/** Missing share of the most valuable items of a walk. */
const missingShares = [0.6, 0.05];

/**
 * Plans this morning's counts: one branch is still counting its chiller, another has submitted differences to
 * review.
 */
export function planTodaysCounts(story: Story, states: readonly BranchState[]): StockCountEvent[] {
  return spots.flatMap(({ place, section, isHandedIn }): StockCountEvent[] => {
    const state = states.find(({ branch }) => branch.code === place);
    if (!state) return [];
    const at = story.at(story.today, 215, state.branch.timezone);
    // Nothing is posted before approval, so the plan's stock stays unchanged.
    const lines = [...state.shelves.values()]
      .filter(({ level }) => level.item.section === section)
      .map(({ level, ...shelf }) => ({ level, there: onHandAt({ level, ...shelf }, at) }))
      .toSorted((a, b) => b.there * b.level.item.costE4 - a.there * a.level.item.costE4)
      .map(({ level, there }, nth): CountedLine => {
        const qtyMicro = roundToMeasurable(level.item, there * (missingShares[nth] ?? 0));
        return { item: level.item.code, qtyMicro: qtyMicro === 0 ? 0 : -qtyMicro };
      });
    const submittedAt = isHandedIn ? at + 25 * minute : null;
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
