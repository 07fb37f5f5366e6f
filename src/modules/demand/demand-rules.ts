/**
 * Demand model of an item at a location: a level, a weekly shape and calendar effects. All items use the same
 * method. Quantities are in handling units (pieces, kilograms, litres). The constants were chosen from sales
 * data of other businesses and aren't tuned to any item.
 */

/**
 * Kinds of days. Closed days are excluded; usual days don't change the forecast; the other kinds change it
 * by the effect of earlier days of the same kind.
 */
export const dayKind = { usual: 0, closed: 1, beforeClosed: 2, afterClosed: 3, holiday: 4 } as const;

export const demandMethod = {
  /** Half-life of the level in open days, depending on whether more than `fastLevel` a day is sold. */
  fastHalfLife: 10,
  slowHalfLife: 21,
  fastLevel: 5,
  /** Limits how far a single day moves the level: this share of the forecast plus this many units. */
  minShare: 0.5,
  maxShare: 2,
  leeway: 3,
  /**
   * Weekly shape: length of its window, weight of each week relative to the next, and number of units at
   * which an item's own shape has the same weight as its category's.
   */
  shapeDays: 182,
  weekWeight: 0.97,
  shrinkage: 12,
  /** With fewer observations of a weekday, the category's index is used. */
  minPerWeekday: 4,
  /** Minimum number of observed days of a kind before that kind has an effect. */
  minPerKind: 8,
  errorDays: 84,
  /** With fewer errors of its own, an item also uses those of its category. */
  minErrors: 28,
  /** With fewer counted days there is no forecast. */
  minDays: 14,
  /** Days between order and sale; forecast errors are measured this many days ahead. */
  daysAhead: 2,
} as const;

/** The days with data, oldest first, and some future days; the same for every item of a location. */
export interface DemandDays {
  /** Number of days with data; future days follow them. */
  pastDays: number;
  /** Weekday of the first day; 0 is Monday. */
  firstWeekday: number;
  /** The `dayKind` of each known day and of at least `daysAhead` future days. */
  kinds: Uint8Array;
}

/**
 * Demand on each known day, and whether the day counts (1), that is, isn't closed, out of stock or
 * exceptional.
 */
export interface DemandSeries {
  quantities: Float64Array;
  counts: Uint8Array;
}

/** Weekly shape and effect of special days, shared by the items of a category; one set for each known day. */
export interface CategoryProfile {
  /** `shape[day * 7 + weekday]` */
  shape: Float64Array;
  /** `special[day * 5 + kind]` */
  special: Float64Array;
}

/** State of an item's model on the last known day. */
export interface DemandModel {
  /** Demand on a usual day; null with too little history. */
  level: number | null;
  /** Weekday indexes, Monday first. */
  index: number[];
  /** Average by weekday, and the number of observations. */
  average: number[];
  observations: number[];
  /** Sums of squared errors and of forecasts over the last 84 days, and their number. */
  squares: number;
  expected: number;
  errors: number;
  /**
   * Forecast for each day, made two days before; NaN if there is none. Extends `daysAhead` days beyond the
   * known days.
   */
  forecasts: Float64Array;
  /** Index of the first day with demand. */
  since: number;
  /** Number of counted days since then. */
  knownDays: number;
}

const getWeekday = (days: DemandDays, day: number): number => (days.firstWeekday + day) % 7;
const oldWeight = demandMethod.weekWeight ** (demandMethod.shapeDays / 7);
const fastRate = 1 - 0.5 ** (1 / demandMethod.fastHalfLife);
const slowRate = 1 - 0.5 ** (1 / demandMethod.slowHalfLife);

/** Weekly shape with equal days, used if there is no data. */
export const flatWeek: readonly number[] = [1, 1, 1, 1, 1, 1, 1];

/**
 * Builds a category profile from the total of its items, shrunk towards the weekly shape of all branches in
 * the same way as an item's shape is shrunk towards its category's.
 *
 * @param items number of items that count on each day; days with few of them are excluded
 * @param parent weekly shape of all branches
 */
