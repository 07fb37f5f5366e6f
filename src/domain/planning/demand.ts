/**
 * What a place will want of an item, day by day: a level, the shape of the week and what is known of the calendar. One method for
 * everything. Quantities are in things that people handle: pieces, kilograms, litres. The numbers below were chosen
 * on the sales of other shops and are not tuned.
 */

/** What a day is to a place. A closed day is out; the others sell as usual, or as their like did before. */
export const dayKind = { usual: 0, closed: 1, beforeClosed: 2, afterClosed: 3, holiday: 4 } as const;

export const demandMethod = {
  /** Half-life of the level in open days, by whether more than `fastLevel` a day is sold. */
  fastHalfLife: 10,
  slowHalfLife: 21,
  fastLevel: 5,
  /** A day moves the level by no more than this share of what was expected, and so many things beside. */
  leastShare: 0.5,
  mostShare: 2,
  leeway: 3,
  /** The shape of the week: its window, what a week back counts for, and how many things outweigh the category's shape. */
  shapeDays: 182,
  weekWeight: 0.97,
  shrinkage: 12,
  /** With fewer of a weekday its index is the category's. */
  leastOfWeekday: 4,
  /** Calendar days that have to be seen before they tell anything. */
  leastOfKind: 8,
  errorDays: 84,
  /** With fewer errors of its own an item leans on those of its category. */
  enoughErrors: 28,
  /** Before this many days that count there is nothing to go by. */
  leastDays: 14,
  /** An order is placed so many days before its goods are sold: errors are those of forecasts of that age. */
  ahead: 2,
} as const;

/** The days that are known, oldest first, and some that come: the same for every item of a place. */
export interface DemandDays {
  known: number;
  /** 0 is Monday, of the first day. */
  firstWeekday: number;
  /** A `dayKind` for each, at least `ahead` more than are known. */
  kinds: Uint8Array;
}

/** What was wanted on each known day, and 1 where the day counts: not closed, nor without stock, nor exceptional. */
export interface DemandSeries {
  wanted: Float64Array;
  counts: Uint8Array;
}

/** What the items of a category have in common: the week's shape, and what special days are worth; both as of every known day. */
export interface CategoryProfile {
  /** `shape[day * 7 + weekday]` */
  shape: Float64Array;
  /** `special[day * 5 + kind]` */
  special: Float64Array;
}

/** What is known of an item on the last known day. */
export interface DemandModel {
  /** A usual day. Null with too little history. */
  level: number | null;
  /** What each weekday is to a usual day, Monday first. */
  index: number[];
  /** Each weekday on average and how many of it were seen. */
  average: number[];
  seen: number[];
  /** Sum of squared errors and of forecasts over the last 84 days, and how many. */
  squares: number;
  expected: number;
  errors: number;
  /** What was forecast for each day, two days before it; NaN where nothing was. Runs `ahead` days past the known ones. */
  forecasts: Float64Array;
  /** The first day on which anything was wanted, and how many days count since. */
  since: number;
  knownDays: number;
}

const weekdayOf = (days: DemandDays, day: number): number => (days.firstWeekday + day) % 7;
const oldWeight = demandMethod.weekWeight ** (demandMethod.shapeDays / 7);
const fast = 1 - 0.5 ** (1 / demandMethod.fastHalfLife);
const slow = 1 - 0.5 ** (1 / demandMethod.slowHalfLife);

/** A week without a shape, for what nobody knows anything of. */
export const flatWeek: readonly number[] = [1, 1, 1, 1, 1, 1, 1];

/**
 * The profile of a category in a place, from what all its items sold, shrunk to that of all branches as an item is to it.
 *
 * @param items how many of its items each day counts for: a day that few of them count on does not count
 * @param parent the shape of the week in all branches
 */
