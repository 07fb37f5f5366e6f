import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backtest, baselineRules, computeRollingSpread, computeRuleForecasts } from './backtest.ts';
import {
  dayKind,
  type DemandDays,
  estimateDemand,
  flatWeek,
  forecastDay,
  demandMethod,
  buildCategoryProfile,
  type DemandSeries,
  forecastSpread,
} from './demand-rules.ts';

const friday = 4;

/** Returns past days, starting on a Monday, followed by two future weeks. */
function buildDays(pastDays: number, marked: Record<number, number> = {}): DemandDays {
  const kinds = new Uint8Array(pastDays + 14);
  for (const [day, kind] of Object.entries(marked)) kinds[Number(day)] = kind;
  return { pastDays, firstWeekday: 0, kinds };
}

function buildSeries(
  { pastDays, kinds }: DemandDays,
  demandOn: (day: number) => number,
  excludedDays: readonly number[] = [],
): DemandSeries {
  return {
    quantities: Float64Array.from({ length: pastDays }, (_, day) => demandOn(day)),
    counts: Uint8Array.from({ length: pastDays }, (_, day) =>
      kinds[day] === dayKind.closed || excludedDays.includes(day) ? 0 : 1,
    ),
  };
}

const buildProfile = (days: DemandDays, ...all: DemandSeries[]) => buildCategoryProfile(days, all, flatWeek);

/** Returns the forecast for a future day; 0 is the first one. */
const forecastNext = (
  days: DemandDays,
  series: DemandSeries,
  ahead = 0,
  categorySeries: DemandSeries[] = [],
) => {
  const profile = buildProfile(days, series, ...categorySeries);
  return forecastDay(days, estimateDemand(days, series, profile), profile, ahead);
};

test('forecasts constant sales as constant', () => {
  const days = buildDays(182);
  const series = buildSeries(days, () => 42);
  const demand = estimateDemand(days, series, buildProfile(days, series));
  expect(demand).toMatchObject({ level: 42, index: flatWeek, observations: Array(7).fill(26), errors: 84 });
  expect(demand.average[friday]).toBeCloseTo(42, 10);
  expect(forecastSpread(demand, 0, 3)).toBeCloseTo(0, 10);
});

test("a weekday's index is shrunk by n / (n + 12 / level) towards that of the category", () => {
  const days = buildDays(182);
  // 8 a day, 15 on Fridays: 9 on average, so the Friday index is 15/9.
  const series = buildSeries(days, (day) => (day % 7 === friday ? 15 : 8));
  const level = 9;
  const trust = 26 / (26 + 12 / level);
  const category = trust * (15 / 9) + (1 - trust);
  const demand = estimateDemand(days, series, buildProfile(days, series));
  expect(demand.index[friday]).toBeCloseTo(trust * (15 / 9) + (1 - trust) * category, 10);
  expect(demand.average[friday]).toBeCloseTo(15, 10);
});

test("items with few sales use the category's weekly shape", () => {
  const days = buildDays(182);
  const busy = buildSeries(days, (day) => (day % 7 === friday ? 60 : 30));
  // One sale every five weeks, never on a Friday: its own data would forecast no sales on Fridays.
  const rare = buildSeries(days, (day) => (day % 35 === 1 ? 1 : 0));
  const profile = buildProfile(days, busy, rare);
  const { index } = estimateDemand(days, rare, profile);
  const shared = profile.shape[181 * 7 + friday] ?? 0;
  expect(shared).toBeGreaterThan(1.7);
  expect(index[friday]).toBeGreaterThan(0.9 * shared);
});

test('the level adjusts halfway to a change within 10 open days above 5 units a day, and within 21 days below', () => {
  const days = buildDays(182);
  const levelAfterChange = (before: number, after: number, daysSince: number) => {
    const series = buildSeries(days, (day) => (day < 182 - daysSince ? before : after));
    const { level } = estimateDemand(days, series, {
      shape: new Float64Array(182 * 7).fill(1),
      special: new Float64Array(182 * 5).fill(1),
    });
    return level;
  };
  // The weekly shape changes slightly as well.
  expect(levelAfterChange(20, 30, 10)).toBeCloseTo(25, 0);
  expect(levelAfterChange(2, 4, 21)).toBeCloseTo(3, 0);
});