function buildProfile(
  days: DemandDays,
  total: Float64Array,
  items: Uint32Array,
  parent: readonly number[],
): CategoryProfile {
  const maxItems = items.reduce((max, n) => Math.max(max, n), 0);
  const isReliable = (n: number) => n > 0 && n * 2 >= maxItems;
  // The effect of special days is measured against usual days only.
  const counts = Uint8Array.from(items, (n, day) =>
    isReliable(n) && days.kinds[day] === dayKind.usual ? 1 : 0,
  );
  const shape = new Float64Array(days.pastDays * 7);
  const special = new Float64Array(days.pastDays * 5).fill(1);
  const actualSum = new Float64Array(5);
  const usual = new Float64Array(5);
  const observed = new Float64Array(5);
  replayDays(days, { quantities: total, counts }, parent, null, (day, level, index) => {
    for (let weekday = 0; weekday < 7; weekday += 1) shape[day * 7 + weekday] = index[weekday] ?? 1;
    const kind = days.kinds[day] ?? 0;
    const expected = level * (index[getWeekday(days, day)] ?? 1);
    if (kind > dayKind.closed && isReliable(items[day] ?? 0) && expected > 0) {
      actualSum[kind] = (actualSum[kind] ?? 0) + (total[day] ?? 0);
      usual[kind] = (usual[kind] ?? 0) + expected;
      observed[kind] = (observed[kind] ?? 0) + (items[day] ?? 0);
    }
    for (let kind = dayKind.beforeClosed; kind <= dayKind.holiday; kind += 1)
      if ((observed[kind] ?? 0) >= demandMethod.minPerKind)
        special[day * 5 + kind] = (actualSum[kind] ?? 0) / (usual[kind] ?? 1);
  });
  return { shape, special };
}

/** Builds a category profile from the items of the category. */
export function buildCategoryProfile(
  days: DemandDays,
  items: readonly DemandSeries[],
  parent: readonly number[],
): CategoryProfile {
  const [total, itemCounts] = [new Float64Array(days.pastDays), new Uint32Array(days.pastDays)];
  for (const { quantities, counts } of items)
    for (let day = 0; day < days.pastDays; day += 1)
      if (counts[day] === 1) {
        total[day] = (total[day] ?? 0) + (quantities[day] ?? 0);
        itemCounts[day] = (itemCounts[day] ?? 0) + 1;
      }
  return buildProfile(days, total, itemCounts, parent);
}

/** Estimates the demand model of an item; `profile` belongs to its category at the location. */
export function estimateDemand(
  days: DemandDays,
  series: DemandSeries,
  profile: CategoryProfile,
): DemandModel {
  return replayDays(days, series, profile.shape, profile, null);
}

/** Forecasts a future day (0 is the first after the known ones). */
export function forecastDay(
  days: DemandDays,
  { level, index }: DemandModel,
  profile: CategoryProfile,
  ahead: number,
): number {
  const day = days.pastDays + ahead;
  const kind = days.kinds[day] ?? 0;
  if (level === null || kind === dayKind.closed) return 0;
  const special = days.pastDays > 0 ? (profile.special[(days.pastDays - 1) * 5 + kind] ?? 1) : 1;
  return Math.max(0, level * (index[getWeekday(days, day)] ?? 1) * special);
}

/**
 * Returns the forecast spread over a number of open days. Items with few errors also use those of their
 * category, which grow with sales.
 */
export function forecastSpread(demand: DemandModel, errorShare: number, openDays: number): number {
  const { squares, errors, level } = demand;
  const trust = Math.min(1, errors / demandMethod.minErrors);
  const ownVariance = errors > 0 ? squares / errors : 0;
  return Math.sqrt(Math.max(0, trust * ownVariance + (1 - trust) * errorShare * (level ?? 0)) * openDays);
}

/**
 * Processes the days in order, using only the data known on each day, so that past forecasts don't use later
 * data.
 */