function profileOf(
  days: DemandDays,
  total: Float64Array,
  items: Uint32Array,
  parent: readonly number[],
): CategoryProfile {
  const most = items.reduce((best, n) => Math.max(best, n), 0);
  const isTold = (n: number) => n > 0 && n * 2 >= most;
  // What special days are worth is told by usual ones alone.
  const counts = Uint8Array.from(items, (n, day) => (isTold(n) && days.kinds[day] === dayKind.usual ? 1 : 0));
  const shape = new Float64Array(days.known * 7);
  const special = new Float64Array(days.known * 5).fill(1);
  const real = new Float64Array(5);
  const usual = new Float64Array(5);
  const observed = new Float64Array(5);
  walk(days, { wanted: total, counts }, parent, null, (day, level, index) => {
    for (let weekday = 0; weekday < 7; weekday += 1) shape[day * 7 + weekday] = index[weekday] ?? 1;
    const kind = days.kinds[day] ?? 0;
    const expected = level * (index[weekdayOf(days, day)] ?? 1);
    if (kind > dayKind.closed && isTold(items[day] ?? 0) && expected > 0) {
      real[kind] = (real[kind] ?? 0) + (total[day] ?? 0);
      usual[kind] = (usual[kind] ?? 0) + expected;
      observed[kind] = (observed[kind] ?? 0) + (items[day] ?? 0);
    }
    for (let one = dayKind.beforeClosed; one <= dayKind.holiday; one += 1)
      if ((observed[one] ?? 0) >= demandMethod.leastOfKind)
        special[day * 5 + one] = (real[one] ?? 0) / (usual[one] ?? 1);
  });
  return { shape, special };
}

/** The same from the items of the category. */
export function buildCategoryProfile(
  days: DemandDays,
  items: readonly DemandSeries[],
  parent: readonly number[],
): CategoryProfile {
  const [total, counting] = [new Float64Array(days.known), new Uint32Array(days.known)];
  for (const { wanted, counts } of items)
    for (let day = 0; day < days.known; day += 1)
      if (counts[day] === 1) {
        total[day] = (total[day] ?? 0) + (wanted[day] ?? 0);
        counting[day] = (counting[day] ?? 0) + 1;
      }
  return profileOf(days, total, counting, parent);
}

/** What is known of an item. `profile` is of its category in the place. */
export function estimateDemand(
  days: DemandDays,
  series: DemandSeries,
  profile: CategoryProfile,
): DemandModel {
  return walk(days, series, profile.shape, profile, null);
}

/** The forecast for a day that comes (0 is the first after the known ones), as things stand. */
export function forecastDay(
  days: DemandDays,
  { level, index }: DemandModel,
  profile: CategoryProfile,
  ahead: number,
): number {
  const day = days.known + ahead;
  const kind = days.kinds[day] ?? 0;
  if (level === null || kind === dayKind.closed) return 0;
  const special = days.known > 0 ? (profile.special[(days.known - 1) * 5 + kind] ?? 1) : 1;
  return Math.max(0, level * (index[weekdayOf(days, day)] ?? 1) * special);
}

/**
 * The spread of an item's own errors over so many open days together. Where it has few errors those of its category fill up, which
 * grow with what is sold.
 */
export function forecastSpread(demand: DemandModel, errorShare: number, openDays: number): number {
  const { squares, errors, level } = demand;
  const trust = Math.min(1, errors / demandMethod.enoughErrors);
  const own = errors > 0 ? squares / errors : 0;
  return Math.sqrt(Math.max(0, trust * own + (1 - trust) * errorShare * (level ?? 0)) * openDays);
}

/**
 * Goes through the days once. On every day it knows what was known on that day, and no more, so that a forecast of the past is the
 * one that would have been made then.
 */
