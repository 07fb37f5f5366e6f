import {
  estimateDemand,
  flatWeek,
  forecastDay,
  demandMethod,
  forecastSpread,
} from '#modules/demand/demand-rules.ts';
import { getServiceFactor } from '#modules/demand/service-level.ts';
import { computeTargetMicro } from '#modules/demand/suggestion.ts';
import { generateSales, type LocationSales, createRandomNumbers } from './data.ts';
import { buildDemandDays, buildProfiles } from './measure.ts';

interface Speed {
  items: number;
  branchMs: number;
  branches: number;
  itemsPerBranch: number;
  allMs: number;
}

/** Generates half a year of a branch's sales; only the amount of data matters. */
function generateBranch(items: number, seed: number): LocationSales {
  const [sales] = generateSales({
    places: 1,
    items,
    days: demandMethod.shapeDays,
    seed,
    levels: [0.1, 60],
    weekday: 0.6,
  });
  if (!sales) throw new Error('No sales were generated');
  return sales;
}

/** Computes all suggestions for a day; returns their sum, so that nothing is optimized away. */
function suggestAll(place: LocationSales): number {
  const days = buildDemandDays(place);
  let sum = 0;
  for (const { profile, items } of buildProfiles(days, place.items, flatWeek)) {
    for (const series of items) {
      const demand = estimateDemand(days, series, profile);
      const forecast = forecastDay(days, demand, profile, 0) + forecastDay(days, demand, profile, 1);
      sum += computeTargetMicro(
        { forecast, spread: forecastSpread(demand, 1, 2), factor: getServiceFactor(95) },
        1_000_000,
      );
    }
  }
  return sum;
}

/** Times suggestions after a warm-up, without reading from the database (docs/benchmarks-suggestions.md). */
export function timeSuggestions(): Speed {
  const [small, ...large] = [generateBranch(1200, 1), generateBranch(3000, 2), generateBranch(3000, 3)];
  const timeAll = (places: readonly LocationSales[]) => {
    const startedAt = performance.now();
    let sum = 0;
    for (const place of places) sum += suggestAll(place);
    if (!(sum > 0)) throw new Error('No suggestions were computed');
    return performance.now() - startedAt;
  };
  timeAll([small]);
  const random = createRandomNumbers(1);
  const all = Array.from({ length: 200 }, () => large[Math.floor(random() * large.length)] ?? small);
  return {
    items: 1200,
    branchMs: timeAll([small]),
    branches: 200,
    itemsPerBranch: 3000,
    allMs: timeAll(all),
  };
}
