// `npm run bench:suggestions`: simulates daily orders, placed two days ahead, over generated sales, with the
// order guide's method and with simple rules. Each method's safety factor is chosen so that all methods serve
// the same share of demand. Then measures the time for suggestions for 1,200 items at a branch, and for 200
// branches with 3,000 items. Options: --file sales.csv (columns: date, location, item, quantity; headings are
// ignored), --json, --seed 7, --read all (or sqlite, postgresql) to time the whole order guide of 1,200 items
// with a year of daily rows on each engine; --night all (or one engine) to time the nightly forecasts of all
// branches, and a production plan that uses them.
import { parseArgs } from 'node:util';
import { runOnEngines } from './bench/engines.ts';
import { generateSales, businessProfiles } from './bench/suggestions/data.ts';
import { readSalesFile } from './bench/suggestions/file.ts';
import { type MethodResult, measureMethods, type Method, methods } from './bench/suggestions/measure.ts';
import { timeNight } from './bench/suggestions/night.ts';
import { timeGuide } from './bench/suggestions/guide.ts';
import { timeSuggestions } from './bench/suggestions/speed.ts';

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    json: { type: 'boolean', default: false },
    seed: { type: 'string' },
    read: { type: 'string' },
    night: { type: 'string' },
  },
});

const formatPercent = (share: number) => `${(share * 100).toFixed(1)} %`;

function printResults(name: string, results: Record<Method, MethodResult>): void {
  console.info(`\n${name}`);
  console.table(
    Object.fromEntries(
      methods.map((method) => {
        const { mase, pinball90, leftover95, leftover97 } = results[method];
        return [
          method,
          {
            MASE: mase.toFixed(3),
            'pinball 0.9': formatPercent(pinball90),
            'left over at 95 %': formatPercent(leftover95),
            'left over at 97 %': formatPercent(leftover97),
          },
        ];
      }),
    ),
  );
  const { orderGuide, lastWeek, weekdayAverage, flatAverage } = results;
  const formatReduction = (other: MethodResult) =>
    `${((1 - orderGuide.leftover97 / other.leftover97) * 100).toFixed(0)} %`;
  console.info(
    `left over at 97 % served: ${formatReduction(lastWeek)} less than last week's sales, ${formatReduction(weekdayAverage)} less than the average of eight weekdays, ${formatReduction(flatAverage)} less than the average of eight weeks; MASE ${(orderGuide.mase / lastWeek.mase).toFixed(2)} of last week's`,
  );
}

async function printGuideTimes(only: string): Promise<void> {
  await runOnEngines(only === 'all' ? '' : only, async (engine, db) => {
    const [cold, ...warm] = await timeGuide(db);
    const formatRun = (run: { ms: number; cpuMs: number } | undefined) =>
      `${run?.ms.toFixed(0)} ms (${run?.cpuMs.toFixed(0)} CPU)`;
    const median = warm.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor(warm.length / 2)];
    console.info(
      `${engine}: the order guide of 1,200 items in ${formatRun(median)}, the first time ${formatRun(cold)}`,
    );
  });
}

/**
 * A large business has 200 branches with 3,000 items and 48,000 lines a day; only some of its branches are
 * measured.
 */
const largeBranches = 200;
const nights = {
  'as many lines as in a large business (240 of 3,000 items a day)': {
    branches: 10,
    items: 3000,
    linesPerDay: 240,
    recipeCount: 300,
  },
  'every item on every day': { branches: 2, items: 3000, linesPerDay: 3000, recipeCount: 300 },
} as const;

async function printNights(only: string): Promise<void> {
  for (const [name, size] of Object.entries(nights))
    await runOnEngines(only === 'all' ? '' : only, async (engine, db) => {
      const { rows, nightMs, cpuMs, storedBytes, planMs, planUncachedMs } = await timeNight(db, size);
      const extrapolate = (ms: number) => `${((ms * largeBranches) / size.branches / 1000).toFixed(1)} s`;
      console.info(
        `${engine}, ${name}: ${size.branches} branches in ${nightMs.toFixed(0)} ms (${cpuMs.toFixed(0)} CPU), ${rows} daily rows, ${(storedBytes / 1e6).toFixed(2)} MB stored; ${largeBranches} branches would take ${extrapolate(nightMs)} (${extrapolate(cpuMs)} CPU). A plan reads them in ${planMs.toFixed(0)} ms, and computes them in ${planUncachedMs.toFixed(0)} ms; ${largeBranches} in ${extrapolate(planMs)} and ${extrapolate(planUncachedMs)}`,
      );
    });
}

async function printMethods(): Promise<void> {
  const sets: Record<string, Record<Method, MethodResult>> = {};
  if (values.file === undefined)
    for (const [name, profile] of Object.entries(businessProfiles))
      sets[name] = measureMethods(
        generateSales({ ...profile, seed: values.seed === undefined ? profile.seed : Number(values.seed) }),
      );
  else sets['file'] = measureMethods(await readSalesFile(values.file));
  const speed = values.file === undefined ? timeSuggestions() : null;

  if (values.json)
    console.info(JSON.stringify({ methods: sets['file'] ?? sets['weekday'], ...(speed && { sets, speed }) }));
  else {
    for (const [name, results] of Object.entries(sets))
      printResults(name === 'file' ? (values.file ?? name) : name, results);
    if (speed)
      console.info(
        `\ncomputed: ${speed.items} items of a branch in ${speed.branchMs.toFixed(0)} ms; ${speed.branches} branches with ${speed.itemsPerBranch} items in ${(speed.allMs / 1000).toFixed(1)} s`,
      );
  }
}

if (values.night !== undefined) await printNights(values.night);
else await (values.read === undefined ? printMethods() : printGuideTimes(values.read));
