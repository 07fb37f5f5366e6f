import {
  estimateDemand,
  flatWeek,
  forecastDay,
  demandMethod,
  forecastSpread,
} from '#modules/demand/demand-rules.ts';
import { serviceFactor } from '#modules/demand/service-level.ts';
import { computeTargetMicro } from '#modules/demand/suggestion.ts';
import { generateSales, type LocationSales, seededNumbers } from './data.ts';
import { demandDaysOf, buildProfiles } from './measure.ts';

interface Speed {
  items: number;
  branchMs: number;
  branches: number;
  itemsOfAll: number;
  allMs: number;
}

/** Half a year of a branch's sales; only their number matters. */
function branch(items: number, seed: number): LocationSales {
  const [sales] = generateSales({
    places: 1,
    items,
    days: demandMethod.shapeDays,
    seed,
    levels: [0.1, 60],
    weekday: 0.6,
  });
  if (!sales) throw new Error('nothing was made up');
  return sales;
}

/** Computes suggestions of everything for a day; returns a sum, so that nothing is optimized away. */
function suggestAll(place: LocationSales): number {
  const days = demandDaysOf(place);
  let sum = 0;
  for (const { profile, items } of buildProfiles(days, place.items, flatWeek)) {
    for (const series of items) {
      const demand = estimateDemand(days, series, profile);
      const forecast = forecastDay(days, demand, profile, 0) + forecastDay(days, demand, profile, 1);
      sum += computeTargetMicro(
        { forecast, spread: forecastSpread(demand, 1, 2), factor: serviceFactor(95) },
        1_000_000,
      );
    }
  }
  return sum;
}

/** Times suggestions once warm, without reading from the database (docs/benchmarks-suggestions.md). */
export function timeSuggestions(): Speed {
  const [small, ...large] = [branch(1200, 1), branch(3000, 2), branch(3000, 3)];
  const timed = (places: readonly LocationSales[]) => {
    const begun = performance.now();
    let sum = 0;
    for (const place of places) sum += suggestAll(place);
    if (!(sum > 0)) throw new Error('nothing was suggested');
    return performance.now() - begun;
  };
  timed([small]);
  const random = seededNumbers(1);
  const all = Array.from({ length: 200 }, () => large[Math.floor(random() * large.length)] ?? small);
  return { items: 1200, branchMs: timed([small]), branches: 200, itemsOfAll: 3000, allMs: timed(all) };
}