test('a single large order changes the level by no more than the daily limit: twice the forecast plus 3', () => {
  const days = buildDays(182);
  const { level } = estimateDemand(
    days,
    buildSeries(days, (day) => (day === 181 ? 900 : 10)),
    buildProfile(
      days,
      buildSeries(days, () => 10),
    ),
  );
  const share = 1 - 0.5 ** (1 / 10);
  expect(level).toBeCloseTo(10 + share * (2 * 10 + 3 - 10), 6);
});

test("S1: days without stock don't count as days without demand", () => {
  const days = buildDays(182);
  const out = Array.from({ length: 40 }, (_, n) => 142 + n);
  expect(
    forecastNext(
      days,
      buildSeries(days, (day) => (day < 142 ? 12 : 0), out),
    ),
  ).toBeCloseTo(12, 10);
  // Sold out since the first month: only the counted days form the average.
  expect(
    forecastNext(
      days,
      buildSeries(
        days,
        (day) => (day < 30 ? 12 : 0),
        Array.from({ length: 152 }, (_, n) => 30 + n),
      ),
    ),
  ).toBeCloseTo(12, 10);
});

test("S1: an item that was sold out at first is modelled from its counted days; one always sold out isn't modelled", () => {
  const days = buildDays(60);
  const estimateCounted = (counts: (day: number) => number) => {
    const series = {
      ...buildSeries(days, () => 200),
      counts: Uint8Array.from({ length: 60 }, (_, day) => counts(day)),
    };
    return estimateDemand(days, series, buildProfile(days, series));
  };
  const newItem = estimateCounted((day) => (day < 14 ? 0 : 1));
  expect(newItem.level).toBeCloseTo(200);
  expect(newItem.knownDays).toBe(46);
  expect(estimateCounted((day) => (day < 47 ? 0 : 1))).toMatchObject({ level: null, knownDays: 13 });
  expect(estimateCounted(() => 0)).toMatchObject({ level: null, knownDays: 0 });
});

test("S7: sales of a closed Friday aren't the forecast for the next Friday, and a closed day has no forecast", () => {
  // The last known day is Sunday; the Friday before it was closed, and so is the day after tomorrow.
  const days = buildDays(182, { 179: dayKind.closed, 184: dayKind.closed });
  const series = buildSeries(days, (day) => (day === 179 ? 0 : day % 7 === friday ? 30 : 10));
  expect(forecastNext(days, series, 4)).toBeGreaterThan(28);
  expect(forecastNext(days, series, 2)).toBe(0);
  const [lastWeek] = baselineRules;
  // The baseline rule skips the closed Friday and uses the one before.
  expect(computeRuleForecasts({ ...days, pastDays: 181 }, series, 0, lastWeek)[172]).toBe(30);
});

test.each([
  ['seven', 7, 10],
  ['eight', 8, 20],
])('holidays affect the forecast once eight have been observed: %s', (_count, holidays, expected) => {
  const marked = Object.fromEntries(
    [...Array.from({ length: holidays }, (_, n) => 20 + n * 19), 182].map((day) => [day, dayKind.holiday]),
  );
  const days = buildDays(182, marked);
  const series = buildSeries(days, (day) => (marked[day] === dayKind.holiday ? 20 : 10));
  const forecast = forecastNext(days, series);
  expect(Math.abs(forecast - expected)).toBeLessThan(1.5);
});

test("S9: there is no forecast with less than two weeks of data, and with fewer than four observations of a weekday the category's index is used", () => {
  const days = buildDays(182);
  const busy = buildSeries(days, (day) => (day % 7 === friday ? 60 : 30));
  const seriesSince = (since: number) => buildSeries(days, (day) => (day >= since ? 10 : 0));
  expect(estimateDemand(days, seriesSince(169), buildProfile(days, busy)).level).toBeNull();
  const profile = buildProfile(days, busy);
  const threeWeeks = estimateDemand(days, seriesSince(182 - 21), profile);
  expect(threeWeeks.observations).toEqual([3, 3, 3, 3, 3, 3, 3]);
  expect(threeWeeks.index[friday]).toBe(profile.shape[181 * 7 + friday]);
});

