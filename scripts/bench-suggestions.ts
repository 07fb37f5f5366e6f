// `npm run bench:suggestions`: daily orders, two days ahead, over generated sales, by the order guide's
// method and by simple rules; each method's safety factor serves the same share of demand. Then the time for
// suggestions of 1,200 items of a branch, and of 200 branches with 3,000. Options: --file sales.csv (date,
// place, item, quantity in this order, whatever the headings), --json, --seed 7, --read all (or sqlite,
// postgresql) to time the whole order guide of 1,200 items with a year of daily rows on each engine; --night
// all (or one engine) to time the nightly forecasts of all branches, and a production plan that uses them.
import { parseArgs } from 'node:util';
import { runOnEngines } from './bench/engines.ts';
import { generateSales, shops } from './bench/suggestions/data.ts';
import { readSalesFile } from './bench/suggestions/file.ts';
import { type MethodFigures, measureMethods, type Method, methods } from './bench/suggestions/measure.ts';
import { timeNight } from './bench/suggestions/night.ts';
import { timeGuide } from './bench/suggestions/read.ts';
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

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function print(name: string, figures: Record<Method, MethodFigures>): void {
  console.info(`\n${name}`);
  console.table(
    Object.fromEntries(
      methods.map((method) => {
        const { mase, pinball90, leftover95, leftover97 } = figures[method];
        return [
          method,
          {
            MASE: mase.toFixed(3),
            'pinball 0.9': percent(pinball90),
            'left over at 95 %': percent(leftover95),
            'left over at 97 %': percent(leftover97),
          },
        ];
      }),
    ),
  );
  const { ours, lastWeek, weekdayAverage, flatAverage } = figures;
  const against = (other: MethodFigures) =>
    `${((1 - ours.leftover97 / other.leftover97) * 100).toFixed(0)} %`;
  console.info(
    `left over at 97 % served: ${against(lastWeek)} below last week, ${against(weekdayAverage)} below eight of the weekday, ${against(flatAverage)} below eight weeks; MASE ${(ours.mase / lastWeek.mase).toFixed(2)} of last week's`,
  );
}

async function printReading(only: string): Promise<void> {
  await runOnEngines(only === 'all' ? '' : only, async (engine, db) => {
    const [cold, ...warm] = await timeGuide(db);
    const formatTurn = (turn: { ms: number; workMs: number } | undefined) =>
      `${turn?.ms.toFixed(0)} ms (${turn?.workMs.toFixed(0)} at work)`;
    const median = warm.toSorted((a, b) => a.workMs - b.workMs)[Math.floor(warm.length / 2)];
    console.info(
      `${engine}: the order guide of 1,200 items in ${formatTurn(median)}, the first time ${formatTurn(cold)}`,
    );
  });
}

/**
 * A large business has 200 branches with 3,000 items and 48,000 lines a day: a share of its branches is
 * measured.
 */
const largeBranches = 200;
const nights = {
  'lines as a large business has (240 of 3,000 items a day)': {
    branches: 10,
    items: 3000,
    linesADay: 240,
    recipeCount: 300,
  },
  'every item on every day': { branches: 2, items: 3000, linesADay: 3000, recipeCount: 300 },
} as const;

async function printNights(only: string): Promise<void> {
  for (const [name, size] of Object.entries(nights))
    await runOnEngines(only === 'all' ? '' : only, async (engine, db) => {
      const { rows, nightMs, workMs, keptBytes, planMs, planAnewMs } = await timeNight(db, size);
      const allOf = (ms: number) => `${((ms * largeBranches) / size.branches / 1000).toFixed(1)} s`;
      console.info(
        `${engine}, ${name}: ${size.branches} branches in ${nightMs.toFixed(0)} ms (${workMs.toFixed(0)} at work), ${rows} rows by day, ${(keptBytes / 1e6).toFixed(2)} MB kept; ${largeBranches} branches would take ${allOf(nightMs)} (${allOf(workMs)} at work). A plan asks them in ${planMs.toFixed(0)} ms, with nothing kept in ${planAnewMs.toFixed(0)} ms; ${largeBranches} in ${allOf(planMs)} and ${allOf(planAnewMs)}`,
      );
    });
}

async function printMethods(): Promise<void> {
  const sets: Record<string, Record<Method, MethodFigures>> = {};
  if (values.file === undefined)
    for (const [name, shop] of Object.entries(shops))
      sets[name] = measureMethods(
        generateSales({ ...shop, seed: values.seed === undefined ? shop.seed : Number(values.seed) }),
      );
  else sets['file'] = measureMethods(await readSalesFile(values.file));
  const speed = values.file === undefined ? timeSuggestions() : null;

  if (values.json)
    console.info(JSON.stringify({ methods: sets['file'] ?? sets['weekday'], ...(speed && { sets, speed }) }));
  else {
    for (const [name, figures] of Object.entries(sets))
      print(name === 'file' ? (values.file ?? name) : name, figures);
    if (speed)
      console.info(
        `\nworked out: ${speed.items} items of a branch in ${speed.branchMs.toFixed(0)} ms; ${speed.branches} branches with ${speed.itemsOfAll} items in ${(speed.allMs / 1000).toFixed(1)} s`,
      );
  }
}

if (values.night !== undefined) await printNights(values.night);
else await (values.read === undefined ? printMethods() : printReading(values.read));