function walk(
  days: DemandDays,
  { wanted, counts }: DemandSeries,
  /** The shape that its own is shrunk to: one for all days, or seven numbers for each. */
  parent: ArrayLike<number>,
  profile: CategoryProfile | null,
  onDay: ((day: number, level: number, index: Float64Array) => void) | null,
): DemandModel {
  const { known } = days;
  const first = wanted.findIndex((qty) => qty > 0);
  const since = first < 0 ? known : first;
  const [sum, weight, seen] = [new Float64Array(7), new Float64Array(7), new Float64Array(7)];
  const index = new Float64Array(7).fill(1);
  /** What each day brought into the shape of the week, to be taken out when it is older than that looks back. */
  const brought = new Float64Array(known);
  const forecasts = new Float64Array(known + demandMethod.ahead).fill(Number.NaN);
  const begin = knownFrom(counts, since);
  let level = startLevel(wanted, counts, since, Math.min(begin, known));
  let [squares, expected, errors, knownDays] = [0, 0, 0, 0];
  for (let day = 0; day < known; day += 1) {
    const weekday = weekdayOf(days, day);
    const isCounted = day >= since && counts[day] === 1;
    if (isCounted) knownDays += 1;
    const qty = wanted[day] ?? 0;
    const special = profile?.special[day * 5 + (days.kinds[day] ?? 0)] ?? 1;
    if (day >= begin && isCounted) {
      const usual = (index[weekday] ?? 1) * special;
      const guess = level * usual;
      const capped = Math.min(
        Math.max(qty, demandMethod.leastShare * guess - demandMethod.leeway),
        demandMethod.mostShare * guess + demandMethod.leeway,
      );
      // A weekday on which next to nothing is sold says nothing of the level.
      if (usual >= 0.1) level += (level > demandMethod.fastLevel ? fast : slow) * (capped / usual - level);
      const forecast = forecasts[day] ?? Number.NaN;
      if (day >= known - demandMethod.errorDays && !Number.isNaN(forecast)) {
        squares += (qty - forecast) ** 2;
        expected += forecast;
        errors += 1;
      }
    }
    const old = day - demandMethod.shapeDays;
    const leaves = old >= since && counts[old] === 1;
    if (day >= since) {
      // What lay a week back lies one more week back now, also where this day does not count.
      if (isCounted) brought[day] = qty / Math.max(special, 0.2);
      sum[weekday] = (sum[weekday] ?? 0) * demandMethod.weekWeight + (brought[day] ?? 0);
      weight[weekday] = (weight[weekday] ?? 0) * demandMethod.weekWeight + (isCounted ? 1 : 0);
      if (leaves) {
        sum[weekday] = (sum[weekday] ?? 0) - (brought[old] ?? 0) * oldWeight;
        weight[weekday] = (weight[weekday] ?? 0) - oldWeight;
      }
      seen[weekday] = (seen[weekday] ?? 0) + (isCounted ? 1 : 0) - (leaves ? 1 : 0);
    }
    if (day >= since || onDay)
      shapeWeek(index, { sum, weight, seen }, parent, parent.length > 7 ? day * 7 : 0);
    onDay?.(day, level, index);
    const target = day + demandMethod.ahead;
    if (day >= begin - 1) {
      const kind = days.kinds[target] ?? 0;
      const later = profile?.special[day * 5 + kind] ?? 1;
      forecasts[target] =
        kind === dayKind.closed ? 0 : Math.max(0, level * (index[weekdayOf(days, target)] ?? 1) * later);
    }
  }
  return {
    level: begin > known ? null : level,
    index: [...index],
    average: Array.from(sum, (total, weekday) =>
      (weight[weekday] ?? 0) > 0 ? total / (weight[weekday] ?? 1) : 0,
    ),
    seen: [...seen],
    squares,
    expected,
    errors,
    forecasts,
    since,
    knownDays,
  };
}

/**
 * The day from which on enough is known: so many days that count came before it, as days on which it sold out and the like tell of no
 * level. Beyond all days where there are too few.
 */
function knownFrom(counts: Uint8Array, since: number): number {
  let left: number = demandMethod.leastDays;
  for (let day = since; day < counts.length; day += 1)
    if (counts[day] === 1) {
      left -= 1;
      if (left === 0) return day + 1;
    }
  return counts.length + 1;
}

/** The mean of the first days that count. */
function startLevel(wanted: Float64Array, counts: Uint8Array, from: number, until: number): number {
  let [sum, n] = [0, 0];
  for (let day = from; day < until; day += 1)
    if (counts[day] === 1) {
      sum += wanted[day] ?? 0;
      n += 1;
    }
  return n > 0 ? sum / n : 0;
}

/**
 * What each weekday is to the mean of the week, shrunk to the shape of the category: `n / (n + 12 / level)`, so that where little is
 * sold the category speaks.
 */
function shapeWeek(
  index: Float64Array,
  { sum, weight, seen }: Record<'sum' | 'weight' | 'seen', Float64Array>,
  parent: ArrayLike<number>,
  at: number,
): void {
  let total = 0;
  let weekdays = 0;
  for (let weekday = 0; weekday < 7; weekday += 1)
    if ((seen[weekday] ?? 0) > 0) {
      total += (sum[weekday] ?? 0) / (weight[weekday] ?? 1);
      weekdays += 1;
    }
  const mean = weekdays > 0 ? total / weekdays : 0;
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const n = seen[weekday] ?? 0;
    const shared = parent[at + weekday] ?? 1;
    if (n < demandMethod.leastOfWeekday || mean <= 0) index[weekday] = shared;
    else {
      const own = (sum[weekday] ?? 0) / (weight[weekday] ?? 1) / mean;
      const trust = (n * mean) / (n * mean + demandMethod.shrinkage);
      index[weekday] = trust * own + (1 - trust) * shared;
    }
  }
}