test("the spread is computed from the item's errors over 84 days, and also from the category's if there are few", () => {
  const none = { level: 9, errors: 0, squares: 0 };
  const base = {
    ...none,
    index: [],
    average: [],
    observations: [],
    expected: 0,
    forecasts: new Float64Array(),
    since: 0,
    knownDays: 0,
  };
  expect(forecastSpread({ ...base, errors: 84, squares: 84 * 16 }, 99, 1)).toBe(4);
  expect(forecastSpread({ ...base, errors: 84, squares: 84 * 16 }, 99, 4)).toBe(8);
  expect(forecastSpread(base, 4, 1)).toBe(6);
  expect(forecastSpread({ ...base, errors: 14, squares: 14 * 16 }, 4, 1)).toBe(Math.sqrt((16 + 36) / 2));
});

test('baseline rules average one or eight of the same weekday, or eight weeks; the backtest returns surplus and missed demand', () => {
  const days = buildDays(70);
  const series = buildSeries(days, (day) => (day % 7) + Math.floor(day / 7));
  const forecastSunday = (rule: (typeof baselineRules)[number]) =>
    computeRuleForecasts(days, series, 0, rule)[69];
  // A Sunday's value is 6 plus the number of its week: 14 last week, 7 to 14 in the last eight weeks.
  expect(forecastSunday('lastWeek')).toBe(14);
  expect(forecastSunday('weekdayAverage')).toBe(10.5);
  expect(forecastSunday('flatAverage')).toBeCloseTo(8.25, 1);
  const alternating = buildSeries(days, (day) => (day % 2 === 0 ? 4 : 8));
  expect(backtest(days, alternating, () => 6, 60)).toEqual({ demand: 60, surplus: 10, missedDemand: 10 });
  expect(computeRollingSpread(days, alternating, new Float64Array(70).fill(6))[69]).toBe(2);
});

const someDemand = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 9 })), {
  minLength: 20,
  maxLength: 240,
});

test('the forecast for any sales is finite, not negative, and independent of later days', () => {
  fc.assert(
    fc.property(someDemand, fc.integer({ min: 1, max: 19 }), (sold, firstDays) => {
      const kinds = new Uint8Array(sold.length + 14);
      for (const [day, [, factor]] of sold.entries()) if (factor === 0) kinds[day] = dayKind.closed;
      const days: DemandDays = { pastDays: sold.length, firstWeekday: 3, kinds };
      const short: DemandDays = { ...days, pastDays: sold.length - firstDays };
      const [whole, part] = [days, short].map((period) => {
        const series = buildSeries(
          period,
          (day) => sold[day]?.[0] ?? 0,
          [...sold.keys()].filter((day) => sold[day]?.[1] === 1),
        );
        const profile = buildProfile(period, series);
        return {
          demand: estimateDemand(period, series, profile),
          next: forecastDay(period, estimateDemand(period, series, profile), profile, 3),
        };
      });
      expect(Number.isFinite(whole?.next) && (whole?.next ?? -1) >= 0).toBe(true);
      // Starting on the fifteenth counted day, later data doesn't change a forecast.
      const begin = (whole?.demand.since ?? 0) + demandMethod.minDays + demandMethod.daysAhead;
      for (let day = begin; day < short.pastDays; day += 1)
        expect(part?.demand.forecasts[day]).toBe(whole?.demand.forecasts[day]);
    }),
  );
});

test("doubled sales double the forecast if randomness and limits don't matter", () => {
  const days = buildDays(182);
  const scaledSeries = (times: number) => buildSeries(days, (day) => times * (4000 + 1000 * (day % 7)));
  expect(forecastNext(days, scaledSeries(2)) / forecastNext(days, scaledSeries(1))).toBeCloseTo(2, 2);
});