function replayDays(
  days: DemandDays,
  { quantities, counts }: DemandSeries,
  /** The shape to shrink towards: one for all days, or seven values per day. */
  parent: ArrayLike<number>,
  profile: CategoryProfile | null,
  onDay: ((day: number, level: number, index: Float64Array) => void) | null,
): DemandModel {
  const { pastDays } = days;
  const first = quantities.findIndex((qty) => qty > 0);
  const since = first < 0 ? pastDays : first;
  const [sum, weight, counted] = [new Float64Array(7), new Float64Array(7), new Float64Array(7)];
  const index = new Float64Array(7).fill(1);
  /** Contribution of each day to the weekly shape, removed when it leaves the window. */
  const contribution = new Float64Array(pastDays);
  const forecasts = new Float64Array(pastDays + demandMethod.daysAhead).fill(Number.NaN);
  const modelStart = findModelStart(counts, since);
  let level = computeStartLevel(quantities, counts, since, Math.min(modelStart, pastDays));
  let [squares, expected, errors, knownDays] = [0, 0, 0, 0];
  for (let day = 0; day < pastDays; day += 1) {
    const weekday = getWeekday(days, day);
    const isCounted = day >= since && counts[day] === 1;
    if (isCounted) knownDays += 1;
    const qty = quantities[day] ?? 0;
    const special = profile?.special[day * 5 + (days.kinds[day] ?? 0)] ?? 1;
    if (day >= modelStart && isCounted) {
      const dayFactor = (index[weekday] ?? 1) * special;
      const prediction = level * dayFactor;
      const limitedQty = Math.min(
        Math.max(qty, demandMethod.minShare * prediction - demandMethod.leeway),
        demandMethod.maxShare * prediction + demandMethod.leeway,
      );
      // A weekday with almost no sales can't indicate the level.
      if (dayFactor >= 0.1)
        level += (level > demandMethod.fastLevel ? fastRate : slowRate) * (limitedQty / dayFactor - level);
      const forecast = forecasts[day] ?? Number.NaN;
      if (day >= pastDays - demandMethod.errorDays && !Number.isNaN(forecast)) {
        squares += (qty - forecast) ** 2;
        expected += forecast;
        errors += 1;
      }
    }
    const old = day - demandMethod.shapeDays;
    const isLeavingWindow = old >= since && counts[old] === 1;
    if (day >= since) {
      // Days that don't count still move the window.
      if (isCounted) contribution[day] = qty / Math.max(special, 0.2);
      sum[weekday] = (sum[weekday] ?? 0) * demandMethod.weekWeight + (contribution[day] ?? 0);
      weight[weekday] = (weight[weekday] ?? 0) * demandMethod.weekWeight + (isCounted ? 1 : 0);
      if (isLeavingWindow) {
        sum[weekday] = (sum[weekday] ?? 0) - (contribution[old] ?? 0) * oldWeight;
        weight[weekday] = (weight[weekday] ?? 0) - oldWeight;
      }
      counted[weekday] = (counted[weekday] ?? 0) + (isCounted ? 1 : 0) - (isLeavingWindow ? 1 : 0);
    }
    if (day >= since || onDay)
      shapeWeek(index, { sum, weight, observations: counted }, parent, parent.length > 7 ? day * 7 : 0);
    onDay?.(day, level, index);
    const target = day + demandMethod.daysAhead;
    if (day >= modelStart - 1) {
      const kind = days.kinds[target] ?? 0;
      const specialFactor = profile?.special[day * 5 + kind] ?? 1;
      forecasts[target] =
        kind === dayKind.closed
          ? 0
          : Math.max(0, level * (index[getWeekday(days, target)] ?? 1) * specialFactor);
    }
  }
  return {
    level: modelStart > pastDays ? null : level,
    index: [...index],
    average: Array.from(sum, (total, weekday) =>
      (weight[weekday] ?? 0) > 0 ? total / (weight[weekday] ?? 1) : 0,
    ),
    observations: [...counted],
    squares,
    expected,
    errors,
    forecasts,
    since,
    knownDays,
  };
}

/**
 * Returns the first day that is preceded by enough counted days; sold-out days don't indicate the level.
 * Returns a day after the last one if there are never enough.
 */
function findModelStart(counts: Uint8Array, since: number): number {
  let remaining: number = demandMethod.minDays;
  for (let day = since; day < counts.length; day += 1)
    if (counts[day] === 1) {
      remaining -= 1;
      if (remaining === 0) return day + 1;
    }
  return counts.length + 1;
}

/** Returns the mean of the first days that count. */
function computeStartLevel(demand: Float64Array, counts: Uint8Array, from: number, until: number): number {
  let [sum, n] = [0, 0];
  for (let day = from; day < until; day += 1)
    if (counts[day] === 1) {
      sum += demand[day] ?? 0;
      n += 1;
    }
  return n > 0 ? sum / n : 0;
}

/**
 * Shrinks the weekday indexes towards the category's shape: `n / (n + 12 / level)`, so that the category
 * dominates for slow sellers.
 */
function shapeWeek(
  index: Float64Array,
  { sum, weight, observations }: Record<'sum' | 'weight' | 'observations', Float64Array>,
  parent: ArrayLike<number>,
  offset: number,
): void {
  let total = 0;
  let weekdays = 0;
  for (let weekday = 0; weekday < 7; weekday += 1)
    if ((observations[weekday] ?? 0) > 0) {
      total += (sum[weekday] ?? 0) / (weight[weekday] ?? 1);
      weekdays += 1;
    }
  const mean = weekdays > 0 ? total / weekdays : 0;
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const n = observations[weekday] ?? 0;
    const categoryIndex = parent[offset + weekday] ?? 1;
    if (n < demandMethod.minPerWeekday || mean <= 0) index[weekday] = categoryIndex;
    else {
      const ownIndex = (sum[weekday] ?? 0) / (weight[weekday] ?? 1) / mean;
      const trust = (n * mean) / (n * mean + demandMethod.shrinkage);
      index[weekday] = trust * ownIndex + (1 - trust) * categoryIndex;
    }
  }
}
